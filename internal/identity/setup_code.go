package identity

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"strings"
	"unicode"
)

// setupCodeBytes gives a code of 16 characters.
const setupCodeBytes = 10

// SetupCodeLetters is how many letters and digits a code that an operator chose must have: a random
// one of that length has 60 bits.
const SetupCodeLetters = 12

// setupCodes leaves out letters that are taken for others.
var setupCodes = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// SetupCode is the code that makes the first user of an installation, in groups of four. All instances
// with the same first key have the same. It is empty without a key.
func (s *Sealer) SetupCode(installation string) string {
	if !s.Ready() {
		return ""
	}
	code := setupCodes.EncodeToString(s.keys[0].derive("vitrine: the code of the first user of " + installation)[:setupCodeBytes])
	groups := []string{}
	for i := 0; i < len(code); i += 4 {
		groups = append(groups, code[i:i+4])
	}
	return strings.Join(groups, "-")
}

// SameSetupCode compares what somebody typed with a code, in the same time whatever is wrong. It
// ignores case and what stands between letters and digits. No code is like an empty one.
func SameSetupCode(typed, code string) bool {
	a, b := sha256.Sum256([]byte(PlainSetupCode(typed))), sha256.Sum256([]byte(PlainSetupCode(code)))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1 && PlainSetupCode(code) != ""
}

// PlainSetupCode is the letters and digits of a code.
func PlainSetupCode(code string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToUpper(r)
		switch {
		case r == 'O':
			return '0'
		case r == 'I' || r == 'L':
			return '1'
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return -1
	}, code)
}

package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"strings"
)

// A token is a prefix, 43 characters out of 62 (256 bits) and a checksum of 6.
// Prefix and checksum let scanners recognise leaked tokens, and the server
// refuse junk without a lookup.
const (
	TokenPrefix    = "vtr_"
	SessionPrefix  = "vtw_"
	InvitePrefix   = "vti_"
	ResetPrefix    = "vtp_"
	ConfirmPrefix  = "vtc_"
	TakeBackPrefix = "vtb_"
	CalendarPrefix = "vtf_"
	tokenRandom    = 43
	tokenCheck     = 6
	tokenLength    = len(TokenPrefix) + tokenRandom + tokenCheck
	tokenLetters   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewToken draws a token from the system's random source.
func NewToken() string { return NewSecret(TokenPrefix) }

// NewSecret draws a token of another kind: an invitation, a password reset, a
// link about a change of address.
func NewSecret(prefix string) string { return sign(prefix + randomLetters(tokenRandom)) }

// NewPasswordText draws a new password for a user who lost theirs.
func NewPasswordText() string { return randomLetters(20) }

// VisitorEmail draws an address for somebody who tries a demo. It gets no mail: the domain is nobody's.
func VisitorEmail() string { return "visitor-" + strings.ToLower(randomLetters(16)) + "@example.org" }

// ParseToken reports whether a string can be a token, and returns its SHA-256,
// as it is stored. A plain hash suffices because tokens cannot be guessed.
func ParseToken(s string) (hash []byte, ok bool) { return ParseSecret(TokenPrefix, s) }

// ParseSecret is ParseToken for the other kinds.
func ParseSecret(prefix, s string) (hash []byte, ok bool) {
	if len(s) != tokenLength || !strings.HasPrefix(s, prefix) || sign(s[:tokenLength-tokenCheck]) != s {
		return nil, false
	}
	return HashToken(s), true
}

// ParseSession is ParseToken for the cookie of a browser. Neither is accepted in the
// other's place.
func ParseSession(s string) (hash []byte, ok bool) { return ParseSecret(SessionPrefix, s) }

// IsSession reports whether a token is that of a browser.
func IsSession(token string) bool { return strings.HasPrefix(token, SessionPrefix) }

// HashToken returns the hash of a token, which the database stores.
func HashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// sign appends the checksum of a token's body.
func sign(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	check := make([]byte, tokenCheck)
	for i := range check {
		check[i] = tokenLetters[sum%62]
		sum /= 62
	}
	return body + string(check)
}

// randomLetters draws n letters with equal probability.
func randomLetters(n int) string {
	letters := make([]byte, 0, n)
	for len(letters) < n {
		var draw [64]byte
		_, _ = rand.Read(draw[:]) // never fails
		for _, b := range draw {
			if b < 248 && len(letters) < n { // 248 is the largest multiple of 62 in a byte
				letters = append(letters, tokenLetters[b%62])
			}
		}
	}
	return string(letters)
}

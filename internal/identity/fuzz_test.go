package identity

import (
	"net/mail"
	"strings"
	"testing"
	"time"
	"unicode"

	"vitrine/internal/fault"
)

func FuzzParseToken(f *testing.F) {
	f.Add(NewToken())
	f.Add(TokenPrefix)
	f.Add(strings.Repeat("x", tokenLength))
	f.Fuzz(func(t *testing.T, s string) {
		hash, ok := ParseToken(s)
		if ok && (len(hash) != 32 || !strings.HasPrefix(s, TokenPrefix) || len(s) != tokenLength) {
			t.Fatalf("%q was taken for a token", s)
		}
	})
}

// An identifying address has one spelling: lower case, ASCII, nothing but the
// address. Disposable domains are found in any case and with a dot at the end.
func FuzzEmail(f *testing.F) {
	for _, s := range []string{"ada@example.org", "A@EXAMPLE.ORG", "a@exämple.org", "a@b", "a@@b", "Ada <a@example.org>", "\"a b\"@example.org", "a@[127.0.0.1]", "a@mailinator.com", "a@x.mailinator.com.", "a@example.org{", "a.@example.org", "a@-x.org", "a@K.org", "\u0130@example.org", "a@example.org\x00", "", "@", "a@", "a,b@example.org", "a@example.org (c)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if Disposable(s) != Disposable(strings.ToUpper(s)) && s == strings.ToLower(strings.ToUpper(s)) {
			t.Fatalf("%q is disposable in one case only", s)
		}
		var e fault.Invalid
		if loginEmail(&e, s); len(e.Fields) > 0 {
			return
		}
		if strings.ContainsFunc(s, func(r rune) bool {
			return r > unicode.MaxASCII || unicode.IsSpace(r) || unicode.IsControl(r) || unicode.IsUpper(r)
		}) || strings.Count(s, "@") != 1 || len(s) > 255 {
			t.Fatalf("%q identifies somebody", s)
		}
		if a, err := mail.ParseAddress("Ada <" + s + ">"); err != nil || a.Address != s {
			t.Fatalf("no mail can be sent to %q: %v", s, err)
		}
	})
}

// A code is valid within one step of its own, and never otherwise.
func FuzzMatchStep(f *testing.F) {
	f.Add([]byte("12345678901234567890"), "287082", int64(59))
	f.Add([]byte("12345678901234567890"), "081804", int64(1111111109))
	f.Add([]byte{}, "", int64(0))
	f.Add([]byte("x"), "２８７０８２", int64(-1))
	f.Add([]byte("12345678901234567890"), " 287082", int64(59))
	f.Fuzz(func(t *testing.T, seed []byte, code string, at int64) {
		now := time.Unix(at%(1<<40), 0)
		step, ok := MatchStep(seed, code, now)
		if !ok {
			return
		}
		if off := step - now.Unix()/stepSeconds; off < -1 || off > 1 {
			t.Fatalf("a code of %d steps away", off)
		}
		if len(code) != 6 || strings.Trim(code, "0123456789") != "" {
			t.Fatalf("%q is a code", code)
		}
	})
}

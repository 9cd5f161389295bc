package identity

import (
	"context"
	"crypto/sha1"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	token := NewToken()
	if _, ok := ParseToken(token); !ok {
		t.Fatalf("%s is refused", token)
	}
	for i := range token { // prefix or checksum reveals a single wrong character
		broken := []byte(token)
		broken[i] ^= 1
		if _, ok := ParseToken(string(broken)); ok {
			t.Errorf("%s is taken for a token", broken)
		}
	}
}

func TestPasswordHashes(t *testing.T) {
	t.Parallel()
	h := NewHasher()
	hash, err := h.Hash(t.Context(), "pass word")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	for password, want := range map[string]bool{"pass word": true, "pass word ": false, "": false} {
		if right, err := h.Verify(t.Context(), hash, password); right != want || err != nil {
			t.Errorf("%q: %v, %v", password, right, err)
		}
	}
	if right, err := h.Verify(t.Context(), "", "nobody has this password"); right || err != nil {
		t.Errorf("the user who does not exist got in: %v", err)
	}
	for _, bad := range []string{"x", "$argon2id$v=19$m=99999999,t=2,p=1$c2FsdA$aGFzaA", "$argon2id$v=19$m=1024,t=2,p=0$c2FsdA$aGFzaA", "$argon2id$v=19$m=1024,t=1,p=1$c2FsdA$"} {
		if right, err := h.Verify(t.Context(), bad, "x"); right || err == nil {
			t.Errorf("%s: %v, %v", bad, right, err)
		}
	}
}

// The hasher never hashes more passwords at a time than it has slots.
func TestHasherWaits(t *testing.T) {
	t.Parallel()
	h := &Hasher{slots: make(chan struct{}, 1)}
	h.slots <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := h.Hash(ctx, "x"); err == nil {
		t.Error("hashed without a slot")
	}
}

func TestDisposable(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]bool{
		"a@mailinator.com": true, "a@deep.down.mailinator.com": true, "a@MAILINATOR.com.": true,
		"a@somemailinator.com": false, "a@mailinator.com.example.org": false, "a@example.org": false, "nothing": false,
	} {
		if got := Disposable(email); got != want {
			t.Errorf("%s: %v, want %v", email, got, want)
		}
	}
}

func TestPwned(t *testing.T) {
	t.Parallel()
	// The SHA-1 of "hunter2hunter2" begins with the requested prefix.
	const leaky = "hunter2hunter2"
	var asked string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = strings.TrimPrefix(r.URL.Path, "/")
		_, _ = w.Write([]byte("0000000000000000000000000000000000A:3\r\n" + suffixOf(leaky) + ":12\r\n" + suffixOf("padded password") + ":0\r\n"))
	}))
	defer api.Close()
	p := NewPwned(api.URL)
	if !p.Leaked(t.Context(), leaky) || len(asked) != 5 {
		t.Errorf("not found, or told more than five characters: %q", asked)
	}
	if p.Leaked(t.Context(), "padded password") || p.Leaked(t.Context(), "another password") {
		t.Error("a password nobody leaked is refused")
	}
	api.Close()
	if p.Leaked(t.Context(), leaky) {
		t.Error("an API that is down refuses passwords")
	}
}

func suffixOf(password string) string { return fmt.Sprintf("%X", sha1.Sum([]byte(password)))[5:] }

package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A stolen database contains only Argon2id hashes to try passwords against.
func TestNoHashOfAPassword(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	body, err := json.Marshal(M{"password": password})
	if err != nil {
		t.Fatal(err)
	}
	path, key := "/api/me/two-factor", []string{"Idempotency-Key", "proof-" + u.Email}
	u.Send(t, "POST", path, string(body), key...).Want(t, http.StatusOK)
	kept := scalar[[]byte](t, h, `select body_hash from idempotency_keys where key = $1`, key[1])
	if sum := sha256.Sum256(body); len(kept) > 0 || bytes.Equal(kept, sum[:]) {
		t.Errorf("the hash %x of a body with a password is kept", kept)
	}
	u.Send(t, "POST", path, string(body), key...).Want(t, http.StatusConflict)
	u.Send(t, "POST", path, M{"password": "another one"}, key...).Want(t, http.StatusUnprocessableEntity)
}

// Instances of the previous release stored a hash, and may still be running.
func TestHashOfTheReleaseBeforeIsIgnored(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	path, key := "/api/me/two-factor", []string{"Idempotency-Key", "before-" + u.Email}
	u.Send(t, "POST", path, M{"password": password}, key...).Want(t, http.StatusOK)
	changed := scalar[int](t, h, `with old as (update idempotency_keys set body_hash = sha256('old') where key = $1 returning 1) select count(*) from old`, key[1])
	same(t, "rows", changed, 1)
	u.Send(t, "POST", path, M{"password": password}, key...).Want(t, http.StatusConflict)
}

// Every route whose body contains a password or a code must be in proofs. One
// that contains more needs a hash of the rest.
func TestEveryProofIsKnown(t *testing.T) {
	t.Parallel()
	secret := []string{"password", "password_confirmation", "current_password", "code"}
	for pattern, o := range server(t).Contract.Operations {
		if !strings.HasPrefix(pattern, "POST ") || o.Security != nil || o.Body() == nil {
			continue
		}
		hidden := 0
		for name, property := range o.Body().Schema.Value.Properties {
			if slices.Contains(secret, name) || property.Value.Format == "password" {
				hidden++
			}
		}
		if known := slices.Contains(proofs, pattern); known != (hidden > 0) {
			t.Errorf("%s has %d secrets in its body; is it a proof? %v", pattern, hidden, known)
		}
		if hidden > 0 && hidden < len(o.Body().Schema.Value.Properties) {
			t.Errorf("%s holds more than secrets, and that is not compared", pattern)
		}
	}
}

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

// A stolen database holds nothing to try passwords against but Argon2id.
func TestNoHashOfAPassword(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	body, err := json.Marshal(M{"password": password})
	if err != nil {
		t.Fatal(err)
	}
	path, key := "/api/me/two-factor", []string{"Idempotency-Key", "proof-" + u.email}
	u.send(t, "POST", path, string(body), key...).want(t, http.StatusOK)
	kept := scalar[[]byte](t, h, `select body_hash from idempotency_keys where key = $1`, key[1])
	if sum := sha256.Sum256(body); len(kept) > 0 || bytes.Equal(kept, sum[:]) {
		t.Errorf("the hash %x of a body with a password is kept", kept)
	}
	u.send(t, "POST", path, string(body), key...).want(t, http.StatusConflict)
	u.send(t, "POST", path, M{"password": "another one"}, key...).want(t, http.StatusUnprocessableEntity)
}

// Instances of the release before kept a hash, and may still be running.
func TestHashOfTheReleaseBeforeIsIgnored(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	path, key := "/api/me/two-factor", []string{"Idempotency-Key", "before-" + u.email}
	u.send(t, "POST", path, M{"password": password}, key...).want(t, http.StatusOK)
	changed := scalar[int](t, h, `with old as (update idempotency_keys set body_hash = sha256('old') where key = $1 returning 1) select count(*) from old`, key[1])
	same(t, "rows", changed, 1)
	u.send(t, "POST", path, M{"password": password}, key...).want(t, http.StatusConflict)
}

// A new route whose body holds a password or a code must be one of proofs. One
// that holds more than that needs a hash of the rest.
func TestEveryProofIsKnown(t *testing.T) {
	t.Parallel()
	secret := []string{"password", "password_confirmation", "current_password", "code"}
	for pattern, o := range theContract(t).operations {
		if !strings.HasPrefix(pattern, "POST ") || o.Security != nil || o.body() == nil {
			continue
		}
		hidden := 0
		for name, property := range o.body().Schema.Value.Properties {
			if slices.Contains(secret, name) || property.Value.Format == "password" {
				hidden++
			}
		}
		if known := slices.Contains(proofs, pattern); known != (hidden > 0) {
			t.Errorf("%s has %d secrets in its body; is it a proof? %v", pattern, hidden, known)
		}
		if hidden > 0 && hidden < len(o.body().Schema.Value.Properties) {
			t.Errorf("%s holds more than secrets, and that is not compared", pattern)
		}
	}
}

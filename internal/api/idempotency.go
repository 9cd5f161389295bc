package api

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"regexp"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

var (
	sameKey    = message(http.StatusConflict, "A request with this Idempotency-Key is being processed. Please try again.")
	secretOnce = message(http.StatusConflict, "This request was done before. Its answer showed a secret, which is shown only once.")

	errOtherBody = fault.On("idempotency_key", "The Idempotency-Key was used before with another body.")
	errBadKey    = fault.On("idempotency_key", "The Idempotency-Key must be 1 to 255 printable characters.")
	goodKey      = regexp.MustCompile(`^[\x21-\x7E]{1,255}$`)
)

// repeatable reports whether a request has an Idempotency-Key that counts.
func (r *request) repeatable(rt route) bool {
	return r.Method == http.MethodPost && rt.access != anybody && r.Header.Get("Idempotency-Key") != ""
}

// proofs are the routes whose bodies contain only passwords and codes.
var proofs = []string{
	"POST /api/me/two-factor",
	"POST /api/me/two-factor/confirm",
	"POST /api/me/two-factor/recovery-codes",
}

func (rt route) showsProof() bool { return slices.Contains(proofs, rt.pattern) }

// bodyHash tells bodies under the same key apart. Proofs have none: against a
// stolen hash, passwords could be guessed much faster than against Argon2id. A
// repeated proof under a used key counts as the same, which reveals nothing:
// answers to proofs contain secrets and are not stored.
func (rt route) bodyHash(content []byte) []byte {
	if rt.showsProof() {
		return []byte{}
	}
	sum := sha256.Sum256(content)
	return sum[:]
}

// once does a request, or returns its stored answer. The answer is stored in the
// transaction of the change, so that neither exists without the other.
func (s *Server) once(h http.Header, rt route, r *request, content []byte) (answer, error) {
	key := postgres.Key{Path: r.URL.Path, Key: r.Header.Get("Idempotency-Key")}
	if !goodKey.MatchString(key.Key) {
		return answer{}, errBadKey
	}
	if !r.Actor.Allows(identity.Read) { // it must not see answers to other keys of its user
		key.Path += " unread"
	}
	key.BodyHash = rt.bodyHash(content)
	kept, done, err := r.Begin(r.Context(), key)
	switch {
	case err != nil:
		return answer{}, err
	case done && !rt.showsProof() && !bytes.Equal(kept.BodyHash, key.BodyHash):
		return answer{}, errOtherBody
	case done && kept.Answer == nil:
		return secretOnce, nil
	case done:
		h.Set("Idempotent-Replayed", "true")
		return answer{status: kept.Status, body: kept.Answer}, nil
	}
	a, err := rt.handle(s, r)
	if err != nil {
		return a, err
	}
	shown := a.body
	if a.secret {
		shown = nil
	}
	return a, r.Keep(r.Context(), key, a.status, shown)
}

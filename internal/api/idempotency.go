package api

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"regexp"

	"vitrine/internal/fault"
	"vitrine/internal/postgres"
)

var (
	sameKey    = message(http.StatusConflict, "A request with this Idempotency-Key is being processed. Please try again.")
	secretOnce = message(http.StatusConflict, "This request was done before. Its answer showed a secret, which is shown only once.")

	errOtherBody = fault.On("idempotency_key", "The Idempotency-Key was used before with another body.")
	errBadKey    = fault.On("idempotency_key", "The Idempotency-Key must be 1 to 255 printable characters.")
	goodKey      = regexp.MustCompile(`^[\x21-\x7E]{1,255}$`)
)

// repeatable tells whether a request may be sent again without being done again.
func (r *request) repeatable(rt route) bool {
	return r.Method == http.MethodPost && rt.access != open && r.Header.Get("Idempotency-Key") != ""
}

// once does a request, or gives the answer it had when it was done before. The
// answer is kept in the transaction of the change, so that there is never one
// without the other.
func (s *Server) once(h http.Header, rt route, r *request, content []byte) (answer, error) {
	key := postgres.Key{Path: r.URL.Path, Key: r.Header.Get("Idempotency-Key")}
	if !goodKey.MatchString(key.Key) {
		return answer{}, errBadKey
	}
	sum := sha256.Sum256(content)
	key.BodyHash = sum[:]
	kept, done, err := r.careful.Begin(r.Context(), key)
	switch {
	case err != nil:
		return answer{}, err
	case done && !bytes.Equal(kept.BodyHash, key.BodyHash):
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
	return a, r.careful.Keep(r.Context(), key, a.status, shown)
}

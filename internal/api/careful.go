package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// A request is careful if it asks for more than to be done: only if the object
// is as the client knows it (If-Match), only in part (PATCH), only once
// (Idempotency-Key). It is then one transaction that looks before it writes.
func (s *Server) wantsCare(rt route, r *request) bool {
	return rt.patches || s.precondition(rt, r) || r.repeatable(rt)
}

func (s *Server) precondition(rt route, r *request) bool {
	_, shown := s.subjects[rt.pattern]
	return shown && rt.show == nil && r.Method != http.MethodPost && r.Header.Get("If-Match") != ""
}

// carefully answers a careful request, trying again while others are faster.
func (s *Server) carefully(h http.Header, rt route, r *request) (a answer, err error) {
	content, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return a, fault.On("body", errBodyMessage)
	}
	if rt.prove != nil {
		r.Body = io.NopCloser(bytes.NewReader(content))
		if a, err = rt.prove(s, r); err != nil {
			return a, err
		}
	}
	outside := r.scope
	err = s.db.Carefully(r.Context(), outside.Access, rt.right, func(c postgres.Careful) (err error) {
		r.careful, r.scope = &c, c.Scope
		defer func() { r.careful, r.scope, r.patched = nil, outside, nil }()
		r.Body = io.NopCloser(bytes.NewReader(content))
		if r.repeatable(rt) {
			a, err = s.once(h, rt, r, content)
		} else {
			a, err = s.unchanged(rt, r)
		}
		return err
	})
	return a, err
}

// unchanged does a request if the object is as the client knows it, and to what
// the request does not mention, nothing.
func (s *Server) unchanged(rt route, r *request) (answer, error) {
	current, err := r.look(s.subjects[rt.pattern], rt.right)
	if err != nil {
		return answer{}, err
	}
	if s.precondition(rt, r) && !matches(r.Header.Values("If-Match"), current.etag()) {
		if !r.actor.Allows(identity.Read) { // a key for writing only is not shown what it did not write
			return changedMeanwhile, nil
		}
		current.status = http.StatusPreconditionFailed
		return current, nil
	}
	if rt.patches {
		if r.patched, err = merged(r, current); err != nil {
			return answer{}, err
		}
	}
	return rt.handle(s, r)
}

func (s *Server) edit(r *request, action string, fn func(postgres.Writer) error) error {
	return r.scope.Edit(r.Context(), action, fn)
}

func (s *Server) self(r *request, action string, fn func(postgres.Own) error) error {
	return r.scope.Self(r.Context(), action, fn)
}

func (s *Server) manage(r *request, action string, fn func(postgres.Manager) error) error {
	return r.scope.Manage(r.Context(), action, fn)
}

// etag names the state of an object: a hash of how it is shown and of when it
// came to be so, since two changes may fall into one second.
func (a answer) etag() string {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(a.body[:len(a.body):len(a.body)], uint64(a.since)))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// matches tells whether a list of ETags, or *, names this one.
func matches(headers []string, tag string) bool {
	given := strings.Split(strings.Join(headers, ","), ",")
	return slices.ContainsFunc(given, func(g string) bool {
		g = strings.TrimPrefix(strings.TrimSpace(g), "W/")
		return g == tag || g == "*"
	})
}

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

// A request is careful if it has a condition: the object is as the client knows
// it (If-Match), only some members change (PATCH), or it is done once
// (Idempotency-Key). It is then one transaction that reads before it writes. So is a
// request with several operations.
func (s *Server) wantsCare(rt route, r *request) bool {
	return rt.many || rt.patches || s.precondition(rt, r) || r.repeatable(rt)
}

func (s *Server) precondition(rt route, r *request) bool {
	_, shown := s.subjects[rt.pattern]
	return shown && rt.show == nil && rt.prepare == nil && !rt.bytes && r.Method != http.MethodPost && r.Header.Get("If-Match") != ""
}

// carefully answers a careful request, retrying on conflicts.
func (s *Server) carefully(h http.Header, rt route, r *request) (a answer, err error) {
	content, err := r.contentOf()
	if err != nil {
		return a, err
	}
	if rt.prove != nil {
		r.Body = io.NopCloser(bytes.NewReader(content))
		if a, err = rt.prove(s, r); err != nil {
			return a, err
		}
	}
	r.sent, _ = parseObject(content, maxDepth) // its reader refuses it
	outside := r.Scope
	transact := outside.Carefully
	if rt.many {
		defer r.limited(s.batchTime)()
		transact = outside.InTurn
	}
	err = transact(r.Context(), rt.right, func(within postgres.Scope) (err error) {
		r.Scope = within
		defer func() { r.Scope, r.patched = outside, nil }()
		r.Body = io.NopCloser(bytes.NewReader(content))
		switch {
		case r.repeatable(rt):
			a, err = s.once(h, rt, r, content)
		case rt.many:
			a, err = rt.handle(s, r)
		default:
			a, err = s.unchanged(rt, r)
		}
		return err
	})
	if rt.many && err == nil {
		r.batch.settle(nil)
	}
	return a, err
}

// contentOf is the body, or the digest of one that is in the store already.
func (r *request) contentOf() ([]byte, error) {
	if r.attached != nil {
		return r.attached.digest, nil
	}
	content, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, fault.On("body", errBodyMessage)
	}
	return content, nil
}

// unchanged enforces If-Match and merges a PATCH into the current attributes.
func (s *Server) unchanged(rt route, r *request) (answer, error) {
	current, err := r.look(s.subjects[rt.pattern], rt.right)
	if err != nil {
		return answer{}, err
	}
	if s.precondition(rt, r) && current.single && !matches(r.Header.Values("If-Match"), current.etag()) {
		if !r.Actor.Allows(identity.Read) { // a write-only key may not see what it did not write
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

// etag identifies the state of an object: a hash of how it is shown and when it
// changed, since two changes may fall into one second.
func (a answer) etag() string {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(a.body[:len(a.body):len(a.body)], uint64(a.since)))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// matches reports whether a list of ETags, or *, includes this one.
func matches(headers []string, tag string) bool {
	given := strings.Split(strings.Join(headers, ","), ",")
	return slices.ContainsFunc(given, func(g string) bool {
		g = strings.TrimPrefix(strings.TrimSpace(g), "W/")
		return g == tag || g == "*"
	})
}

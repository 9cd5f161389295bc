package httpserver

import (
	"context"
	"errors"
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// Caller is the sender of a request, taken from the cache until the database confirms it.
type Caller struct {
	identity.Actor
	Scope postgres.Scope

	tokenHash []byte
	confirmed bool      // the database has confirmed the caller
	out       *recorder // names the caller in the access log
}

// Admit lets the holder of a token do something that needs a right, and counts the request against
// their limit. It is ErrUnauthenticated if the token is unknown, ErrNotFound without the right,
// ErrTooMany beyond the limit.
//
// A cached identity is not enough: the statement that opens the account confirms it or, if do opens
// none, Admit does so afterwards. A key revoked on one instance is revoked on all.
func (s *Server) Admit(w http.ResponseWriter, r *http.Request, tokenHash []byte, right identity.Right, bucket Bucket, do func(*Caller) error) error {
	c := &Caller{tokenHash: tokenHash, out: recording(w)}
	err := s.recognise(r.Context(), c)
	if err != nil {
		return err
	}
	err = s.admitted(w, r, c, right, bucket, do)
	stale := errors.Is(err, postgres.ErrRefused) // the database refused the caller at the start of the request
	if refusal := s.confirm(r.Context(), c, right, stale); refusal != nil {
		if errors.Is(refusal, fault.ErrUnauthenticated) || errors.Is(refusal, fault.ErrSuspended) { // an unknown caller may not see the count
			hideLimit(w.Header())
		}
		return refusal
	}
	s.used(c)
	return err
}

func (s *Server) admitted(w http.ResponseWriter, r *http.Request, c *Caller, right identity.Right, bucket Bucket, do func(*Caller) error) error {
	if err := s.limitUser(w, r, c.Actor, bucket); err != nil {
		return err
	}
	if !right.Allows(c.Actor) { // the right may have been granted since
		if err := s.confirm(r.Context(), c, right, false); err != nil {
			return err
		}
	}
	c.Scope.Request = w.Header().Get("X-Request-Id")
	return do(c)
}

// recognise finds the caller in the cache or else in the database.
func (s *Server) recognise(ctx context.Context, c *Caller) error {
	if actor, known := s.callers.recall(c.tokenHash); known {
		s.identified(c, actor)
		return nil
	}
	return s.authenticate(ctx, c)
}

// authenticate looks the caller up in the database.
func (s *Server) authenticate(ctx context.Context, c *Caller) error {
	actor, lastUsed, err := people.Actor(ctx, s.db, c.tokenHash)
	if errors.Is(err, fault.ErrNotFound) {
		s.callers.forget(c.tokenHash)
		return fault.ErrUnauthenticated
	}
	if errors.Is(err, fault.ErrSuspended) {
		s.callers.forget(c.tokenHash)
	}
	if err != nil {
		return err
	}
	s.callers.remember(c.tokenHash, actor, lastUsed)
	s.identified(c, actor)
	c.confirmed = true
	return nil
}

func (s *Server) identified(c *Caller, actor identity.Actor) {
	c.Actor = actor
	c.Scope = s.db.Scope(postgres.ByToken(c.tokenHash, actor))
	c.out.caller = actor
}

// confirm looks the caller up if no statement has confirmed them, or the last one
// has refused them.
func (s *Server) confirm(ctx context.Context, c *Caller, right identity.Right, stale bool) error {
	if stale || !c.confirmed && !c.Scope.Confirmed(right) {
		if err := s.authenticate(ctx, c); err != nil {
			return err
		}
	}
	if !right.Allows(c.Actor) {
		return fault.ErrNotFound
	}
	return nil
}

// used records the use of an admitted key now and then.
func (s *Server) used(c *Caller) {
	if lastUsed, due := s.callers.used(c.tokenHash, s.options.Now()); due {
		s.keys.Note(c.AccountID, c.KeyID, lastUsed)
	}
}

// KeyScope opens the account of a key for a request without its token, if agreed accepts the key's hash.
func (s *Server) KeyScope(ctx context.Context, account, key int64, agreed func(identity.Actor, []byte) bool) (postgres.Scope, error) {
	actor, hash, err := people.KeyHolder(ctx, s.db, account, key)
	if err != nil {
		return postgres.Scope{}, err
	}
	if !agreed(actor, hash) {
		return postgres.Scope{}, fault.ErrNotFound
	}
	return s.db.Scope(postgres.ByToken(hash, actor)), nil
}

// Forget drops a token from the cache.
func (s *Server) Forget(tokenHash []byte) { s.callers.forget(tokenHash) }

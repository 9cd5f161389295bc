package api

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// Every request but those of strangers is admitted here, once: who is calling,
// how often, whether they may, and about what. Who was here before is remembered,
// but nobody is let in from memory: the statement that opens the account, or
// confirm, asks the database, so that a key that was revoked on one instance is
// nobody's on all of them.

// recognise finds out who seems to be calling.
func (s *Server) recognise(r *request) error {
	hash, ok := bearer(r.Header)
	if !ok {
		return fault.ErrUnauthenticated
	}
	r.tokenHash = hash
	if actor, known := s.callers.recall(hash); known {
		s.identified(r, actor)
		return nil
	}
	return s.authenticate(r)
}

// authenticate asks the database who is calling.
func (s *Server) authenticate(r *request) error {
	actor, lastUsed, err := s.db.Actor(r.Context(), r.tokenHash)
	if errors.Is(err, fault.ErrNotFound) {
		s.callers.forget(r.tokenHash)
		return fault.ErrUnauthenticated
	}
	if err != nil {
		return err
	}
	s.callers.remember(r.tokenHash, actor, lastUsed)
	s.identified(r, actor)
	r.known = true
	return nil
}

func (s *Server) identified(r *request, actor identity.Actor) {
	r.actor = actor
	r.scope = s.db.Scope(postgres.ByToken(r.tokenHash, actor))
	r.out.caller = actor
}

// admit does what comes before a handler, calls it, and makes sure that what was
// answered was for the caller.
func (s *Server) admit(h http.Header, rt route, r *request) (answer, error) {
	if err := s.recognise(r); err != nil {
		return answer{}, err
	}
	a, err := s.admitted(h, rt, r)
	if lost := s.missing(rt, r, err); lost != nil {
		a, err = answer{}, lost
	}
	r.known = r.known && !errors.Is(err, postgres.ErrRefused) // it was so when the request came in
	if refusal := s.confirm(rt, r); refusal != nil {
		return answer{}, refusal
	}
	s.used(r)
	if r.guessed {
		return a, errors.Join(s.db.CountWrongCode(r.Context(), r.actor), err)
	}
	return a, err
}

func (s *Server) admitted(h http.Header, rt route, r *request) (answer, error) {
	if s.limited(h, rt, r) {
		return tooMany, nil
	}
	if !rt.right.Allows(r.actor) { // but they may have been given the right since
		if err := s.confirm(rt, r); err != nil {
			return answer{}, err
		}
	}
	if err := r.readIDs(rt.ids); err != nil {
		return answer{}, err
	}
	if err := r.strictly(h, rt); err != nil {
		return answer{}, err
	}
	if s.wantsCare(rt, r) {
		return s.carefully(h, rt, r)
	}
	return rt.handle(s, r)
}

// confirm asks who is calling if no statement has done so, or one has refused
// them: nobody, or somebody who may not.
func (s *Server) confirm(rt route, r *request) error {
	if !r.known && !r.scope.Confirmed(rt.right) {
		if err := s.authenticate(r); err != nil {
			return err
		}
	}
	if !rt.right.Allows(r.actor) {
		return fault.ErrNotFound
	}
	return nil
}

// used notes the use of a key that was let in, now and then.
func (s *Server) used(r *request) {
	if lastUsed, due := s.callers.used(r.tokenHash); due {
		s.keys.Note(r.actor.AccountID, r.actor.KeyID, lastUsed)
	}
}

// view is the account of the caller, to read.
func (s *Server) view(r *request) (postgres.Reader, error) { return r.scope.View(identity.View) }

func userBucket(actor identity.Actor) string { return "user:" + strconv.FormatInt(actor.UserID, 10) }

// bearer reads the one Authorization header a request may have.
func bearer(h http.Header) (hash []byte, ok bool) {
	values := h["Authorization"]
	if len(values) != 1 {
		return nil, false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return nil, false
	}
	return identity.ParseToken(token)
}

// callers remembers whose token was whose, as a belief to be confirmed.
type callers struct {
	mu    sync.RWMutex
	known map[[32]byte]remembered
}

type remembered struct {
	identity.Actor
	lastUsed time.Time // as far as it was noted
}

const maxCallers = 1 << 16

func newCallers() *callers { return &callers{known: map[[32]byte]remembered{}} }

func (c *callers) recall(hash []byte) (identity.Actor, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found, ok := c.known[[32]byte(hash)]
	return found.Actor, ok
}

func (c *callers) remember(hash []byte, actor identity.Actor, lastUsed time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCallers {
		for other := range c.known { // any will do: it costs one more round trip, once
			delete(c.known, other)
			break
		}
	}
	c.known[[32]byte(hash)] = remembered{actor, lastUsed}
}

// used tells when a key was last noted, if it is time to note it again.
func (c *callers) used(hash []byte) (lastUsed time.Time, due bool) {
	c.mu.RLock()
	found, ok := c.known[[32]byte(hash)]
	c.mu.RUnlock()
	if !ok || time.Since(found.lastUsed) < postgres.UseResolution {
		return found.lastUsed, false
	}
	c.remember(hash, found.Actor, time.Now())
	return found.lastUsed, true
}

func (c *callers) forget(hash []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, [32]byte(hash))
}

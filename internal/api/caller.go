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

// authenticate finds out who is calling. Nobody is let in from memory: a token
// that was revoked on one instance is nobody's on all of them.
func (s *Server) authenticate(r *request) error {
	hash, ok := bearer(r.Header)
	if !ok {
		return fault.ErrUnauthenticated
	}
	actor, lastUsed, err := s.db.Actor(r.Context(), hash)
	if err == fault.ErrNotFound {
		return fault.ErrUnauthenticated
	}
	if err != nil {
		return err
	}
	s.callers.remember(hash, actor)
	s.identified(r, actor, lastUsed)
	return nil
}

func (s *Server) identified(r *request, actor identity.Actor, lastUsed time.Time) {
	s.keys.Note(actor.KeyID, lastUsed)
	r.actor = actor
	if seen, ok := r.Context().Value(callerKey{}).(*caller); ok {
		seen.Actor = actor
	}
}

// readAtOnce answers a read in one round trip, where the caller is believed to
// be known: the database confirms it in the same transaction, and what it read
// for somebody who is not is thrown away. It is not done if the request is no
// read, the caller is new, or their requests are used up already.
func (s *Server) readAtOnce(h http.Header, rt route, r *request) (a answer, done bool, err error) {
	hash, ok := bearer(r.Header)
	believed, known := s.callers.recall(hash)
	if rt.found == nil || !ok || !known || believed.CollectionIDs != nil || s.limiter.Peek(userBucket(believed)) >= int64(s.options.APILimit) || r.readIDs(rt.ids) != nil || wantsStrict(r.Header) {
		return a, false, nil
	}
	reader, entry := s.db.Enter(hash, believed)
	r.reader, r.actor = &reader, believed
	a, err = rt.handle(s, r)
	r.reader = nil
	switch {
	case !entry.Asked: // nothing was read, so nobody was confirmed: start over
		return answer{}, false, nil
	case !entry.Known:
		if errors.Is(err, fault.ErrUnauthenticated) {
			s.callers.forget(hash)
		}
		return answer{}, true, err
	}
	s.identified(r, entry.Actor, entry.LastUsedAt)
	if s.limited(h, rt, r) {
		return tooMany, true, nil
	}
	if !rt.allows(r.actor) {
		return notFound, true, nil
	}
	return a, true, err
}

// within tells whether a request keeps to the collections of a key that has not
// all of them: to what they hold, to lists, which show no more, and to reading
// what belongs to the whole account.
func (s *Server) within(rt route, r *request) (bool, error) {
	if r.actor.CollectionIDs == nil {
		return true, nil
	}
	collection, item, copyID := r.ids["collection"], r.ids["item"], r.ids["copy"]
	if collection == 0 && item == 0 && copyID == 0 {
		elsewhere := strings.Contains(rt.pattern, " /api/administration/") // the log speaks of all collections
		return rt.found != nil && !elsewhere || rt.action == "logged_out", nil
	}
	return s.db.View(r.actor).Sees(r.Context(), collection, item, copyID)
}

// view is the account of the caller, to read.
func (s *Server) view(r *request) postgres.Reader {
	if r.reader != nil {
		return *r.reader
	}
	return s.db.View(r.actor)
}

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
	known map[[32]byte]identity.Actor
}

const maxCallers = 1 << 16

func newCallers() *callers { return &callers{known: map[[32]byte]identity.Actor{}} }

func (c *callers) recall(hash []byte) (actor identity.Actor, ok bool) {
	if len(hash) != 32 {
		return actor, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	actor, ok = c.known[[32]byte(hash)]
	return actor, ok
}

func (c *callers) remember(hash []byte, actor identity.Actor) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCallers {
		for other := range c.known { // any will do: it costs one more round trip, once
			delete(c.known, other)
			break
		}
	}
	c.known[[32]byte(hash)] = actor
}

func (c *callers) forget(hash []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, [32]byte(hash))
}

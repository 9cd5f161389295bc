package api

import (
	"net/http"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/share"
)

// admit runs a route for the holder of the request's token.
func (s *Server) admit(w http.ResponseWriter, rt route, r *request) (a answer, err error) {
	hash, ok := bearer(r.Header)
	if !ok {
		return a, fault.ErrUnauthenticated
	}
	err = s.Admit(w, r.Request, hash, rt.right, rt.bucket(), func(c *httpserver.Caller) (err error) {
		r.Scope = c.Scope
		r.Request = r.WithContext(share.As(r.Context(), c.UserID))
		a, err = s.admitted(w.Header(), rt, r)
		return err
	})
	return a, s.accounts.Settle(r.Context(), r.Actor, err)
}

func (s *Server) admitted(h http.Header, rt route, r *request) (answer, error) {
	a, err := s.run(h, rt, r)
	if lost := s.missing(rt, r, err); lost != nil {
		err = lost
	}
	if !r.blind(rt) {
		return a, err
	}
	if err != nil {
		return a, unnamed(err)
	}
	return r.sentBack(a)
}

func (s *Server) run(h http.Header, rt route, r *request) (answer, error) {
	if err := r.readIDs(rt.ids); err != nil {
		return answer{}, err
	}
	if err := r.strictly(h, rt); err != nil {
		return answer{}, err
	}
	end, err := s.whole(rt, r)
	if err != nil {
		return answer{}, err
	}
	defer end()
	return s.attaching(rt, r, func() (answer, error) {
		if s.wantsCare(rt, r) {
			return s.carefully(h, rt, r)
		}
		return rt.handle(s, r)
	})
}

// bucket is the limit that a route counts against.
func (rt route) bucket() httpserver.Bucket {
	switch {
	case rt.visits && rt.bytes:
		return httpserver.VisitPhotos
	case rt.visits:
		return httpserver.Visits
	case rt.bytes, rt.sends:
		return httpserver.Files
	}
	return httpserver.Calls
}

// bearer reads the only Authorization header a request may have.
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

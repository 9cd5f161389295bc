package api

import (
	"context"
	"errors"
	"regexp"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// A route is a row of the specification's table of endpoints.
type route struct {
	pattern string
	access  access
	action  string   // in the audit log; empty where nothing is changed
	ids     []string // names of the ids in the path
	handle  func(*Server, *request) (answer, error)
	found   func(*Server, *request) error // tells whether the object of a GET is there
	patches bool                          // a PATCH, made of the PUT of the same path
}

// access says who may come in, and what they are handed.
type access int

const (
	open   access = iota // anybody; limited by address
	member               // any member of the account; gets a Reader
	editor               // owners and editors; gets a Writer
	self                 // any user, for what is their own
	owner                // owners; gets a Manager
)

// allows tells whether a caller may use a route, by their role and by what their
// token may do; who may not finds nothing.
func (rt route) allows(actor identity.Actor) bool {
	switch {
	case rt.access == open:
		return true
	case rt.access == editor && !actor.Role.Writes(), rt.access == owner && actor.Role != identity.Owner:
		return false
	case rt.found != nil:
		return actor.Allows(identity.Read)
	case rt.access == self || rt.access == owner: // a restricted key must not make itself a better one
		return !actor.Any() || rt.action == "logged_out"
	}
	return actor.Allows(identity.Write)
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func newRoute(pattern string, who access, action string) route {
	rt := route{pattern: pattern, access: who, action: action}
	for _, m := range placeholder.FindAllStringSubmatch(pattern, -1) {
		if m[1] != "token" { // the only part of a path that is no id
			rt.ids = append(rt.ids, m[1])
		}
	}
	return rt
}

// view is a route that reads.
func view[T any](pattern string, get func(context.Context, postgres.Reader, *request) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, member, "")
	rt.handle = func(s *Server, r *request) (answer, error) {
		found, err := get(r.Context(), s.view(r), r)
		if err != nil {
			return answer{}, err
		}
		return encode(r, found), nil
	}
	rt.found = func(s *Server, r *request) error {
		_, err := get(r.Context(), s.view(r), r)
		return err
	}
	return rt
}

// inspect is a view for those who may write.
func inspect[T any](pattern string, get func(context.Context, postgres.Reader, *request) (T, error), encode encoder[T]) route {
	rt := view(pattern, get, encode)
	rt.access = editor
	return rt
}

// edit is a route that changes the account by what the body says.
func edit[I, T any, P validated[I]](pattern, action string, read func(*body) I, do func(context.Context, postgres.Writer, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, editor, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (done T, err error) {
		err = s.edit(r, action, func(w postgres.Writer) (err error) {
			done, err = do(r.Context(), w, r, in)
			return err
		})
		return done, err
	})
	return rt
}

// remove is a route that deletes from the account.
func remove(pattern, action string, do func(context.Context, postgres.Writer, *request) error) route {
	rt := newRoute(pattern, editor, action)
	rt.handle = func(s *Server, r *request) (answer, error) {
		return gone, s.edit(r, action, func(w postgres.Writer) error { return do(r.Context(), w, r) })
	}
	return rt
}

// change is a route by which users change what is their own.
func change[I, T any, P validated[I]](pattern, action string, read func(*body) I, do func(context.Context, postgres.Own, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, self, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (done T, err error) {
		err = s.self(r, action, func(o postgres.Own) (err error) {
			done, err = do(r.Context(), o, r, in)
			return err
		})
		return done, err
	})
	return rt
}

// drop is a route by which users delete what is their own.
func drop(pattern, action string, done answer, do func(context.Context, postgres.Own, *request) error) route {
	rt := newRoute(pattern, self, action)
	rt.handle = func(s *Server, r *request) (answer, error) {
		return done, s.self(r, action, func(o postgres.Own) error { return do(r.Context(), o, r) })
	}
	return rt
}

// manage is a route by which owners change who belongs to the account.
func manage[I, T any, P validated[I]](pattern, action string, read func(*body) I, do func(*Server, context.Context, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, owner, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (T, error) { return do(s, r.Context(), r, in) })
	return rt
}

// dismiss is a route by which owners remove from the account.
func dismiss(pattern, action string, do func(context.Context, postgres.Manager, *request) error) route {
	rt := newRoute(pattern, owner, action)
	rt.handle = func(s *Server, r *request) (answer, error) {
		return gone, s.manage(r, action, func(m postgres.Manager) error { return do(r.Context(), m, r) })
	}
	return rt
}

// oversee is a view for owners.
func oversee[T any](pattern string, get func(context.Context, postgres.Reader, *request) (T, error), encode encoder[T]) route {
	rt := view(pattern, get, encode)
	rt.access = owner
	return rt
}

// prove is a route on which users show more than their token: the password, a
// code.
func prove[I, T any, P validated[I]](pattern, action string, read func(*body) I, do func(*Server, context.Context, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, self, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (T, error) { return do(s, r.Context(), r, in) })
	return rt
}

// visit is a route for somebody who is not known, limited by address.
func visit[I, T any, P validated[I]](pattern, action string, read func(*body) I, do func(*Server, context.Context, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, open, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (T, error) { return do(s, r.Context(), r, in) })
	return rt
}

// nothing answers 204 whatever was done.
func nothing(*request, struct{}) answer { return gone }

// withBody reads and checks the body, does the work, and answers when it is
// committed.
func withBody[I, T any, P validated[I]](read func(*body) I, encode encoder[T], do func(*Server, *request, I) (T, error)) func(*Server, *request) (answer, error) {
	return func(s *Server, r *request) (answer, error) {
		b, err := r.readBody()
		if err != nil {
			return answer{}, err
		}
		in, err := decode[I, P](b, read)
		if err != nil {
			return answer{}, err
		}
		done, err := do(s, r, in)
		if err != nil {
			return answer{}, err
		}
		return encode(r, done), nil
	}
}

// missing tells whether a refused request was about an object that is not there.
// That comes first in the contract, but is worth a question only now: a request
// that is accepted finds out by itself. The object is looked for by the GET
// route of the same path.
func (s *Server) missing(rt route, r *request, err error) bool {
	var invalid *fault.Invalid
	refused := errors.As(err, &invalid) || errors.Is(err, errTooLarge) || errors.Is(err, errNotJSON)
	if subject, ok := s.subjects[rt.pattern]; ok && refused {
		return errors.Is(subject.found(s, r), fault.ErrNotFound)
	}
	return false
}

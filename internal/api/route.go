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
	right   identity.Right // what it asks of the caller, unless it is open
	action  string         // in the audit log; empty where nothing is changed
	ids     []string       // names of the ids in the path
	handle  func(*Server, *request) (answer, error)
	show    func(*request, postgres.Reader) (answer, error) // what a GET shows
	prove   func(*Server, *request) (answer, error)         // checks the password before a transaction begins
	patches bool                                            // a PATCH, made of the PUT of the same path
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

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// rights are what changing routes ask.
var rights = map[access]identity.Right{editor: identity.Edit, self: identity.Own, owner: identity.Manage}

func newRoute(pattern string, who access, action string) route {
	rt := route{pattern: pattern, access: who, right: rights[who], action: action}
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
	rt.right = identity.View
	rt.show = func(r *request, reader postgres.Reader) (answer, error) {
		found, err := get(r.Context(), reader, r)
		if err != nil {
			return answer{}, err
		}
		return encode(r, found), nil
	}
	rt.handle = func(_ *Server, r *request) (answer, error) { return r.look(rt, rt.right) }
	return rt
}

// by makes a view one for those who have a right.
func (rt route) by(who access, right identity.Right) route {
	rt.access, rt.right = who, right
	rt.handle = func(_ *Server, r *request) (answer, error) { return r.look(rt, right) }
	return rt
}

// inspect is a view for those who may write.
func inspect[T any](pattern string, get func(context.Context, postgres.Reader, *request) (T, error), encode encoder[T]) route {
	return view(pattern, get, encode).by(editor, identity.Inspect)
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

// leave is the route by which a key ends itself.
func leave(pattern, action string, done answer, do func(context.Context, postgres.Own, *request) error) route {
	rt := newRoute(pattern, self, action)
	rt.right = identity.Leave
	rt.handle = func(_ *Server, r *request) (answer, error) {
		return done, r.scope.Leave(r.Context(), action, func(o postgres.Own) error { return do(r.Context(), o, r) })
	}
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
	return view(pattern, get, encode).by(owner, identity.Oversee)
}

// prove is a route on which users show more than their token: a code, or the
// password, which is checked before a transaction begins, since that takes long.
func prove[I, T any, P validated[I]](pattern, action string, read func(*body) I, password passwordOf[I], do func(*Server, context.Context, *request, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, self, action)
	rt.handle = withBody[I, T, P](read, encode, func(s *Server, r *request, in I) (none T, err error) {
		if err := password.prove(s, r, in); err != nil {
			return none, err
		}
		return do(s, r.Context(), r, in)
	})
	if password != nil {
		rt.prove = withBody[I, struct{}, P](read, nothing, func(s *Server, r *request, in I) (none struct{}, err error) {
			return none, password.prove(s, r, in)
		})
	}
	return rt
}

// passwordOf finds the password that an input shows, and the name of its field.
type passwordOf[I any] func(I) (field, password string)

func (p passwordOf[I]) prove(s *Server, r *request, in I) error {
	if p == nil {
		return nil
	}
	field, given := p(in)
	return s.provePassword(r.Context(), r, field, given)
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

// missing tells why a refused request was about an object that is not there.
// That comes first in the contract, but is worth a question only now: a request
// that is accepted finds out by itself. The object is looked for by the GET
// route of the same path.
func (s *Server) missing(rt route, r *request, err error) error {
	var invalid *fault.Invalid
	refused := errors.As(err, &invalid) || errors.Is(err, errTooLarge) || errors.Is(err, errNotJSON)
	subject, ok := s.subjects[rt.pattern]
	if !ok || !refused {
		return nil
	}
	if _, err := r.look(subject, rt.right); errors.Is(err, fault.ErrNotFound) || errors.Is(err, postgres.ErrRefused) {
		return err
	}
	return nil
}

// look shows the object of a GET route to whoever has a right. A change looks by
// its own right, so that a key for writing only can do it; what it sees is for the
// program, not for the caller.
func (r *request) look(rt route, right identity.Right) (answer, error) {
	reader, err := r.scope.View(right)
	if err != nil {
		return answer{}, err
	}
	return rt.show(r, reader)
}

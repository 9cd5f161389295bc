package api

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// A route is a row of the specification's table of endpoints.
type route struct {
	pattern string
	access  access
	right   identity.Right // required, unless anybody may call it
	action  catalog.Action // in the log; empty without a change
	ids     []string       // names of the ids in the path
	handle  func(*Server, *request) (answer, error)
	show    func(*request, postgres.Reader) (answer, error) // what a GET shows
	prove   func(*Server, *request) (answer, error)         // checks a password before a transaction begins
	patches bool                                            // derived from the PUT of the same path
	prepare func(*Server, *request) (*attached, error)      // stores a file before a transaction begins
	sends   bool                                            // receives files, which are counted with those that are fetched
	bytes   bool                                            // answers with bytes, which have a limit of their own
	many    bool                                            // makes several changes, all or none
	visits  bool                                            // shows what is shared, to anybody
}

// access says who may call a route, and so which right it needs.
type access interface {
	reading() identity.Right
	changing() identity.Right
}

// by is the access of those who change things with a C. The compiler enforces it:
// only owners get a Manager.
type by[C any] int

const (
	anybody  by[none]              = iota // limited by address
	member   by[postgres.Reader]   = iota // any member of the account
	editor   by[postgres.Writer]   = iota // owners and editors
	sharer   by[postgres.Sharer]   = iota // the same, to show something to people without an account
	proposer by[postgres.Proposer] = iota // any member, to suggest what others decide
	self     by[postgres.Own]      = iota // any member, for their own settings
	owner    by[postgres.Manager]  = iota // owners
	holder   by[postgres.Leaver]   = iota // the holder of a key, to revoke it
)

// none is what anonymous callers get.
type none struct{}

func (b by[C]) reading() identity.Right {
	return map[int]identity.Right{int(editor): identity.Inspect, int(sharer): identity.Inspect, int(owner): identity.Oversee}[int(b)] // otherwise View
}

func (b by[C]) changing() identity.Right {
	return map[int]identity.Right{int(editor): identity.Edit, int(sharer): identity.Share, int(self): identity.Own, int(proposer): identity.Propose, int(owner): identity.Manage, int(holder): identity.Leave}[int(b)]
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

func newRoute(pattern string, who access, right identity.Right, action catalog.Action) route {
	rt := route{pattern: pattern, access: who, right: right, action: action}
	for _, m := range placeholder.FindAllStringSubmatch(pattern, -1) {
		if m[1] != "token" && m[1] != "uuid" && m[1] != "sha256" && m[1] != "code" { // the path parameters that are not ids
			rt.ids = append(rt.ids, m[1])
		}
	}
	return rt
}

// lasts reports whether a route moves something to the trash or out of it, which may take
// longer than other requests.
func (rt route) lasts() bool {
	return strings.HasPrefix(rt.pattern, "DELETE ") || rt.action == catalog.TrashRestored
}

// read is a route that shows something.
func read[T any](who access, pattern string, get reading[T], encode encoder[T]) route {
	rt := newRoute(pattern, who, who.reading(), "")
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

// write is a route that makes one change.
func write[C postgres.Changer, T any](who by[C], pattern string, action catalog.Action, change changing[C, T], encode encoder[T]) route {
	rt := newRoute(pattern, who, who.changing(), action)
	rt.handle = func(_ *Server, r *request) (answer, error) {
		do, err := change(r)
		if err != nil {
			return answer{}, err
		}
		var done T
		err = postgres.Change(r.Context(), r.Scope, action, func(c C) (err error) {
			done, err = do(r.Context(), c)
			return err
		})
		if err != nil {
			return answer{}, err
		}
		return encode(r, done), nil
	}
	return rt
}

// use is a route to a use case, which makes its own changes. If the body contains
// a password, a careful request proves it before its transaction, because hashing
// is slow.
func use[I, T any, P validated[I]](who access, pattern string, action catalog.Action, input func(*body) I, do func(*account.Accounts, context.Context, *account.Member, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, who, who.changing(), action)
	rt.handle = withBody[I, T, P](input, encode, func(s *Server, r *request, in I) (T, error) {
		return do(s.accounts, r.Context(), &r.Member, in)
	})
	if _, proves := any(*new(I)).(identity.Proof); proves {
		rt.prove = withBody[I, struct{}, P](input, nothing, func(s *Server, r *request, in I) (struct{}, error) {
			return struct{}{}, s.accounts.Prove(r.Context(), &r.Member, any(in).(identity.Proof))
		})
	}
	return rt
}

// visit is a route to a use case for anybody.
func visit[I, T any, P validated[I]](pattern string, action catalog.Action, input func(*body) I, do func(*account.Accounts, context.Context, account.Visitor, I) (T, error), encode encoder[T]) route {
	rt := newRoute(pattern, anybody, 0, action)
	rt.handle = withBody[I, T, P](input, encode, func(s *Server, r *request, in I) (T, error) {
		return do(s.accounts, r.Context(), r.Visitor, in)
	})
	return rt
}

// done adapts a use case without a result.
func done[W, I any](do func(*account.Accounts, context.Context, W, I) error) func(*account.Accounts, context.Context, W, I) (struct{}, error) {
	return func(a *account.Accounts, ctx context.Context, who W, in I) (struct{}, error) {
		return struct{}{}, do(a, ctx, who, in)
	}
}

func nothing(*request, struct{}) answer { return gone }

// trashed answers 204, and names the entry in the trash.
func trashed(_ *request, entry int64) answer {
	return answer{status: http.StatusNoContent, trash: entry}
}

// missing reports whether a refused request was about an object that does not
// exist. That takes precedence in the contract, but is only checked now: accepted
// requests find out by themselves. The GET route of the same path looks the
// object up.
func (s *Server) missing(rt route, r *request, err error) error {
	var invalid *fault.Invalid
	refused := errors.As(err, &invalid) || errors.Is(err, errTooLarge) || errors.Is(err, errNotJSON) || errors.Is(err, errNotUpload)
	subject, ok := s.subjects[rt.pattern]
	if !ok || !refused {
		return nil
	}
	if _, err := r.look(subject, rt.right); errors.Is(err, fault.ErrNotFound) || errors.Is(err, postgres.ErrRefused) {
		return err
	}
	return nil
}

// look reads the object of a GET route under a right. A change uses its own
// right, so that a write-only key can do it; the result is for the program, not
// the caller.
func (r *request) look(rt route, right identity.Right) (answer, error) {
	reader, err := r.View(right)
	if err != nil {
		return answer{}, err
	}
	return rt.show(r, reader)
}

package api

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

// These functions turn methods of Reader and Writer into handlers of plain
// resources. Ids come from the path, in its order; functions with In are for
// objects within another, whose id comes first.

// reading reads what a route shows.
type reading[T any] func(context.Context, postgres.Reader, *request) (T, error)

func list[T any](do func(context.Context, postgres.Reader, catalog.Paging) (catalog.Page[T], error)) reading[catalog.Page[T]] {
	return func(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[T], error) {
		return do(ctx, r, req.page())
	}
}

// listNamed is a list that can be searched by name.
func listNamed[T any](do func(context.Context, postgres.Reader, catalog.Search, catalog.Paging) (catalog.Page[T], error)) reading[catalog.Page[T]] {
	return func(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[T], error) {
		f := filter{query: req.query()}
		search := f.search("q")
		if err := f.wrong.Err(); err != nil {
			return catalog.Page[T]{}, err
		}
		return do(ctx, r, search, req.page())
	}
}

func listIn[T any](do func(context.Context, postgres.Reader, int64, catalog.Paging) (catalog.Page[T], error)) reading[catalog.Page[T]] {
	return func(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[T], error) {
		return do(ctx, r, req.nth(0), req.page())
	}
}

func get[T any](do func(context.Context, postgres.Reader, int64) (T, error)) reading[T] {
	return func(ctx context.Context, r postgres.Reader, req *request) (T, error) { return do(ctx, r, req.nth(0)) }
}

func getIn[T any](do func(context.Context, postgres.Reader, int64, int64) (T, error)) reading[T] {
	return func(ctx context.Context, r postgres.Reader, req *request) (T, error) {
		return do(ctx, r, req.nth(0), req.nth(1))
	}
}

// mine reads what belongs to the caller.
func mine[T any](do func(context.Context, postgres.Reader) (T, error)) reading[T] {
	return func(ctx context.Context, r postgres.Reader, _ *request) (T, error) { return do(ctx, r) }
}

// changing reads the request and returns the change for a C to make.
type changing[C, T any] func(*request) (func(context.Context, C) (T, error), error)

func create[C, I, T any, P validated[I]](input func(*body) I, do func(context.Context, C, I) (T, error)) changing[C, T] {
	return with[C, I, T, P](input, func(ctx context.Context, c C, _ *request, in I) (T, error) { return do(ctx, c, in) })
}

func createIn[C, I, T any, P validated[I]](input func(*body) I, do func(context.Context, C, int64, I) (T, error)) changing[C, T] {
	return update[C, I, T, P](input, do)
}

func update[C, I, T any, P validated[I]](input func(*body) I, do func(context.Context, C, int64, I) (T, error)) changing[C, T] {
	return with[C, I, T, P](input, func(ctx context.Context, c C, req *request, in I) (T, error) { return do(ctx, c, req.nth(0), in) })
}

func updateIn[C, I, T any, P validated[I]](input func(*body) I, do func(context.Context, C, int64, int64, I) (T, error)) changing[C, T] {
	return with[C, I, T, P](input, func(ctx context.Context, c C, req *request, in I) (T, error) {
		return do(ctx, c, req.nth(0), req.nth(1), in)
	})
}

func remove[C any](do func(context.Context, C, int64) error) changing[C, struct{}] {
	return without(func(ctx context.Context, c C, req *request) error { return do(ctx, c, req.nth(0)) })
}

func removeIn[C any](do func(context.Context, C, int64, int64) error) changing[C, struct{}] {
	return without(func(ctx context.Context, c C, req *request) error { return do(ctx, c, req.nth(0), req.nth(1)) })
}

// discard is remove for what goes to the trash; its result is the entry there.
func discard(do func(context.Context, postgres.Writer, int64) error) changing[postgres.Writer, int64] {
	return discarding(func(ctx context.Context, w postgres.Writer, req *request) error { return do(ctx, w, req.nth(0)) })
}

func discardIn(do func(context.Context, postgres.Writer, int64, int64) error) changing[postgres.Writer, int64] {
	return discarding(func(ctx context.Context, w postgres.Writer, req *request) error {
		return do(ctx, w, req.nth(0), req.nth(1))
	})
}

func discarding(do func(context.Context, postgres.Writer, *request) error) changing[postgres.Writer, int64] {
	return func(req *request) (func(context.Context, postgres.Writer) (int64, error), error) {
		return func(ctx context.Context, w postgres.Writer) (int64, error) {
			err := do(ctx, w, req)
			return postgres.Trashed(w), err
		}, nil
	}
}

// with is a change by a body, which is read and checked first.
func with[C, I, T any, P validated[I]](input func(*body) I, do func(context.Context, C, *request, I) (T, error)) changing[C, T] {
	return func(req *request) (func(context.Context, C) (T, error), error) {
		in, err := readInput[I, P](req, input)
		return func(ctx context.Context, c C) (T, error) { return do(ctx, c, req, in) }, err
	}
}

// without is a change without body or result.
func without[C any](do func(context.Context, C, *request) error) changing[C, struct{}] {
	return func(req *request) (func(context.Context, C) (struct{}, error), error) {
		return func(ctx context.Context, c C) (struct{}, error) { return struct{}{}, do(ctx, c, req) }, nil
	}
}

// readInput reads the body and checks it.
func readInput[I any, P validated[I]](r *request, input func(*body) I) (none I, _ error) {
	b, err := r.readBody()
	if err != nil {
		return none, err
	}
	return decode[I, P](b, input)
}

// withBody reads and checks the body, does the work, and answers after the
// commit.
func withBody[I, T any, P validated[I]](input func(*body) I, encode encoder[T], do func(*Server, *request, I) (T, error)) func(*Server, *request) (answer, error) {
	return func(s *Server, r *request) (answer, error) {
		in, err := readInput[I, P](r, input)
		if err != nil {
			return answer{}, err
		}
		made, err := do(s, r, in)
		if err != nil {
			return answer{}, err
		}
		return encode(r, made), nil
	}
}

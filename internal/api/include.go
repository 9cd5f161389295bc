package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
)

// extra is an optional addition to a GET. Find reads the data that it needs.
type extra[T any] struct {
	word string
	find func(context.Context, postgres.Reader, *request, T) (func(resource) any, error)
}

// including allows a GET to include extras: include=urls,summary. Such an answer can change without
// its object, so it has no ETag.
func including[T any](get reading[T], extras ...extra[T]) reading[T] {
	return func(ctx context.Context, r postgres.Reader, req *request) (T, error) {
		asked := req.Method == http.MethodGet || req.Method == http.MethodHead // a change reads the object as it is
		list := ""
		if asked && req.URL.RawQuery != "" {
			list = strings.TrimSpace(req.parameters().Get("include"))
		}
		found, err := get(ctx, r, req)
		if list == "" || err != nil {
			return found, err
		}
		wanted, err := among(list, extras)
		if err != nil {
			return found, err
		}
		shown := make([]func(resource) any, len(wanted))
		for i, e := range wanted {
			if shown[i], err = e.find(ctx, r, req, found); err != nil {
				return found, err
			}
		}
		req.siblings = func(o resource) (all attributes) {
			for i, e := range wanted {
				all = append(all, attribute{e.word, shown[i](o)})
			}
			return all
		}
		return found, nil
	}
}

// among are the extras named in a list, in their own order.
func among[T any](list string, extras []extra[T]) (wanted []extra[T], err error) {
	words := strings.Split(list, ",")
	var known []string
	for _, e := range extras {
		known = append(known, e.word)
		if slices.Contains(words, e.word) {
			wanted = append(wanted, e)
		}
	}
	if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(known, w) }) {
		return nil, fault.On("include", "The include parameter must be "+strings.Join(known, " or ")+".")
	}
	return wanted, nil
}

// signedURLs adds the signed addresses of files. Find looks the files up; nil if the objects have them.
func signedURLs[T any](find func(context.Context, postgres.Reader, T) (map[int64]signable, error)) extra[T] {
	return extra[T]{"urls", func(ctx context.Context, r postgres.Reader, req *request, found T) (func(resource) any, error) {
		if find == nil {
			return func(o resource) any { return req.urls(o.file) }, nil
		}
		files, err := find(ctx, r, found)
		return func(o resource) any { return req.urls(files[o.id]) }, err
	}}
}

// summary adds the sums of an object's contents.
func summary[T, S any](ids func(T) []int64, read func(context.Context, postgres.Reader, []int64) (map[int64]S, error), show func(S) nested) extra[T] {
	return extra[T]{"summary", func(ctx context.Context, r postgres.Reader, _ *request, found T) (func(resource) any, error) {
		all, err := read(ctx, r, ids(found))
		return func(o resource) any { return show(all[o.id]) }, err
	}}
}

// each lists the ids of a page.
func each[T any](id func(T) int64) func(catalog.Page[T]) []int64 {
	return func(p catalog.Page[T]) []int64 {
		all := make([]int64, len(p.Items))
		for i, item := range p.Items {
			all[i] = id(item)
		}
		return all
	}
}

// alone is the id of one object as a list.
func alone[T any](id func(T) int64) func(T) []int64 {
	return func(v T) []int64 { return []int64{id(v)} }
}

package api

import (
	"context"
	"net/http"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/postgres"
)

// including lets a GET ask for more than the attributes: include=urls adds the
// signed addresses of files. Find looks up what that takes besides what was read; nil
// if the objects know their files. Such an answer differs from one caller to the
// next, so it has no ETag.
func including[T any](get reading[T], word string, find func(context.Context, postgres.Reader, T) (map[int64]signable, error)) reading[T] {
	return func(ctx context.Context, r postgres.Reader, req *request) (T, error) {
		asked := req.Method == http.MethodGet || req.Method == http.MethodHead // a change reads the object as it is
		list := ""
		if asked && req.URL.RawQuery != "" {
			list = strings.TrimSpace(req.query().Get("include"))
		}
		if list == "" {
			return get(ctx, r, req)
		}
		found, err := get(ctx, r, req)
		if err == nil && list != word {
			err = fault.On("include", "The include parameter must be "+word+".")
		}
		if err != nil {
			return found, err
		}
		files := map[int64]signable{}
		if find != nil {
			if files, err = find(ctx, r, found); err != nil {
				return found, err
			}
		}
		req.siblings = func(o resource) attributes {
			if find != nil {
				o.file = files[o.id]
			}
			return attributes{{"urls", req.urls(o.file)}}
		}
		return found, nil
	}
}

package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// request is an HTTP request with what handlers need.
type request struct {
	*http.Request
	account.Member // the caller; only the Visitor on routes for anybody

	sent    map[string]jsontext.Value // the members of the body
	patched *body                     // the merged body of a PATCH
	strict  *vocabulary               // of a strict request
	names   []string                  // of the ids in the path
	ids     []int64
	values  url.Values
	obeyed  url.Values // the same, merged with those of a view

	now      time.Time
	quota    int64                     // bytes that an account may store; 0 is no limit
	attached *attached                 // the file that a change names
	batch    *batch                    // the batch that this request is or belongs to
	siblings func(resource) attributes // that a list or object was asked to include
}

// id is an id of the path by name; 0 if there is none.
func (r *request) id(name string) int64 {
	if i := slices.Index(r.names, name); i >= 0 {
		return r.ids[i]
	}
	return 0
}

// nth is an id of the path by position.
func (r *request) nth(i int) int64 { return r.ids[i] }

// query is the query string, parsed once.
func (r *request) query() url.Values {
	if r.values == nil {
		r.values = r.URL.Query()
	}
	return r.values
}

// page is the requested page.
func (r *request) page() catalog.Paging {
	if r.URL.RawQuery == "" {
		return catalog.Paging{Number: 1, PerPage: defaultPerPage}
	}
	return paging(r.parameters())
}

// readIDs reads the ids of the path. An invalid one is not found.
func (r *request) readIDs(names []string) error {
	r.names, r.ids = names, make([]int64, len(names))
	for i, name := range names {
		id, ok := parseID(r.PathValue(name))
		if !ok {
			return fault.ErrNotFound
		}
		r.ids[i] = id
	}
	return nil
}

// parseID reads [1-9][0-9]* within 63 bits.
func parseID(s string) (int64, bool) {
	if s == "" || s[0] < '1' || s[0] > '9' || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	id, err := strconv.ParseInt(s, 10, 64)
	return id, err == nil
}

package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// request is an HTTP request with what every handler wants to know of it.
type request struct {
	*http.Request
	out   *recorder      // is told who is calling
	actor identity.Actor // nobody on open routes
	base  string         // scheme and host of links

	tokenHash []byte
	known     bool           // the database was asked who is calling
	scope     postgres.Scope // what the caller may do, by itself or within the careful transaction

	careful *postgres.Careful // the transaction that the change is a part of
	secrets *postgres.Secrets // what the password that was shown was held against
	guessed bool              // a wrong password or code was shown
	patched *body             // what a PATCH makes of the object and the request
	strict  *vocabulary       // of a request that wants to be held to it
	ids     map[string]int64
	values  url.Values
}

// id is an integer of the path. All of them are known to be ids by then.
func (r *request) id(name string) int64 { return r.ids[name] }

// query is the query string, parsed once.
func (r *request) query() url.Values {
	if r.values == nil {
		r.values = r.URL.Query()
	}
	return r.values
}

// page is the page of a list that is asked for.
func (r *request) page() catalog.Paging {
	if r.URL.RawQuery == "" {
		return catalog.Paging{Number: 1, PerPage: defaultPerPage}
	}
	return paging(r.query())
}

// readIDs reads the ids of the path. What is no id names nothing.
func (r *request) readIDs(names []string) error {
	r.ids = make(map[string]int64, len(names))
	for _, name := range names {
		id, ok := parseID(r.PathValue(name))
		if !ok {
			return fault.ErrNotFound
		}
		r.ids[name] = id
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

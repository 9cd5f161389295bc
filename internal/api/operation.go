package api

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// operation is a request within a batch.
type operation struct {
	method, path, ifMatch string
	content               jsontext.Value // the body; nil if there is none
	route                 route          // none if there is no such path
}

// changes are the methods of operations.
var changes = []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// unbatched are the paths where editors change more than the catalogue: the trash, sharing, what others
// propose, or much at once.
var unbatched = regexp.MustCompile(`^/api/(trash|imports|proposals|collection-types/import)(/|$)|/share-links(/|$)`)

// batched reports whether a route may be part of a batch: it must be a logged change by editors.
func (rt route) batched() bool {
	_, path, _ := strings.Cut(rt.pattern, " ")
	return (rt.right == identity.Edit || rt.right == identity.Amend) && rt.action != "" && !unbatched.MatchString(path)
}

// plainPath is a path without host, query, escapes and detours.
var plainPath = regexp.MustCompile(`^(/[A-Za-z0-9_$-]+)+$`)

// readOperation reads an operation and finds its route.
func (s *Server) readOperation(wrong *fault.Invalid, i int, given jsontext.Value, strict bool) (o operation) {
	members, err := parseObject(given, maxDepth)
	if err != nil {
		wrong.Add("operations", "Each of the operations must be an object with a method and a path.")
		return o
	}
	b := &body{members: members}
	if strict {
		b.strict = &vocabulary{}
	}
	o.method, o.path, o.ifMatch = b.secret("method"), b.secret("path"), b.secret("if_match")
	if content, given := b.get("body"); given {
		o.content = content
	}
	b.refuseUnknown()
	if len(b.wrong.Fields) == 0 {
		s.findRoute(&b.wrong, &o)
	}
	for _, f := range b.wrong.Fields {
		for _, m := range f.Messages {
			wrong.Add("operations."+strconv.Itoa(i)+"."+f.Name, m.Rule, m.Args...)
		}
	}
	return o
}

// findRoute finds the route of an operation. A path that does not exist has none.
func (s *Server) findRoute(wrong *fault.Invalid, o *operation) {
	if !slices.Contains(changes, o.method) {
		wrong.Add("method", "The method must be POST, PUT, PATCH or DELETE.")
	}
	if !plainPath.MatchString(o.path) {
		wrong.Add("path", "The path must be one of this API, without a host, a query or escapes.")
	}
	if len(wrong.Fields) > 0 {
		return
	}
	var found bool
	if o.route, found = s.table[s.patternOf(o.method, o.path)]; found {
		if !o.route.batched() {
			wrong.Add("path", "This cannot be part of a batch.")
		}
		return
	}
	for _, other := range append([]string{http.MethodGet}, changes...) {
		if s.patternOf(other, o.path) != "" {
			wrong.Add("method", "The path does not have this method.")
			return
		}
	}
}

// patternOf finds the pattern of a route. A reference counts as an id.
func (s *Server) patternOf(method, path string) string {
	if !strings.HasPrefix(path, "/api/") {
		return ""
	}
	_, pattern := s.Mux().Handler(&http.Request{Method: method, URL: &url.URL{Path: inPath.ReplaceAllString(path, "/1")}})
	return pattern
}

func bodyOf(content jsontext.Value) io.ReadCloser { return io.NopCloser(bytes.NewReader(content)) }

// sortedNames are the names of members, sorted.
func sortedNames(members map[string]jsontext.Value) []string {
	return slices.Sorted(maps.Keys(members))
}

package api

import (
	stdjson "encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"

	"vitrine/internal/catalog"
)

// An answer is complete before its first byte is sent, so nothing can fail after the status.
type answer struct {
	status int
	body   []byte
	single bool  // a single object, which has an ETag
	since  int64 // the time of its last change, in full precision
	secret bool  // contains a secret that is shown only once
	trash  int64 // the entry that a deletion has made

	caching string // for visitors, as Cache-Control

	content *content // bytes instead of a body
}

// send sends an answer, or 304 if the client already has it.
func send(w http.ResponseWriter, r *http.Request, a answer) {
	if a.content != nil {
		a.content.send(w, r)
		return
	}
	h := w.Header()
	switch {
	case a.caching != "":
		h["Cache-Control"] = []string{a.caching}
	case a.single:
		h["Cache-Control"] = revalidated
	}
	if a.single {
		tag := a.etag()
		h["Etag"] = []string{tag}
		if (r.Method == http.MethodGet || r.Method == http.MethodHead) && matches(r.Header.Values("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if len(a.body) > 0 {
		h["Content-Type"] = jsonText
	}
	if a.trash != 0 {
		h["X-Trash-Entry"] = []string{strconv.FormatInt(a.trash, 10)}
	}
	if len(a.body) > countedByHTTP && r.Method != http.MethodHead {
		h["Content-Length"] = []string{strconv.Itoa(len(a.body))}
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead && len(a.body) > 0 {
		_, _ = w.Write(a.body) // the client may be gone
	}
}

// countedByHTTP is the longest body whose length net/http adds itself. Longer
// ones would be sent in chunks.
const countedByHTTP = 2048

// Shared header values. They are never modified: net/http only reads them, and
// adding a value makes a new slice.
var (
	jsonText    = []string{"application/json; charset=utf-8"}
	revalidated = []string{"private, no-cache"}
	notStored   = []string{"no-store"}
)

// A resource is an object as the API shows it.
type resource struct {
	kind       string
	id         int64
	name       string // used instead of an id where there is none
	self       string
	attributes attributes
	context    attributes // further information for readers, in its own member
	links      []link     // besides self
	file       signable   // for the addresses of include=urls
}

// since is the time of the last change.
func (r resource) since() int64 {
	for _, a := range r.attributes {
		if at, ok := a.value.(time.Time); ok && a.name == "updated_at" {
			return at.UnixNano()
		}
	}
	return 0
}

// attributes are shown in the order written.
type attributes []attribute

type attribute struct {
	name  string
	value any
}

type link struct{ name, path string }

// encoder turns a handler's result into an answer.
type encoder[T any] func(*request, T) answer

// one answers 200 with a single object.
func one[T any](present func(T) resource) encoder[T] { return single(http.StatusOK, plain(present)) }

// created answers 201 with a single object.
func created[T any](present func(T) resource) encoder[T] {
	return single(http.StatusCreated, plain(present))
}

// presenter shows an object; most do not depend on the request.
type presenter[T any] func(*request, T) resource

func plain[T any](present func(T) resource) presenter[T] {
	return func(_ *request, v T) resource { return present(v) }
}

func single[T any](status int, present presenter[T]) encoder[T] {
	return func(r *request, v T) answer {
		shown := present(r, v)
		out := appendResource(append(make([]byte, 0, 512), `{"data":`...), r, shown)
		return answer{status: status, body: append(out, '}'), single: r.siblings == nil, since: shown.since()}
	}
}

// outcome answers 200 with the result of a change, which cannot be fetched again.
func outcome[T any](present func(T) resource) encoder[T] {
	encode := one(present)
	return func(r *request, v T) answer {
		a := encode(r, v)
		a.single = false
		return a
	}
}

// shownOnce answers 200 with an object that is not shown again.
func shownOnce[T any](present func(T) resource) encoder[T] {
	encode := one(present)
	return func(r *request, v T) answer {
		a := encode(r, v)
		a.single, a.secret = false, true
		return a
	}
}

// many answers 200 with a page of objects.
func many[T any](present func(T) resource) encoder[catalog.Page[T]] { return pageOf(plain(present)) }

func pageOf[T any](present presenter[T]) encoder[catalog.Page[T]] {
	return func(r *request, p catalog.Page[T]) answer {
		out := append(make([]byte, 0, 1024+512*len(p.Items)), `{"data":`...)
		out = appendList(out, r, p.Items, present)
		return answer{status: http.StatusOK, body: appendPaging(out, r, p)}
	}
}

// every answers 200 with an unpaged list.
func every[T any](present func(T) resource) encoder[[]T] {
	return func(r *request, items []T) answer {
		out := appendList([]byte(`{"data":`), r, items, plain(present))
		return answer{status: http.StatusOK, body: append(out, '}')}
	}
}

func appendList[T any](out []byte, r *request, items []T, present presenter[T]) []byte {
	out = append(out, '[')
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendResource(out, r, present(r, item))
	}
	return append(out, ']')
}

func appendResource(out []byte, req *request, r resource) []byte {
	out = appendString(append(out, `{"type":`...), r.kind)
	out = append(out, `,"id":`...)
	if r.name != "" {
		out = appendString(out, r.name)
	} else {
		out = append(strconv.AppendInt(append(out, '"'), r.id, 10), '"')
	}
	out = append(out, `,"attributes":{`...)
	for i, a := range r.attributes {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendMember(out, a.name, a.value)
	}
	out = append(out, '}')
	if r.context != nil {
		out = append(out, `,"context":{`...)
		for i, a := range r.context {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendMember(out, a.name, a.value)
		}
		out = append(out, '}')
	}
	if req.siblings != nil {
		for _, a := range req.siblings(r) {
			out = appendMember(append(out, ','), a.name, a.value)
		}
	}
	out = appendString(append(out, `,"links":{"self":`...), req.Base+r.self)
	for _, l := range r.links {
		out = append(appendString(append(out, ','), l.name), ':')
		out = appendString(out, req.Base+l.path)
	}
	return append(out, `}}`...)
}

func appendMember(out []byte, name string, value any) []byte {
	return appendValue(append(appendString(out, name), ':'), value)
}

// appendValue writes an attribute: texts, numbers, times as Unix seconds, ids as
// strings, any of them possibly absent.
func appendValue(out []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(out, "null"...)
	case string:
		return appendString(out, v)
	case *string:
		if v == nil {
			return append(out, "null"...)
		}
		return appendString(out, *v)
	case bool:
		return strconv.AppendBool(out, v)
	case int:
		return strconv.AppendInt(out, int64(v), 10)
	case int64:
		return strconv.AppendInt(out, v, 10)
	case *int64:
		if v == nil {
			return append(out, "null"...)
		}
		return strconv.AppendInt(out, *v, 10)
	case time.Time:
		return strconv.AppendInt(out, v.Unix(), 10)
	case *time.Time:
		if v == nil {
			return append(out, "null"...)
		}
		return strconv.AppendInt(out, v.Unix(), 10)
	case stdjson.RawMessage:
		return append(out, v...)
	case ref:
		if v.id == nil {
			return append(out, "null"...)
		}
		return append(strconv.AppendInt(append(out, '"'), *v.id, 10), '"')
	case refs:
		out = append(out, '[')
		for i, id := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendValue(out, ref{&id})
		}
		return append(out, ']')
	}
	encoded, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		panic(err) // an unencodable attribute is a programming error
	}
	return append(out, encoded...)
}

// ref is the id of another object: a string, or null.
type ref struct{ id *int64 }

// refs are the ids of other objects.
type refs []int64

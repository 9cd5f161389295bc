package api

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// A batch is several operations in one request and one transaction: all of them are
// done, or none. Each runs the handler of its own route, as if it were sent alone.

var batches = []route{batchRoute("POST /api/batch")}

const (
	maxOperations = 100
	batchTime     = 25 * time.Second
)

func batchRoute(pattern string) route {
	rt := newRoute(pattern, editor, identity.Edit, "")
	rt.many, rt.prove, rt.handle = true, readBatch, runBatch
	return rt
}

// batch is the operations of a request, and their results so far.
type batch struct {
	operations []operation
	done       []answer
	stored     []func(error) // settles the bytes that operations have stored
}

// settle keeps or removes bytes stored for operations, depending on how the batch ended.
func (b *batch) settle(err error) {
	for _, settle := range b.stored {
		settle(err)
	}
	b.stored = nil
}

// limited sets the time limit of a batch, and returns a function that ends it. A client that hangs up
// does not stop the batch.
func (r *request) limited(to time.Duration) (end func()) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), to)
	r.Request = r.WithContext(ctx)
	return cancel
}

// readBatch reads the operations and checks everything that can be checked beforehand.
func readBatch(s *Server, r *request) (answer, error) {
	b, err := r.readBody()
	if err != nil {
		return answer{}, err
	}
	list, _ := b.get("operations")
	given, err := elements(list)
	if err != nil || len(given) < 1 || len(given) > maxOperations {
		return answer{}, fault.On("operations", "The operations field must be an array of 1 to %d operations.", maxOperations)
	}
	b.refuseUnknown()
	r.batch = &batch{operations: make([]operation, len(given))}
	for i, one := range given {
		r.batch.operations[i] = s.readOperation(&b.wrong, i, one, r.strict != nil)
		r.batch.checkReferences(&b.wrong, i)
	}
	return answer{}, b.wrong.Err()
}

// runBatch runs all operations in a transaction that is rolled back if one fails. It may run again
// after a conflict, so it resets the results.
func runBatch(s *Server, r *request) (_ answer, err error) {
	inVain := func() { r.batch.settle(fault.ErrNotFound) }
	inVain()
	r.batch.done = nil
	for i := range r.batch.operations {
		a, err := s.operate(r, i)
		if over := r.Context().Err(); over != nil {
			err = &fault.Unavailable{After: time.Second, Cause: over}
		}
		if err != nil || a.status >= http.StatusBadRequest {
			inVain()
			return answer{}, &partError{number: i, refusal: a, error: err}
		}
		r.batch.done = append(r.batch.done, a)
	}
	return answer{status: http.StatusOK, body: appendDone(nil, r.batch.done)}, nil
}

// operate does one operation as a request of its own.
func (s *Server) operate(r *request, i int) (answer, error) {
	o := r.batch.operations[i]
	path, content, err := r.batch.filled(i)
	if err != nil {
		return answer{}, err
	}
	if o.route.handle == nil || !o.route.right.Allows(r.Actor) {
		return answer{}, fault.ErrNotFound
	}
	return s.admitted(http.Header{}, o.route, r.part(o, int64(i), path, content))
}

// part is the request of an operation.
func (r *request) part(o operation, number int64, path string, content jsontext.Value) *request {
	h := http.Header{"Content-Type": jsonText, "Prefer": r.Header["Prefer"]}
	if o.ifMatch != "" {
		h.Set("If-Match", o.ifMatch)
	}
	req := (&http.Request{Method: o.method, URL: &url.URL{Path: path}, Header: h, Body: bodyOf(content), ContentLength: int64(len(content))}).WithContext(r.Context())
	given := strings.Split(path, "/")
	_, pattern, _ := strings.Cut(o.route.pattern, " ")
	for i, segment := range strings.Split(pattern, "/") {
		if placeholder.MatchString(segment) {
			req.SetPathValue(strings.Trim(segment, "{}"), given[i])
		}
	}
	alone := &request{Request: req, Member: r.Member, now: r.now, quota: r.quota, batch: r.batch}
	alone.Operation = &number
	return alone
}

// appendDone writes the answers of the operations.
func appendDone(out []byte, done []answer) []byte {
	out = append(out, `{"data":[`...)
	for i, a := range done {
		if i > 0 {
			out = append(out, ',')
		}
		var etag *string
		if a.single {
			etag = new(a.etag())
		}
		var entry *int64
		if a.trash != 0 {
			entry = &a.trash
		}
		out = appendMember(append(out, '{'), "status", a.status)
		out = appendMember(append(out, ','), "etag", etag)
		out = appendMember(append(out, ','), "trash_entry", ref{entry})
		out = append(out, `,"body":`...)
		if len(a.body) == 0 {
			out = append(out, "null"...)
		}
		out = append(append(out, a.body...), '}')
	}
	return append(out, `]}`...)
}

// partError is the error or the refusal of an operation.
type partError struct {
	number  int
	refusal answer
	error
}

func (e *partError) Unwrap() error { return e.error }

func (e *partError) Error() string {
	if e.error == nil {
		return "operation " + strconv.Itoa(e.number) + " is refused"
	}
	return "operation " + strconv.Itoa(e.number) + ": " + e.error.Error()
}

// answer is the answer of the failed operation, with its number.
func (e *partError) answer(h http.Header) (a answer, unknown bool) {
	a = e.refusal
	if e.error != nil {
		a, unknown = fail(h, e.error)
	}
	out := append([]byte(nil), a.body[:len(a.body)-1]...)
	return answer{status: a.status, body: append(appendMember(append(out, ','), "operation", e.number), '}')}, unknown
}

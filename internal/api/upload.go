package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/spool"
)

const (
	maxParts      = 40
	uploadTimeout = 5 * time.Minute // for 25 MiB over a slow line
)

var (
	errNotUpload = errors.New("the body is neither a form nor JSON")
	errCutOff    = fault.On("file", "The upload broke off. Please try again.")
	errForm      = fault.On("body", "The form must consist of at most 40 fields in UTF-8, each given once, of at most 64 KiB and 1 MiB together.")
)

// tooLargeFile refuses a file beyond a number of bytes.
type tooLargeFile struct{ most int64 }

func (tooLargeFile) Error() string { return "the file is too large" }

// attached is a change whose bytes were stored before its transaction begins.
type attached struct {
	stored catalog.Stored
	named  string // the object that the change refers to
	digest []byte // of the request
	do     any    // makes the change
	failed error  // instead of the change, unless it was made before
	close  func()
}

// closing closes something when the request is done.
func (a *attached) closing(what io.Closer) {
	before := a.close
	a.close = func() {
		before()
		what.Close()
	}
}

// attach is a route that makes a change with a file. Prepare receives and stores it.
func attach[T any](pattern string, action catalog.Action, prepare func(*Server, *request, *attached) (func(context.Context, postgres.Writer) (T, string, error), error), encode encoder[T]) route {
	rt := newRoute(pattern, editor, identity.Edit, action)
	rt.sends = true
	rt.prepare = func(s *Server, r *request) (*attached, error) {
		a := &attached{close: func() {}}
		if err := spool.Fits(r.Context(), r.ContentLength); err != nil {
			return a, err
		}
		do, err := prepare(s, r, a)
		a.do = do
		return a, err
	}
	rt.handle = func(_ *Server, r *request) (answer, error) {
		if r.attached.failed != nil {
			return answer{}, r.attached.failed
		}
		var made T
		err := postgres.Change(r.Context(), r.Scope, action, func(w postgres.Writer) (err error) {
			made, r.attached.named, err = r.attached.do.(func(context.Context, postgres.Writer) (T, string, error))(r.Context(), w)
			return err
		})
		if err != nil {
			return answer{}, err
		}
		return encode(r, made), nil
	}
	return rt
}

// attaching runs a route whose bytes must be in the store before its transaction
// begins.
func (s *Server) attaching(rt route, r *request, run func() (answer, error)) (a answer, err error) {
	if rt.prepare == nil {
		return run()
	}
	r.attached, err = rt.prepare(s, r)
	defer r.attached.close()
	if err != nil && r.attached.digest != nil && r.repeatable(rt) { // a repetition finds its object gone
		r.attached.failed, err = err, nil
	}
	if err == nil {
		a, err = run()
	}
	settle := func(err error) {
		s.attachments.Settle(r.Context(), r.attached.stored, r.attached.named, replaced(err, postgres.ErrRefused, fault.ErrNotFound))
	}
	if r.batch != nil { // settled when the whole batch ends
		r.batch.stored = append(r.batch.stored, settle)
		return a, err
	}
	settle(err)
	return a, err
}

// patient sets the deadlines for uploading a file.
func patient(w http.ResponseWriter) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(uploadTimeout)) // only the tests' writers have no deadline
	_ = control.SetWriteDeadline(time.Now().Add(2 * uploadTimeout))
}

// form is the fields sent with a file, or the JSON in place of it.
type form struct {
	*body
	file     *attachment.Received // nil if there was none
	filename string
	wants    string // the field of a file: file in a form, sha256 in JSON
}

// readForm reads a form with a file, or JSON, and a digest of it, which tells requests with the same
// Idempotency-Key apart. If the path names nothing, it reads only for that digest.
func (s *Server) readForm(r *request, most int64, a *attached, missing error) (f form, err error) {
	if missing != nil && (!errors.Is(missing, fault.ErrNotFound) || r.Header.Get("Idempotency-Key") == "") {
		return f, missing
	}
	if f, err = s.parts(r, most, a); missing != nil {
		err = missing
	}
	return f, err
}

func (s *Server) parts(r *request, most int64, a *attached) (form, error) {
	kind, parameters, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		b, err := r.readBody()
		if errors.Is(err, errNotJSON) {
			err = errNotUpload
		}
		if err == nil {
			a.digest = digest(b.members, nil)
		}
		return form{body: b, wants: "sha256"}, err
	}
	f := form{wants: "file", body: &body{members: map[string]jsontext.Value{}, strict: r.strict}}
	parts := s.Parts(r.Body, parameters["boundary"], maxParts)
	a.closing(parts)
	for {
		part, err := parts.Next()
		if errors.Is(err, io.EOF) {
			a.digest = digest(f.members, f.file)
			return f, nil
		}
		if err == nil {
			err = f.read(r, a, parts, part, most)
		}
		if err != nil {
			_, _ = io.CopyN(io.Discard, r.Body, drainBody)
			return f, broken(err)
		}
	}
}

// read reads a part: the file, or a field.
func (f *form) read(r *request, a *attached, parts *httpserver.Parts, part httpserver.Part, most int64) (err error) {
	if part.Name == "file" {
		if f.file != nil {
			return errForm
		}
		f.filename = part.Filename
		if f.file, err = attachment.Receive(r.Context(), part, most); err == nil {
			a.closing(f.file)
		}
		if errors.Is(err, attachment.ErrTooLarge) {
			return tooLargeFile{most}
		}
		return err
	}
	content, err := parts.Value(r.Context(), r.UserID, part)
	if err != nil {
		return err
	}
	if f.has(part.Name) || !utf8.ValidString(content) || !utf8.ValidString(part.Name) {
		return errForm
	}
	f.members[part.Name], err = jsontext.AppendQuote(nil, content)
	return err
}

// broken recognises an upload that broke off.
func broken(err error) error {
	var invalid *fault.Invalid
	var down *fault.Unavailable
	var large tooLargeFile
	if errors.Is(err, httpserver.ErrForm) {
		return errForm
	}
	if errors.As(err, &invalid) || errors.As(err, &down) || errors.As(err, &large) {
		return err
	}
	return errCutOff
}

// digest is a hash of the fields and the file. The form itself has random boundaries.
func digest(members map[string]jsontext.Value, file *attachment.Received) []byte {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		_, _ = io.WriteString(hash, name+"\x00"+string(members[name])+"\x00")
	}
	if file != nil {
		hash.Write(file.Sum[:])
	}
	return hash.Sum(nil)
}

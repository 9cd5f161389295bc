package api

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
)

const (
	maxBody  = 1 << 20
	maxDepth = 32
	// drainBody is how much of an oversized body is still read, so that a client that is still sending
	// sees the answer.
	drainBody = 8 << 20
)

var (
	errTooLarge    = errors.New("the body is too large")
	errNotJSON     = errors.New("the body is not JSON")
	errBodyMessage = "The request body must be a JSON object in UTF-8, without duplicate names, and at most 32 levels deep."
)

// body is the JSON object of a request. The methods in members.go read its
// members in the order of the endpoint's table and collect type errors.
type body struct {
	members map[string]jsontext.Value
	read    []string        // in the order read
	shown   map[string]bool // members of a PATCH taken from the shown object
	patch   *body           // the PATCH itself
	strict  *vocabulary     // of a strict request
	wrong   fault.Invalid
}

// readBody reads the object in a request; no body is an empty object.
func (r *request) readBody() (*body, error) {
	if r.patched != nil {
		return r.patched, nil
	}
	if !jsonCompatible(r.Header.Get("Content-Type")) {
		return nil, errNotJSON
	}
	if r.ContentLength > maxBody {
		_, _ = io.CopyN(io.Discard, r.Body, drainBody)
		return nil, errTooLarge
	}
	content, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, fault.On("body", errBodyMessage)
	}
	if len(content) > maxBody {
		_, _ = io.CopyN(io.Discard, r.Body, drainBody)
		return nil, errTooLarge
	}
	members, err := parseObject(content, maxDepth)
	if err != nil {
		return nil, fault.On("body", errBodyMessage)
	}
	r.sent = members
	return &body{members: members, strict: r.strict}, nil
}

// whole receives a JSON body before it is read. Files are received elsewhere, and operations of a
// batch arrive with it.
func (s *Server) whole(rt route, r *request) (end func(), err error) {
	if r.batch != nil || rt.show != nil || rt.prepare != nil && (r.Method == http.MethodPut || !jsonCompatible(r.Header.Get("Content-Type"))) {
		return func() {}, nil
	}
	return s.Whole(r.Request, r.UserID, maxBody)
}

// jsonCompatible reports whether a content type can be JSON: none,
// application/json, or one with the suffix +json.
func jsonCompatible(header string) bool {
	if header == "" {
		return true
	}
	kind, _, err := mime.ParseMediaType(header)
	if err != nil {
		kind, _, _ = strings.Cut(strings.ToLower(header), ";")
		kind = strings.TrimSpace(kind)
	}
	return kind == "application/json" || kind == "text/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
}

var errSyntax = errors.New("not a JSON object")

// parseObject splits a JSON object into its members. The decoder refuses
// duplicate names, invalid UTF-8 and lone surrogates; excessive depth and
// trailing data are refused here.
func parseObject(content []byte, deepest int) (map[string]jsontext.Value, error) {
	members := map[string]jsontext.Value{}
	if len(bytes.TrimSpace(content)) == 0 {
		return members, nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(content))
	if d.PeekKind() != '{' {
		return nil, errSyntax
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	for d.PeekKind() == '"' {
		token, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name, start := token.String(), d.InputOffset()
		if err := skipValue(d, deepest); err != nil {
			return nil, err
		}
		members[name] = jsontext.Value(bytes.TrimLeft(content[start:d.InputOffset()], ": \t\r\n"))
	}
	if _, err := d.ReadToken(); err != nil { // the closing brace
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errSyntax
	}
	return members, nil
}

// skipValue reads one value token by token to limit its depth.
func skipValue(d *jsontext.Decoder, deepest int) error {
	outside := d.StackDepth()
	for {
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		switch depth := d.StackDepth(); {
		case depth > deepest:
			return errSyntax
		case depth == outside:
			return nil
		}
	}
}

type validated[I any] interface {
	*I
	Validate() error
}

// decode turns a body into an input and checks it: JSON types while reading, then
// the rules of the input. Errors are in the order in which the members were read.
func decode[I any, P validated[I]](b *body, read func(*body) I) (I, error) {
	in := read(b)
	b.refuseUnknown()
	err := P(&in).Validate()
	var broken *fault.Invalid
	if err != nil && !errors.As(err, &broken) {
		return in, err
	}
	return in, b.merge(broken)
}

// merge orders type errors and broken rules by member. A member of the wrong type
// breaks no further rule.
func (b *body) merge(broken *fault.Invalid) error {
	fields := slices.Clone(b.wrong.Fields)
	if broken != nil {
		for _, f := range broken.Fields {
			if !slices.ContainsFunc(b.wrong.Fields, func(w fault.Field) bool { return w.Name == f.Name }) {
				fields = append(fields, f)
			}
		}
	}
	place := func(f fault.Field) int {
		name, _, _ := strings.Cut(f.Name, ".")
		if i := slices.Index(b.read, name); i >= 0 {
			return i
		}
		return len(b.read)
	}
	slices.SortStableFunc(fields, func(x, y fault.Field) int { return place(x) - place(y) })
	return (&fault.Invalid{Fields: fields}).Err()
}

// Package markup splits XML into tags and texts, in little memory. The standard library holds each
// text as a whole, and takes twice as long for a spreadsheet. This reader reads UTF-8 and checks that
// tags match, but neither names nor namespaces.
package markup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Errors of refused documents. ErrSyntax is wrapped with details.
var (
	ErrSyntax   = errors.New("not well-formed")
	ErrEntities = errors.New("defines entities")
	ErrDepth    = errors.New("too deep")
)

// Limits of a document.
const (
	maxName       = 256
	maxAttributes = 64
	maxAttribute  = 64 << 10
)

// Kind of a token.
type Kind byte

// Kinds of tokens. An empty element is a Start and an End.
const (
	Start Kind = iota
	End
	Text
)

// Attribute of a tag. Its bytes are valid until the next token.
type Attribute struct {
	Name, Value []byte
}

// Token is a tag or a text. Its bytes are valid until the next one. A long text comes in
// several tokens.
type Token struct {
	Kind       Kind
	Name       []byte // without its prefix
	Attributes []Attribute
	Text       []byte
}

// Attribute is a value by its name without prefix, nil if there is none.
func (t Token) Attribute(name string) []byte {
	for _, a := range t.Attributes {
		if string(a.Name) == name {
			return a.Value
		}
	}
	return nil
}

// Reader yields tokens.
type Reader struct {
	r    io.Reader
	data []byte
	pos  int
	base int64 // offset of data
	err  error
	max  int
	root bool // was seen

	open    []byte // names of open elements, one after the other
	lengths []int
	token   Token
	text    []byte
	scratch []byte
	spans   []span
	empty   bool // the last Start is an End too
}

type span struct{ name, nameEnd, value, valueEnd int }

const bufferBytes = 64 << 10

// NewReader reads elements nested at most to a depth.
func NewReader(r io.Reader, depth int) *Reader {
	return &Reader{r: r, max: depth, data: make([]byte, 0, bufferBytes)}
}

// Offset is where the next token begins.
func (r *Reader) Offset() int64 { return r.base + int64(r.pos) }

// Depth is how many elements are open.
func (r *Reader) Depth() int { return len(r.lengths) }

// Next is the next token, valid until the next call. The error is io.EOF after the root.
func (r *Reader) Next() (*Token, error) {
	if r.empty {
		r.empty = false
		return r.close(r.token.Name)
	}
	for {
		b, err := r.peek()
		if err != nil {
			if errors.Is(err, io.EOF) && (len(r.lengths) > 0 || !r.root) {
				return nil, syntax("it ends too early")
			}
			return nil, err
		}
		if b != '<' {
			if t, err := r.characters(); t != nil || err != nil {
				return t, err
			}
			continue
		}
		r.pos++
		if t, err := r.markup(); t != nil || err != nil {
			return t, err
		}
	}
}

// markup reads the markup after <. Comments and instructions are no tokens.
func (r *Reader) markup() (*Token, error) {
	b, err := r.must()
	if err != nil {
		return nil, err
	}
	switch b {
	case '/':
		r.pos++
		name, err := r.name()
		if err != nil {
			return nil, err
		}
		if err := r.blanks(); err != nil {
			return nil, err
		}
		if err := r.expect('>'); err != nil {
			return nil, err
		}
		return r.close(local(name))
	case '?':
		return nil, r.skipTo("?>")
	case '!':
		r.pos++
		return r.declaration()
	}
	return r.start()
}

// declaration is a comment, CDATA or a document type.
func (r *Reader) declaration() (*Token, error) {
	b, err := r.must()
	if err != nil {
		return nil, err
	}
	switch {
	case b == '-':
		r.pos++
		if err := r.expect('-'); err != nil {
			return nil, err
		}
		return nil, r.skipTo("-->")
	case b == '[' && len(r.lengths) > 0:
		return r.cdata()
	}
	return nil, r.docType()
}

// docType skips a document type without a subset; nothing is fetched.
func (r *Reader) docType() error {
	word, err := r.name()
	if err != nil {
		return err
	}
	if !bytes.EqualFold(word, []byte("DOCTYPE")) || r.root {
		return ErrEntities // ELEMENT, ENTITY and the like belong to a subset
	}
	quote := byte(0)
	for n := 0; n < maxAttribute; n++ {
		b, err := r.must()
		if err != nil {
			return err
		}
		r.pos++
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '[':
			return ErrEntities
		case b == '>':
			return nil
		}
	}
	return syntax("its document type does not end")
}

func (r *Reader) close(name []byte) (*Token, error) {
	n := len(r.lengths)
	if n == 0 {
		return nil, syntax("</%s> closes nothing", name)
	}
	start := len(r.open) - r.lengths[n-1]
	if !bytes.Equal(r.open[start:], name) {
		return nil, syntax("</%s> closes <%s>", name, r.open[start:])
	}
	r.scratch = append(r.scratch[:0], name...)
	r.open, r.lengths = r.open[:start], r.lengths[:n-1]
	r.token = Token{Kind: End, Name: r.scratch}
	return &r.token, nil
}

func syntax(message string, args ...any) error {
	return fmt.Errorf("%w: "+message, append([]any{ErrSyntax}, args...)...)
}

// local is a name without its prefix.
func local(name []byte) []byte {
	if i := bytes.LastIndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

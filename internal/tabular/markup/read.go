package markup

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// peek is the next byte.
func (r *Reader) peek() (byte, error) {
	if r.pos < len(r.data) {
		return r.data[r.pos], nil
	}
	for r.err == nil {
		r.base += int64(len(r.data))
		n, err := r.r.Read(r.data[:cap(r.data)])
		r.data, r.pos, r.err = r.data[:n], 0, err
		if n > 0 {
			return r.data[0], nil
		}
	}
	return 0, r.err
}

// must is the next byte, or an error at the end.
func (r *Reader) must() (byte, error) {
	b, err := r.peek()
	if errors.Is(err, io.EOF) {
		err = syntax("it ends too early")
	}
	return b, err
}

func (r *Reader) expect(want byte) error {
	b, err := r.must()
	if err == nil && b != want {
		err = syntax("%q stands where %q should", b, want)
	}
	r.pos++
	return err
}

// skipTo skips past a sign of up to three bytes.
func (r *Reader) skipTo(sign string) error {
	matched := 0
	for matched < len(sign) {
		if matched == 0 { // skips most bytes at once
			if n := bytes.IndexByte(r.data[r.pos:], sign[0]); n >= 0 {
				r.pos += n
			} else {
				r.pos = len(r.data)
			}
		}
		b, err := r.must()
		if err != nil {
			return err
		}
		r.pos++
		switch {
		case b == sign[matched]:
			matched++
		case matched > 0 && b == sign[matched-1] && sign[0] == b: // ---> ends a comment too
		case b == sign[0]:
			matched = 1
		default:
			matched = 0
		}
	}
	return nil
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

func (r *Reader) blanks() error {
	for {
		if r.pos < len(r.data) && r.data[r.pos] > ' ' {
			return nil
		}
		b, err := r.must()
		if err != nil || !isBlank(b) {
			return err
		}
		r.pos++
	}
}

// name reads a name into scratch.
func (r *Reader) name() ([]byte, error) {
	r.scratch = r.scratch[:0]
	if err := r.appendName(); err != nil {
		return nil, err
	}
	return r.scratch, nil
}

func (r *Reader) appendName() error {
	start := len(r.scratch)
	if err := r.appendUntil(&endsName); err != nil {
		return err
	}
	switch n := len(r.scratch) - start; {
	case n == 0:
		return syntax("a name is missing")
	case n > maxName:
		return syntax("a name is too long")
	}
	return nil
}

// appendUntil copies into scratch up to one of these bytes, or until it is long enough to be
// refused.
func (r *Reader) appendUntil(ends *[256]bool) error {
	start := len(r.scratch)
	for len(r.scratch)-start <= maxAttribute {
		if _, err := r.must(); err != nil {
			return err
		}
		data := r.data[r.pos:]
		n := 0
		for n < len(data) && !ends[data[n]] {
			n++
		}
		r.scratch = append(r.scratch, data[:n]...)
		if r.pos += n; n < len(data) {
			return nil
		}
	}
	return nil
}

// Bytes that end a name, and a value by its quotes.
var (
	endsName   = among(" \t\r\n></=\"'&[")
	endsDouble = among("\"<&")
	endsSingle = among("'<&")
)

func among(bytes string) (set [256]bool) {
	for i := range len(bytes) {
		set[bytes[i]] = true
	}
	return set
}

// start reads a tag with its attributes.
func (r *Reader) start() (*Token, error) {
	if len(r.lengths) == 0 && r.root {
		return nil, syntax("it has two roots")
	}
	if len(r.lengths) >= r.max {
		return nil, ErrDepth
	}
	r.scratch, r.spans = r.scratch[:0], r.spans[:0]
	if err := r.appendName(); err != nil {
		return nil, err
	}
	end := len(r.scratch)
	for {
		if err := r.blanks(); err != nil {
			return nil, err
		}
		b, err := r.must()
		if err != nil {
			return nil, err
		}
		if b == '>' || b == '/' {
			r.pos++
			if b == '/' {
				r.empty = true
				if err := r.expect('>'); err != nil {
					return nil, err
				}
			}
			break
		}
		if err := r.attribute(); err != nil {
			return nil, err
		}
	}
	r.token = Token{Kind: Start, Name: local(r.scratch[:end]), Attributes: r.token.Attributes[:0]}
	for _, s := range r.spans {
		r.token.Attributes = append(r.token.Attributes, Attribute{local(r.scratch[s.name:s.nameEnd]), r.scratch[s.value:s.valueEnd]})
	}
	r.root = true
	r.open, r.lengths = append(r.open, r.token.Name...), append(r.lengths, len(r.token.Name))
	return &r.token, nil
}

func (r *Reader) attribute() error {
	if len(r.spans) == maxAttributes {
		return syntax("a tag has more than %d attributes", maxAttributes)
	}
	s := span{name: len(r.scratch)}
	if err := r.appendName(); err != nil {
		return err
	}
	s.nameEnd = len(r.scratch)
	if err := r.blanks(); err != nil {
		return err
	}
	if err := r.expect('='); err != nil {
		return err
	}
	if err := r.blanks(); err != nil {
		return err
	}
	quote, err := r.must()
	if err != nil {
		return err
	}
	if quote != '"' && quote != '\'' {
		return syntax("an attribute has no quotes")
	}
	r.pos++
	s.value = len(r.scratch)
	ends := &endsDouble
	if quote == '\'' {
		ends = &endsSingle
	}
	for {
		if err := r.appendUntil(ends); err != nil {
			return err
		}
		if len(r.scratch)-s.value > maxAttribute {
			return syntax("an attribute is too long")
		}
		b, err := r.must()
		if err != nil {
			return err
		}
		switch {
		case b == quote:
			r.pos++
			s.valueEnd = len(r.scratch)
			r.spans = append(r.spans, s)
			return nil
		case b == '<':
			return syntax("an attribute has a <")
		case b == '&':
			if r.scratch, err = r.entity(r.scratch); err != nil {
				return err
			}
		}
	}
}

// entity appends the character of a reference: one of five names, or a number.
func (r *Reader) entity(to []byte) ([]byte, error) {
	var name [12]byte
	n := 0
	for r.pos++; ; r.pos++ {
		b, err := r.must()
		if err != nil {
			return to, err
		}
		if b == ';' {
			r.pos++
			break
		}
		if n == len(name) || b == '<' || b == '&' || isBlank(b) {
			return to, syntax("an & stands alone")
		}
		name[n] = b
		n++
	}
	switch string(name[:n]) {
	case "lt":
		return append(to, '<'), nil
	case "gt":
		return append(to, '>'), nil
	case "amp":
		return append(to, '&'), nil
	case "quot":
		return append(to, '"'), nil
	case "apos":
		return append(to, '\''), nil
	}
	if n > 1 && name[0] == '#' {
		if char, ok := number(string(name[1:n])); ok {
			return utf8.AppendRune(to, char), nil
		}
		return to, syntax("&%s; is no character", name[:n])
	}
	return to, ErrEntities
}

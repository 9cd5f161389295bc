package markup

import (
	"bytes"
	"strconv"
)

// number is the character of a numeric reference, decimal or x and hexadecimal.
func number(s string) (rune, bool) {
	base := 10
	if s[0] == 'x' || s[0] == 'X' {
		s, base = s[1:], 16
	}
	n, err := strconv.ParseUint(s, base, 21)
	char := rune(n)
	return char, err == nil && n > 0 && n <= 0x10FFFF && (char < 0xD800 || char > 0xDFFF)
}

// characters reads text up to the next tag, or as much as fits. Outside the root only blanks are
// allowed, which are no token.
func (r *Reader) characters() (*Token, error) {
	r.text = r.text[:0]
	for len(r.text) < bufferBytes {
		b, err := r.peek()
		if err != nil || b == '<' {
			break // Next returns it again
		}
		switch b {
		case '&':
			if r.text, err = r.entity(r.text); err != nil {
				return nil, err
			}
		case '\r':
			r.carriageReturn()
		default:
			n := bytes.IndexAny(r.data[r.pos:], "<&\r")
			if n < 0 {
				n = len(r.data) - r.pos
			}
			r.text = append(r.text, r.data[r.pos:r.pos+n]...)
			r.pos += n
		}
	}
	if len(r.lengths) == 0 {
		if len(bytes.Trim(r.text, " \t\r\n\xef\xbb\xbf")) > 0 {
			return nil, syntax("text stands outside of the root")
		}
		return nil, nil
	}
	r.token = Token{Kind: Text, Text: r.text, Attributes: r.token.Attributes[:0]}
	return &r.token, nil
}

// carriageReturn turns CR or CR LF into LF.
func (r *Reader) carriageReturn() {
	r.pos++
	if b, err := r.peek(); err != nil || b != '\n' {
		r.text = append(r.text, '\n')
	}
}

// cdata reads a section. One longer than a buffer comes in several tokens.
func (r *Reader) cdata() (*Token, error) {
	for _, b := range []byte("[CDATA[") {
		if err := r.expect(b); err != nil {
			return nil, err
		}
	}
	r.text = r.text[:0]
	for {
		b, err := r.must()
		if err != nil {
			return nil, err
		}
		r.pos++
		r.text = append(r.text, b)
		if b == '>' && bytes.HasSuffix(r.text, []byte("]]>")) {
			r.text = r.text[:len(r.text)-3]
			break
		}
		if len(r.text) > maxCDATA {
			return nil, syntax("a CDATA section is too long")
		}
	}
	r.text = bytes.ReplaceAll(r.text, []byte("\r\n"), []byte("\n"))
	r.token = Token{Kind: Text, Text: r.text, Attributes: r.token.Attributes[:0]}
	return &r.token, nil
}

// maxCDATA is how long a section may be.
const maxCDATA = 4 << 20

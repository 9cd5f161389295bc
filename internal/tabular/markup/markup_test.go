package markup_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"vitrine/internal/tabular/markup"
)

// tokens writes a document as one line: tags, attributes, and texts joined.
func tokens(r *markup.Reader) (string, error) {
	var b strings.Builder
	for {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		switch t.Kind {
		case markup.Start:
			fmt.Fprintf(&b, "<%s", t.Name)
			for _, a := range t.Attributes {
				fmt.Fprintf(&b, " %s=%q", a.Name, a.Value)
			}
			b.WriteString(">")
		case markup.End:
			fmt.Fprintf(&b, "</%s>", t.Name)
		case markup.Text:
			b.Write(t.Text)
		}
	}
}

func TestTokens(t *testing.T) {
	for in, want := range map[string]string{
		`<a/>`: `<a></a>`,
		`<?xml version="1.0"?><!-- x --><n:a x='1' n:y="&lt;&#65;&#x42;">t&amp;u<b/></n:a> `: `<a x="1" y="<AB">t&u<b></b></a>`,
		"<a>1\r\n2\r3</a>":                   "<a>1\n2\n3</a>",
		`<a><![CDATA[<b>]] & ]]></a>`:        `<a><b>]] & </a>`,
		`<!DOCTYPE a SYSTEM "x[>"><a ></a >`: `<a></a>`,
		`<a><!-- -- ---><?p ??></a>`:         `<a></a>`,
		"\ufeff<a/>":                         `<a></a>`,
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			if got, err := tokens(markup.NewReader(r, 32)); err != nil || got != want {
				t.Errorf("%s is %s, %v; want %s", in, got, err, want)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for in, want := range map[string]error{
		``: markup.ErrSyntax, `x`: markup.ErrSyntax, `<a>`: markup.ErrSyntax, `<a></b>`: markup.ErrSyntax, `</a>`: markup.ErrSyntax, `<a/><b/>`: markup.ErrSyntax, `<a/>x`: markup.ErrSyntax,
		`<a b=c/>`: markup.ErrSyntax, `<a b="<"/>`: markup.ErrSyntax, `<a>&</a>`: markup.ErrSyntax, `<a>& b;</a>`: markup.ErrSyntax, `<a>&#0;</a>`: markup.ErrSyntax, `<a>&#xD800;</a>`: markup.ErrSyntax,
		`< a/>`: markup.ErrSyntax, `<a`: markup.ErrSyntax, `<a><![CDATA[x`: markup.ErrSyntax, `<a><!-- x`: markup.ErrSyntax, `<!DOCTYPE a`: markup.ErrSyntax,
		`<a>&b;</a>`: markup.ErrEntities, `<!DOCTYPE a []><a/>`: markup.ErrEntities, `<!ENTITY a "b"><a/>`: markup.ErrEntities, `<a b="&c;"/>`: markup.ErrEntities,
		strings.Repeat("<a>", 33):             markup.ErrDepth,
		"<" + strings.Repeat("a", 300) + "/>": markup.ErrSyntax,
	} {
		if got, err := tokens(markup.NewReader(strings.NewReader(in), 32)); !errors.Is(err, want) {
			t.Errorf("%.40s is %s, %v; want %v", in, got, err, want)
		}
	}
}

func TestOffsets(t *testing.T) {
	r := markup.NewReader(strings.NewReader(`<a> <b>xy</b></a>`), 32)
	var offsets []int64
	for {
		if _, err := r.Next(); err != nil {
			break
		}
		offsets = append(offsets, r.Offset())
	}
	if want := "[3 4 7 9 13 17]"; fmt.Sprint(offsets) != want {
		t.Errorf("%v, want %s", offsets, want)
	}
}

// This package and the standard library read documents alike.
func FuzzAgrees(f *testing.F) {
	f.Add(`<a x="1">t&amp;<b/><![CDATA[x]]></a>`)
	f.Add(`<?xml version="1.0"?><!DOCTYPE a><a>&#65;</a>`)
	f.Fuzz(func(t *testing.T, in string) {
		got, err := tokens(markup.NewReader(strings.NewReader(in), 32))
		if err != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(in))
		var b strings.Builder
		for {
			token, err := d.RawToken()
			if err != nil {
				if errors.Is(err, io.EOF) && b.String() != got {
					t.Errorf("%q is %q, want %q", in, got, b.String())
				}
				return // stricter about names and characters
			}
			switch token := token.(type) {
			case xml.StartElement:
				fmt.Fprintf(&b, "<%s", token.Name.Local)
				for _, a := range token.Attr {
					fmt.Fprintf(&b, " %s=%q", a.Name.Local, a.Value)
				}
				b.WriteString(">")
			case xml.EndElement:
				fmt.Fprintf(&b, "</%s>", token.Name.Local)
			case xml.CharData:
				if strings.Contains(b.String(), "<") && !closed(b.String()) {
					b.Write(token)
				}
			}
		}
	})
}

// closed reports whether all tags of a line are closed.
func closed(s string) bool {
	return strings.Count(s, "</") == strings.Count(s, "<")-strings.Count(s, "</")
}

package catalog

import (
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	for _, c := range []struct{ query, text, want string }{
		{"lei", "Old Leica, leica", "Old [Lei]ca, [lei]ca"},
		{"stras", "Straßenbahn", "[Straß]enbahn"},
		{"ecole", "E\u0301cole de Paris", "[E\u0301cole] de Paris"},
		{"a ab", "abc", "[ab]c"},
		{"画", "漫画 第一巻", "漫[画] 第一巻"},
		{"eica", "Leica", "Leica"},
		{"", "Leica", "Leica"},
		{"<b>", "a <b> c", "a <[b]> c"},
	} {
		var got strings.Builder
		for _, p := range (Search{Words: Words(c.query)}).Parts(c.text) {
			if p.Hit {
				p.Text = "[" + p.Text + "]"
			}
			got.WriteString(p.Text)
		}
		if got.String() != c.want {
			t.Errorf("%s in %s: %s, want %s", c.query, c.text, got.String(), c.want)
		}
	}
}

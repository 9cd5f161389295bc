package catalog

import (
	"strings"
	"testing"

	"vitrine/internal/fault"
)

// An excerpt begins with a whole word shortly before the match, and ends soon after.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("many words before it ", 5) + "from Wetzlar " + strings.Repeat("and after ", 30)
	for _, c := range []struct{ query, text, want string }{
		{"wetz", "From\n  Wetzlar", "From Wetzlar"},
		{"leica", "From Wetzlar", ""},
		{"wetz", long, "… words before it from Wetzlar " + strings.Repeat("and after ", 9) + "a …"},
		{"京", "東京都" + strings.Repeat("の", 200), "東京都" + strings.Repeat("の", 117) + " …"},
	} {
		var wrong fault.Invalid
		if got := NewSearch(&wrong, "q", c.query).Excerpt(c.text); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

package docs

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// Every page on moving is listed, says the same things in the same order, and imports a sample
// that counts what it makes.
func TestMovingGuidesAreWhole(t *testing.T) {
	index := read(t, "docs/moving/README.md")
	whole := []string{"get-the-file", "bring-it-in", "what-arrives-where", "what-does-not-arrive", "afterwards"}
	found := 0
	for _, p := range pages(t) {
		dir, name := filepath.Split(p.path)
		if dir != "docs/moving/" || name == "README.md" {
			continue
		}
		found++
		if !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/moving/README.md does not lead to %s", name)
		}
		if got := anchors(p.text)[1:]; name != "leaving.md" && !slices.Equal(got, whole) {
			t.Errorf("%s has the parts %q, want %q", p.path, got, whole)
		}
		commands := commands([]page{p})
		if len(commands) == 0 || !strings.HasPrefix(commands[0].text, "vitrine import samples/import/") || commands[0].prints == nil ||
			!strings.Contains(commands[0].prints.text, " new, 0 changed") || strings.Contains(commands[0].prints.text, "It makes …") {
			t.Errorf("%s does not show what comes of a sample", p.path)
		}
	}
	if all, _ := filepath.Glob(pgtest.Root + "/docs/moving/*.md"); found < 10 || found != len(all)-1 {
		t.Errorf("%d pages of %d were looked at", found, len(all))
	}
}

package catalog

import (
	"slices"
	"testing"
)

// Whatever one or two errors do to a word, a range has the word, and it is among the nearest.
func TestNearRangesHaveTheWord(t *testing.T) {
	for _, word := range []string{"stamp", "guitar", "kraftwerk", "stranger", "бумага", "autobahn"} {
		once := variants([]rune(word))
		for _, typed := range once {
			reached(t, typed, word, 1)
			if len([]rune(typed)) < twoErrors {
				continue
			}
			for i, twice := range variants([]rune(typed)) {
				if i%97 == 0 {
					reached(t, twice, word, 2)
				}
			}
		}
	}
}

func reached(t *testing.T, typed, word string, wrong int) {
	t.Helper()
	if whole, _ := distances([]rune(typed), []rune(word), 2); typed == word || whole > wrong || errorsIn(typed) < whole {
		return
	}
	if wrong == 2 && edits([]rune(typed), []rune(word)) > 2 { // letters in the wrong order across two parts, and another error
		return
	}
	backward := []rune(word)
	slices.Reverse(backward)
	in := func(word string) func(Range) bool {
		return func(r Range) bool { return word >= r.First && word < r.Last }
	}
	begins, ends := Near(typed)
	if !slices.ContainsFunc(begins, in(word)) && !slices.ContainsFunc(ends, in(string(backward))) {
		t.Errorf("%s is not read as %s", typed, word)
	}
	if !slices.Equal(Nearest(typed, []string{"unrelated", word}), []string{word}) {
		t.Errorf("%s: %v", typed, Nearest(typed, []string{"unrelated", word}))
	}
}

// edits are the errors if letters in the wrong order are two.
func edits(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return edits(a[1:], b[1:])
	}
	if len(a) > 12 || len(b) > 12 {
		return 99
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		before := row[0]
		row[0] = i + 1
		for j, s := range b {
			d := min(row[j], row[j+1]) + 1
			if r == s {
				d = min(d, before)
			}
			before, row[j+1] = row[j+1], min(d, before+1)
		}
	}
	return row[len(b)]
}

func TestNearest(t *testing.T) {
	for typed, want := range map[string][]string{
		"strangr":  {"strange", "stranger"},
		"krafwe":   {"kraftwerk"}, // which goes on
		"karft":    {"kraft"},
		"kraftwrk": {"kraftwerk"},
		"zzzzzz":   nil,
	} {
		if got := Nearest(typed, []string{"stranger", "strange", "kraftwerk", "kraft", "oak"}); !slices.Equal(got, want) {
			t.Errorf("%s is read as %v, want %v", typed, got, want)
		}
	}
}

// What begins a word of a text is what Words finds.
func TestBegins(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{{"blue, light", "light", true}, {"blue, light", "ight", false}, {"delight light", "light", true}, {"漫画", "画", true}, {"x漫", "漫", true}, {"漫x", "x", true}, {"a1 b", "1", false}, {"", "a", false}} {
		if got := Begins(c.text, c.word); got != c.want || got != (Search{Words: []string{c.word}}).Matches(c.text) {
			t.Errorf("%q begins a word of %q: %v", c.word, c.text, got)
		}
	}
}

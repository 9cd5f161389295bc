package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Watchmen", "watchmen"},
		{"École", "ecole"},
		{"E\u0301cole", "ecole"}, // combining accent
		{"MÜLLER", "muller"},
		{"Straße", "strasse"},
		{"STRAẞE", "strasse"},
		{"Øre", "ore"},
		{"Ærø", "aero"},
		{"Œuvre", "oeuvre"},
		{"Łódź", "lodz"},
		{"Þór", "thor"},
		{"Đuro", "duro"},
		{"İstanbul", "istanbul"},
		{"Kadıköy", "kadikoy"},
		{"Ǿ", "o"},
		{"ﬁn de siècle", "fin de siecle"}, // a ligature
		{"ＡＢＣ １２", "abc 12"},              // wide forms
		{"Nº 5²", "no 52"},
		{"漫画 №1", "漫画 no1"},
		{"カ\u3099", "カ"},
		{"a\tb", "a\tb"},
	} {
		if got := catalog.Fold(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		texts []string
		want  []string
	}{
		{nil, []string{}},
		{[]string{""}, []string{}},
		{[]string{" …!? '\\ "}, []string{}},
		{[]string{"The Watchmen, vol. 2"}, []string{"2", "the", "vol", "watchmen"}},
		{[]string{"to be", "or not to be"}, []string{"be", "not", "or", "to"}},
		{[]string{"end", "begin"}, []string{"begin", "end"}},            // texts are not joined
		{[]string{"L'École d'Art"}, []string{"art", "d", "ecole", "l"}}, // a quote ends a word
		{[]string{"x-men_2:3/4"}, []string{"2", "3", "4", "men", "x"}},
		{[]string{"日本の漫画"}, []string{"の", "日", "本", "漫", "画"}},
		{[]string{"abc漫画def"}, []string{"abc", "def", "漫", "画"}},
		{[]string{"カタカナ"}, []string{"カ", "タ", "ナ"}},
		{[]string{"😀 grin"}, []string{"grin"}},
	} {
		slices.Sort(c.want)
		if got := catalog.Words(c.texts...); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
}

// Long words are cut and long texts limited to their first words, so that every
// text fits into an index.
func TestWordsAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 1000)
	if got := catalog.Words(long); len(got) != 1 || got[0] != strings.Repeat("e", 64) {
		t.Errorf("a word of 1000 characters: %q", got)
	}
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "w%d ", i)
	}
	if got := len(catalog.Words(many.String())); got != 1_000 {
		t.Errorf("20000 words: %d", got)
	}
}

// Fold is idempotent, and no word contains anything that a query would
// interpret.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "École d'Art", "straße", "漫画 x", "a'b\\c:*|&!()", "\xff\xfe", "e\u0301\u0327", strings.Repeat("ﷺ", 40), "ΟΔΟΣ", "한글", "ａ\u0000b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded := catalog.Fold(text)
		if again := catalog.Fold(folded); again != folded {
			t.Fatalf("folded %q, and again %q", folded, again)
		}
		words := catalog.Words(text)
		if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
			t.Fatalf("not sorted, or one twice: %q", words)
		}
		if again := catalog.Words(words...); !slices.Equal(again, words) {
			t.Fatalf("the words of %q are %q", words, again)
		}
		for _, w := range words {
			if n := utf8.RuneCountInString(w); n < 1 || n > 64 || !utf8.ValidString(w) {
				t.Fatalf("%q has %d characters", w, n)
			}
			if i := strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }); i >= 0 {
				t.Fatalf("%q is more than letters and digits", w)
			}
		}
	})
}

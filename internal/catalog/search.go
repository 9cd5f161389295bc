package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxWords      = 1_000 // of an object's own texts, or of one value; further words are not found
	maxWordLength = 64    // characters; the rest of a longer word is ignored
)

// MaxValueWords limits the words of all values written together.
const MaxValueWords = 5_000

// plainLetters replaces letters that people type without their mark, but Unicode does not decompose.
var plainLetters = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i", "ς", "σ")

// Fold removes case and accents, so that texts can be compared.
func Fold(s string) string {
	if plain(s) {
		return strings.ToLower(s)
	}
	s = strings.ToLower(norm.NFKD.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
	return plainLetters.Replace(s)
}

// plain tells whether a text is ASCII.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// spaceless tells whether a character is of a script without spaces between words.
func spaceless(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// StandsAlone reports whether a word is a single character of such a script.
func StandsAlone(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return spaceless(r)
}

// Words lists the distinct folded words of texts. Scripts without spaces
// between words are split into characters.
func Words(texts ...string) []string {
	seen := map[string]bool{}
	words := []string{}
	add := func(word []rune) {
		if w := string(word[:min(len(word), maxWordLength)]); w != "" && !seen[w] && len(words) < maxWords {
			seen[w] = true
			words = append(words, w)
		}
	}
	for _, text := range texts {
		var word []rune
		for _, r := range Fold(text) {
			alone := spaceless(r)
			if alone || !unicode.IsLetter(r) && !unicode.IsNumber(r) {
				add(word)
				word = word[:0]
			}
			if alone {
				add([]rune{r})
			} else if unicode.IsLetter(r) || unicode.IsNumber(r) {
				word = append(word, r)
			}
		}
		add(word)
	}
	slices.Sort(words)
	return words
}

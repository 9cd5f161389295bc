package catalog

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxWords      = 1_000 // of one object's own texts, or of one value; the rest of a longer text is shown, but not found
	maxWordLength = 64    // characters; the rest of a longer word does not count
)

// MaxValueWords bounds the words of all values that are written at once.
const MaxValueWords = 5_000

// letters without a decomposition that people type without their mark.
var plainLetters = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "đ", "d", "ð", "d", "ł", "l", "þ", "th", "ı", "i", "ς", "σ")

// Fold makes texts comparable whatever their case and accents.
func Fold(s string) string {
	s = strings.ToLower(norm.NFKD.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
	return plainLetters.Replace(s)
}

// Words lists the different words of texts, folded. Scripts that do not put
// spaces between words are taken character by character.
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
			alone := unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
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

package catalog

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Words with a wrong letter or two are read as those of the account that are nearest. A
// word has at most two wrong letters, so a third of it is as it should be: the beginning,
// the end or the middle, and what has that third is compared.
const (
	oneError, twoErrors = 5, 7 // letters of words that are read with as many errors
	maxReadings         = 3
	maxMisspelt         = 4 // words of a search
	longestMisspelt     = 24
)

// LastCharacter sorts after every other, and so ends the range of a prefix.
const LastCharacter = "\U0010FFFF"

// Range is part of an order of words: from the first up to the last.
type Range struct {
	Typed       string
	First, Last string
	Least, Most int // letters
}

// Misspellable are the words that may have been meant otherwise.
func (s Search) Misspellable() []string {
	var all []string
	for _, word := range s.Words {
		if errorsIn(word) > 0 && len(all) < maxMisspelt {
			all = append(all, word)
		}
	}
	return all
}

func errorsIn(word string) int {
	n := len([]rune(word))
	switch {
	case n < oneError || n > longestMisspelt || strings.ContainsFunc(word, unicode.IsNumber):
		return 0
	case n < twoErrors:
		return 1
	}
	return 2
}

// Near are the ranges that have all words near to one: of words, and of reversed words.
func Near(word string) (begins, ends []Range) {
	all, wrong := []rune(word), errorsIn(word)
	n := len(all)
	begin := func(prefix string) {
		begins = append(begins, Range{word, prefix, prefix + LastCharacter, n - wrong, maxWordLength})
	}
	parts := wrong + 1
	first, middle, last := all[:n/parts], all[n/parts:(parts-1)*n/parts], all[(parts-1)*n/parts:]
	if wrong == 1 {
		middle = last // of a word that goes on
		begin(string(swapped(all, n/parts-1)))
	}
	begin(string(first))
	end := slices.Clone(last)
	slices.Reverse(end)
	ends = append(ends, Range{word, string(end), string(end) + LastCharacter, n - wrong, n + wrong})
	for _, v := range variants(first) {
		begin(v + string(middle))
	}
	return begins, ends
}

// variants are the texts one error away.
func variants(part []rune) []string {
	var all []string
	add := func(parts ...[]rune) { all = append(all, string(slices.Concat(parts...))) }
	letters := alphabet(part)
	for i := range part {
		add(part[:i], part[i+1:])
		if i > 0 {
			all = append(all, string(swapped(part, i-1)))
		}
		for _, r := range letters {
			add(part[:i], []rune{r}, part[i:])
			if r != part[i] {
				add(part[:i], []rune{r}, part[i+1:])
			}
		}
	}
	for _, r := range letters {
		add(part, []rune{r})
	}
	return all
}

func swapped(word []rune, at int) []rune {
	s := slices.Clone(word)
	s[at], s[at+1] = s[at+1], s[at]
	return s
}

// alphabet is the letters that somebody may have meant who typed these.
func alphabet(typed []rune) []rune {
	if len(typed) == 0 {
		return nil
	}
	for _, of := range []struct{ first, last rune }{{'a', 'z'}, {'α', 'ω'}, {'а', 'я'}} {
		if typed[0] < of.first || typed[0] > of.last {
			continue
		}
		var all []rune
		for r := of.first; r <= of.last; r++ {
			all = append(all, r)
		}
		return all
	}
	return nil
}

// Nearest are the words that one may have been meant as, of candidates: those with the
// fewest wrong letters, whole words before beginnings.
func Nearest(typed string, candidates []string) []string {
	type near struct {
		word      string
		wrong     int
		unended   bool
		otherwise bool // begins with another letter
	}
	most, letters := errorsIn(typed), []rune(typed)
	var found []near
	for _, candidate := range candidates {
		word := []rune(candidate)
		if len(word) < len(letters)-most {
			continue
		}
		whole, begun := distances(letters, word, most)
		n := near{word: candidate, wrong: whole, otherwise: word[0] != letters[0]}
		if begun == 1 && whole > 1 {
			n.wrong, n.unended = begun, true
		}
		if n.wrong > 0 && n.wrong <= most {
			found = append(found, n)
		}
	}
	rank := func(a, b near) int {
		return cmp.Or(cmp.Compare(a.wrong, b.wrong), compareBool(a.unended, b.unended), compareBool(a.otherwise, b.otherwise))
	}
	slices.SortFunc(found, func(a, b near) int {
		return cmp.Or(rank(a, b), cmp.Compare(len(a.word), len(b.word)), strings.Compare(a.word, b.word))
	})
	var words []string
	for _, n := range found {
		if len(words) < maxReadings && rank(n, found[0]) == 0 && !slices.Contains(words, n.word) {
			words = append(words, n.word)
		}
	}
	return words
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// distances are the wrong letters between what was typed and a word, and the fewest
// between it and a beginning of the word. Two letters in the wrong order are one error.
// More than most are not counted.
func distances(typed, word []rune, most int) (whole, begun int) {
	var rows [3][maxWordLength + 1]int // the row of a letter and the two before
	word = word[:min(len(word), maxWordLength)]
	now := &rows[0]
	for j := range len(word) + 1 {
		now[j] = j
	}
	for i := 1; i <= len(typed); i++ {
		earlier, before := &rows[(i+1)%3], &rows[(i+2)%3]
		now = &rows[i%3]
		now[0] = i
		least := i
		for j := 1; j <= len(word); j++ {
			other := 1
			if typed[i-1] == word[j-1] {
				other = 0
			}
			d := min(before[j]+1, now[j-1]+1, before[j-1]+other)
			if i > 1 && j > 1 && typed[i-1] == word[j-2] && typed[i-2] == word[j-1] {
				d = min(d, earlier[j-2]+1)
			}
			now[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1, most + 1
		}
	}
	return now[len(word)], slices.Min(now[:len(word)+1])
}

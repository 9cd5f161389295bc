package catalog

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sense is what a word of a search stands for besides its letters: values that are
// chosen and not typed, and things with a name that items have.
type Sense struct {
	Fields, Kinds []int64  // of the values, and the types of these fields
	Values        []string // as JSON

	Dated, DatedKinds []int64 // fields of dates, and their types, if the word is a year

	Named map[string][]int64 // ids of things, by their kind; an item is itself one
}

// Empty reports whether the word stands for nothing but itself.
func (s Sense) Empty() bool { return len(s.Fields) == 0 && len(s.Dated) == 0 && len(s.Named) == 0 }

// Name is what something is called that items have: a tag, a place.
type Name struct {
	Kind string // as in FoundKinds; that of who borrowed an item is item
	ID   int64
	Name string
}

// Understand notes which options of fields and which names the words of the search
// begin.
func (s *Search) Understand(fields []CustomField, names []Name) {
	s.Senses = map[string]Sense{}
	for _, word := range s.sought() {
		sense := Sense{Named: map[string][]int64{}}
		for _, f := range fields {
			sense.ofField(f, word)
		}
		for _, n := range names {
			if Begins(n.Name, word) {
				sense.Named[n.Kind] = append(sense.Named[n.Kind], n.ID)
			}
		}
		if !sense.Empty() {
			s.Senses[word] = sense
		}
	}
}

// ofField notes the values of a field that a word means: options by their words, numbers
// that are equal, days by their year.
func (s *Sense) ofField(f CustomField, word string) {
	chosen := func(value string) {
		s.Fields, s.Kinds, s.Values = append(s.Fields, f.ID), append(s.Kinds, f.CollectionTypeID), append(s.Values, value)
	}
	number, err := strconv.ParseInt(word, 10, 64)
	switch {
	case f.FieldType == Select:
		for _, option := range f.Options {
			if Begins(Fold(option), word) {
				chosen(quote(option))
			}
		}
	case err != nil:
	case f.FieldType == Number:
		chosen(strconv.FormatInt(number, 10))
	case f.FieldType == Date && len(word) == 4:
		s.Dated, s.DatedKinds = append(s.Dated, f.ID), append(s.DatedKinds, f.CollectionTypeID)
	}
}

// sought are the words, and those that are read instead.
func (s Search) sought() []string {
	all := slices.Clone(s.Words)
	for _, word := range s.Words {
		all = append(all, s.Read[word]...)
	}
	return all
}

// Readings are the words that are looked for where one was typed: others if nothing has
// that one.
func (s Search) Readings(word string) []string {
	if read := s.Read[word]; len(read) > 0 {
		return read
	}
	return []string{word}
}

// Begins reports whether a word of a folded text begins with another: what Words finds,
// without a list of them.
func Begins(folded, word string) bool {
	if word == "" {
		return false
	}
	for from := 0; ; {
		at := strings.Index(folded[from:], word)
		if at < 0 {
			return false
		}
		at += from
		before, size := utf8.DecodeLastRuneInString(folded[:at])
		if size == 0 || spaceless(before) || !unicode.IsLetter(before) && !unicode.IsNumber(before) || StandsAlone(word) {
			return true
		}
		from = at + 1
	}
}

package portable

import (
	"bytes"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// checker looks at the lines of a part one after the other.
type checker struct {
	part   Part
	uuids  []uuid
	before []string // what the line before is ordered by

	unknown []string // members of the line that there are not
}

// check returns what is wrong with a line by itself.
func (c *checker) check(line []byte) (wrong []string) {
	c.unknown = nil
	canonical, err := appendCanonical(nil, line)
	switch {
	case err != nil || jsontext.Value(line).Kind() != '{':
		return []string{"it is not a JSON object"}
	case !bytes.Equal(canonical, line):
		wrong = append(wrong, "it is not in the form of an archive: members in order, no blanks")
	}
	var values map[string]jsontext.Value
	if err := json.Unmarshal(line, &values); err != nil {
		return []string{"it is not a JSON object"}
	}
	for _, m := range c.part.Members {
		value, there := values[m.Name]
		delete(values, m.Name)
		if !there {
			wrong = append(wrong, m.Name+" is missing")
		} else if what := m.check(value); what != "" {
			wrong = append(wrong, m.Name+" "+what)
		}
	}
	c.unknown = slices.Sorted(maps.Keys(values))
	return append(wrong, c.inOrder(line)...)
}

// inOrder notes the uuid, and finds lines that do not follow the one before.
func (c *checker) inOrder(line []byte) (wrong []string) {
	var values map[string]jsontext.Value
	_ = json.Unmarshal(line, &values) // it was read before
	place := make([]string, len(c.part.Order))
	for i, name := range c.part.Order {
		_ = json.Unmarshal(values[name], &place[i]) // null is before all others
	}
	if c.before != nil && slices.Compare(c.before, place) >= 0 && len(place) > 0 {
		wrong = append(wrong, "it is out of order, or there twice: "+shownAll(place))
	}
	c.before = place
	if len(place) == 1 && uuidForm.MatchString(place[0]) {
		c.uuids = append(c.uuids, uuidOf(place[0]))
	}
	return wrong
}

func shownAll(texts []string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = shown(text, uuidForm)
	}
	return strings.Join(all, ", ")
}

// uuid is one without its form, of which an archive may have millions.
type uuid [16]byte

// uuidOf is the uuid of a text that has the form of one.
func uuidOf(text string) (id uuid) {
	_, _ = hex.Decode(id[:], []byte(strings.ReplaceAll(text, "-", ""))) // it has the form
	return id
}

func compareUUIDs(a, b uuid) int { return bytes.Compare(a[:], b[:]) }

// check returns what is wrong with a value, as the end of a sentence.
func (m Member) check(value jsontext.Value) string {
	kind, s := value.Kind(), ""
	if kind == 'n' {
		if m.Null {
			return ""
		}
		return "must not be null"
	}
	if kind == '"' {
		_ = json.Unmarshal(value, &s) // it is one
	}
	if hasZero(value) {
		return "has the character U+0000"
	}
	ok := false
	switch m.Kind {
	case Text:
		ok = kind == '"'
	case Integer:
		var n int64
		ok = kind == '0' && wholeOne.Match(value) && json.Unmarshal(value, &n) == nil
	case Number:
		ok = kind == '0'
	case Boolean:
		ok = kind == 't' || kind == 'f'
	case Time:
		t, err := time.Parse(moment, s)
		ok = err == nil && t.Format(moment) == s
	case Day:
		t, err := time.Parse(time.DateOnly, s)
		ok = err == nil && t.Format(time.DateOnly) == s
	case UUID, Reference:
		ok = uuidForm.MatchString(s)
	case Hash, File:
		ok = hashForm.MatchString(s)
	case Several:
		all := m.references(value)
		ok = kind == '[' && slices.IsSorted(all) && len(slices.Compact(slices.Clone(all))) == len(all) && !slices.ContainsFunc(all, func(id string) bool { return !uuidForm.MatchString(id) })
	case Values:
		ok = kind == '{' && !slices.ContainsFunc(m.references(value), func(id string) bool { return !uuidForm.MatchString(id) })
	case Options:
		var all []string
		ok = kind == '[' && json.Unmarshal(value, &all) == nil
	}
	if !ok {
		return "is not what it should be"
	}
	return ""
}

// hasZero reports whether there is a U+0000 in a text of a value, which nothing can store.
func hasZero(value jsontext.Value) bool {
	if !bytes.Contains(value, []byte(`\u0000`)) {
		return false
	}
	for d := jsontext.NewDecoder(bytes.NewReader(value)); ; {
		token, err := d.ReadToken()
		if err != nil {
			return false
		}
		if token.Kind() == '"' && strings.ContainsRune(token.String(), 0) {
			return true
		}
	}
}

package importing

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/portable"
)

// ownMembers are those that an object keeps that was found by its name.
var ownMembers = map[string]bool{"uuid": true, "created_at": true, "updated_at": true, "position": true}

// Differences are the members of a line that the present one has otherwise.
func Differences(p portable.Part, present, wanted []byte, byName bool) (changes []Change) {
	if bytes.Equal(present, wanted) {
		return nil
	}
	was, is := membersOf(present), membersOf(wanted)
	for _, m := range p.Members {
		if byName && ownMembers[m.Name] || bytes.Equal(was[m.Name], is[m.Name]) {
			continue
		}
		changes = append(changes, Change{m.Name, plainText(was[m.Name]), plainText(is[m.Name])})
	}
	return changes
}

// plainText is a value as it is shown: a text without quotes, nil for none.
func plainText(v jsontext.Value) *string {
	switch {
	case v == nil || v.Kind() == 'n':
		return nil
	case v.Kind() == '"':
		var s string
		_ = json.Unmarshal(v, &s) // it is one
		return &s
	}
	return new(string(v))
}

// With is the present line with the members of another that are to be written.
func With(present, wanted []byte, changes []Change) []byte {
	values, is := membersOf(present), membersOf(wanted)
	for _, c := range changes {
		values[c.Field] = is[c.Field]
	}
	return lineOf(values)
}

// LineBack is the present line with the former values of what a line changed, as far as they
// are as it wrote them. It tells what is left, as Left does.
func LineBack(row int64, former, wrote, present []byte, changes []Change) ([]byte, TakenBack) {
	was, then, now := membersOf(former), membersOf(wrote), membersOf(present)
	told := TakenBack{Row: row, Status: "undone", Issues: []Issue{}}
	for _, c := range changes {
		if !bytes.Equal(then[c.Field], now[c.Field]) {
			if c.Field == "updated_at" {
				continue // it follows from what else was changed
			}
			told.Status = "left"
			issue := Issue{Column: new(c.Field), Code: "changed_since", Level: "warning"}
			if text := plainText(then[c.Field]); text != nil {
				issue.Expected = *text
			}
			if text := plainText(now[c.Field]); text != nil {
				issue.Found = beginning(*text)
			}
			issue.Message = sentence(issue)
			told.Issues = append(told.Issues, issue)
			continue
		}
		now[c.Field] = was[c.Field]
	}
	return lineOf(now), told
}

// Turned are changes the other way round.
func Turned(changes []Change) []Change {
	turned := make([]Change, len(changes))
	for i, c := range changes {
		turned[i] = Change{c.Field, c.To, c.From}
	}
	return turned
}

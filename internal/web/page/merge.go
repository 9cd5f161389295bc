package page

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/web/ui"
)

// ErrChanged means that somebody else changed the same field.
var ErrChanged = errors.New("changed since")

// Amend changes an object by a form that contains the values it was shown with. In one transaction it
// reads the present values and keeps what others wrote to fields that this user left alone. If both
// changed the same field, it is ErrChanged and nothing is written.
func (v *Visit) Amend(now func(postgres.Reader) (map[string]string, error), write func(postgres.Scope) error) error {
	return v.Carefully(v.Context(), v.Right, func(s postgres.Scope) error {
		reader, err := s.View(v.Right)
		if err != nil {
			return err
		}
		values, err := now(reader)
		if err != nil {
			return err
		}
		if err := v.Merge(values); err != nil {
			return err
		}
		return write(s)
	})
}

// AmendBy is Amend with one change.
func (v *Visit) AmendBy(action catalog.Action, now func(postgres.Reader) (map[string]string, error), write func(postgres.Writer) error) error {
	return v.Amend(now, func(s postgres.Scope) error { return postgres.Change(v.Context(), s, action, write) })
}

// severalOf is the field with several values. They are merged one by one, so they never clash.
const severalOf = "tag_id"

// Merge merges the present values of the object into the form. A form without the values it was shown
// with is taken as it is.
func (v *Visit) Merge(now map[string]string) error {
	_ = v.ParseForm() // an unreadable form is empty
	if v.sent == nil {
		v.sent = v.PostForm
	}
	v.PostForm, v.clashes, v.theirs = maps.Clone(v.sent), nil, nil // the transaction may run again
	var was map[string]string
	if json.Unmarshal([]byte(v.sent.Get("shown")), &was) != nil {
		return nil
	}
	names := maps.Clone(was)
	maps.Copy(names, now)
	for name := range names {
		if name == severalOf {
			v.PostForm[name] = mergedList(strings.Fields(was[name]), strings.Fields(now[name]), v.sent[name])
			continue
		}
		before, theirs, mine := was[name], now[name], Plain(v.sent.Get(name))
		switch {
		case !v.sent.Has(name) && before != ui.Ticked: // the form does not have it; an empty checkbox is not sent
			v.PostForm.Set(name, theirs)
		case sameText(theirs, before), sameText(theirs, mine):
		case sameText(mine, before):
			v.PostForm.Set(name, theirs)
			v.theirs = append(v.theirs, name)
		default:
			if v.clashes == nil {
				v.clashes = map[string]ui.Clash{}
			}
			v.clashes[name] = ui.Clash{Was: before, Theirs: theirs, Mine: mine}
		}
	}
	if v.clashes == nil {
		return nil
	}
	v.PostForm.Set("shown", ui.Shown(now))
	return ErrChanged
}

// mergedList is the present list, with this user's additions and removals.
func mergedList(was, now, mine []string) (merged []string) {
	for _, element := range now {
		if slices.Contains(mine, element) || !slices.Contains(was, element) {
			merged = append(merged, element)
		}
	}
	for _, element := range mine {
		if !slices.Contains(was, element) && !slices.Contains(merged, element) {
			merged = append(merged, element)
		}
	}
	return merged
}

// sameText compares two values, ignoring the line ends of browsers.
func sameText(a, b string) bool { return Plain(unixLines(a)) == Plain(unixLines(b)) }

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// askAgain shows a form with both versions of the clashing fields.
func (v *Visit) askAgain(again func(ui.Form) error) error {
	if err := again(v.FormOf(nil)); err != nil {
		return err
	}
	v.Reply.Status = http.StatusPreconditionFailed
	return nil
}

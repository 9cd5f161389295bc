package web

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

// errChanged means that somebody else changed what this person changed, too.
var errChanged = errors.New("changed since")

// amend changes an object by a form that carries what it was shown with, in one transaction
// with the look at what the object has now. Fields that this person left as they were keep
// what others wrote meanwhile. It is errChanged if both changed the same field otherwise;
// nothing is written then.
func (v *visit) amend(now func(postgres.Reader) (map[string]string, error), write func(postgres.Scope) error) error {
	return v.Carefully(v.Context(), v.right, func(s postgres.Scope) error {
		reader, err := s.View(v.right)
		if err != nil {
			return err
		}
		values, err := now(reader)
		if err != nil {
			return err
		}
		if err := v.merge(values); err != nil {
			return err
		}
		return write(s)
	})
}

// amendBy is amend with one change.
func (v *visit) amendBy(action catalog.Action, now func(postgres.Reader) (map[string]string, error), write func(postgres.Writer) error) error {
	return v.amend(now, func(s postgres.Scope) error { return postgres.Change(v.Context(), s, action, write) })
}

// severalOf is the field of which several values are sent. They are merged one by one, so they
// never clash.
const severalOf = "tag_id"

// merge puts into the form what others have changed, given what the object has now. A form
// that does not say what it was shown with is taken as it is.
func (v *visit) merge(now map[string]string) error {
	_ = v.ParseForm() // what cannot be read is absent
	if v.sent == nil {
		v.sent = v.PostForm
	}
	v.PostForm, v.clashes, v.theirs = maps.Clone(v.sent), nil, nil // the transaction may be tried again
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
		before, theirs, mine := was[name], now[name], plain(v.sent.Get(name))
		switch {
		case !v.sent.Has(name) && before != view.Ticked: // nothing is said of it; a box without a tick is not sent
			v.PostForm.Set(name, theirs)
		case sameText(theirs, before), sameText(theirs, mine):
		case sameText(mine, before):
			v.PostForm.Set(name, theirs)
			v.theirs = append(v.theirs, name)
		default:
			if v.clashes == nil {
				v.clashes = map[string]view.Clash{}
			}
			v.clashes[name] = view.Clash{Was: before, Theirs: theirs, Mine: mine}
		}
	}
	if v.clashes == nil {
		return nil
	}
	v.PostForm.Set("shown", view.Shown(now))
	return errChanged
}

// mergedList is what others have with what this person added and without what they removed.
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

// sameText reports whether two values are the same to a browser, which ends lines its own way.
func sameText(a, b string) bool { return plain(unixLines(a)) == plain(unixLines(b)) }

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// askAgain shows a form with both versions of what clashes.
func (v *visit) askAgain(again func(view.Form) error) error {
	if err := again(v.form(nil)); err != nil {
		return err
	}
	v.reply.status = http.StatusPreconditionFailed
	return nil
}

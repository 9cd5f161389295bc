package page

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/ui"
)

// PerPage is how many objects a page shows.
const PerPage = 48

// MostCounted is how far filtered lists are counted: nobody reads further, and counting ten times as
// many took longer than the rest of the page.
const MostCounted = 1_000

// Number is an id of the path.
func (v *Visit) Number(name string) (int64, error) {
	id, err := strconv.ParseInt(v.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return 0, fault.ErrNotFound
	}
	return id, nil
}

// Paging is the requested page of a list.
func (v *Visit) Paging() catalog.Paging {
	return catalog.Paging{Number: 1, PerPage: PerPage, After: v.Param("after"), Most: MostCounted}
}

// CollectionOf reads the collection of the path.
func CollectionOf(v *Visit) (postgres.Reader, catalog.Collection, error) {
	id, err := v.Number("collection")
	if err != nil {
		return postgres.Reader{}, catalog.Collection{}, err
	}
	reader, err := v.Reader()
	if err != nil {
		return reader, catalog.Collection{}, err
	}
	c, err := inventory.Collection(v.Context(), reader, id)
	return reader, c, err
}

// Rewrite reads and changes a collection in one transaction, so that concurrent changes by others
// stay: what they made private does not become public again.
func (v *Visit) Rewrite(id int64, as func(catalog.Collection) catalog.CollectionInput) error {
	return v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) error {
		reader, err := s.View(identity.Edit)
		if err != nil {
			return err
		}
		now, err := inventory.Collection(v.Context(), reader, id)
		if err != nil {
			return err
		}
		in := as(now)
		if err := in.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.CollectionUpdated, func(change postgres.Writer) error {
			_, err := inventory.UpdateCollection(v.Context(), change, id, in)
			return err
		})
	})
}

// Delete deletes an object of the path and redirects.
func (v *Visit) Delete(name string, action catalog.Action, to string, do func(context.Context, postgres.Writer, int64) error) error {
	id, err := v.Number(name)
	if err != nil {
		return err
	}
	if err := v.Discard(action, func(w postgres.Writer) error { return do(v.Context(), w, id) }); err != nil {
		return err
	}
	return v.Redirect(to)
}

// Optional is a field of a form, nil if it is empty.
func (v *Visit) Optional(name string) *string {
	if s := v.Text(name); s != "" {
		return &s
	}
	return nil
}

func (v *Visit) Integer(wrong *fault.Invalid, name string) *int64 {
	s := v.Text(name)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		wrong.Addf(name, "The %s field must be an integer.")
		return nil
	}
	return &n
}

// Numbers are the ids among texts; non-numeric values are skipped.
func Numbers(texts []string) []int64 {
	ids := []int64{}
	for _, text := range texts {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// Chosen are the ids in a field of a form.
func (v *Visit) Chosen(name string) []int64 {
	_ = v.ParseForm() // an unreadable form is empty
	return Numbers(v.PostForm[name])
}

// Written are ids as texts.
func Written(ids []int64) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return texts
}

// AsID is an id in an address or a form, nil if it is invalid.
func AsID(s string) *int64 {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil
	}
	return &id
}

// AsDay is a day, nil if it is empty.
func AsDay(wrong *fault.Invalid, name, typed string) *time.Time {
	if typed == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, typed)
	if err != nil {
		wrong.Addf(name, "The %s field must be a valid date in the form YYYY-MM-DD.")
		return nil
	}
	return &day
}

// Answer continues after a form: it shows the form again with errors and values, or calls on.
func (v *Visit) Answer(err error, again func(ui.Form) error, on func() error) error {
	var invalid *fault.Invalid
	err = v.Web.Accounts.Settle(v.Context(), v.Actor, err)
	switch {
	case errors.Is(err, ErrChanged):
		return v.askAgain(again)
	case errors.As(err, &invalid):
		return again(v.FormOf(invalid))
	case err != nil:
		return err
	}
	if err := on(); err != nil {
		return err
	}
	noteSaved(v)
	return nil
}

// Wrong is the errors of a form as one text.
func (v *Visit) Wrong(invalid *fault.Invalid) string {
	first := invalid.Fields[0].Messages[0]
	return v.Texts.Wrong(first.Rule, first.Args)
}

// FormOf is the form as sent. Components never show passwords again.
func (v *Visit) FormOf(invalid *fault.Invalid) ui.Form {
	f := ui.Form{Values: map[string]string{}, Invalid: invalid, Texts: v.Texts, Clashes: v.clashes, Theirs: v.theirs}
	_ = v.ParseForm() // an unreadable form is empty
	for name := range v.PostForm {
		f.Values[name] = v.Text(name)
	}
	for name, c := range v.clashes { // so that it is among the choices
		f.Values[name] = c.Theirs
	}
	return f
}

// Yes is a checkbox of a form.
func (v *Visit) Yes(name string) *bool { return new(v.Text(name) != "") }

// typedColor is the colour that was typed, or if none was, the one that was chosen.
func typedColor(v *Visit) string {
	typed := v.Text("hex")
	if typed != "" && !strings.HasPrefix(typed, "#") {
		typed = "#" + typed
	}
	if typed != "" && !strings.EqualFold(typed, v.Text("was")) {
		return typed
	}
	return cmp.Or(v.Text("color"), typed)
}

// TakeColor joins the typed and the chosen colour into one field.
func TakeColor(v *Visit) {
	color := typedColor(v)
	v.PostForm.Set("color", color)
	v.PostForm.Del("hex")
	v.PostForm.Del("was")
}

// CopyItems are the items of copies, by id.
func CopyItems(v *Visit, copies []catalog.Copy) (map[int64]catalog.CopyItem, error) {
	if len(copies) == 0 {
		return nil, nil
	}
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	found, err := inventory.CopyItems(v.Context(), reader, IdsOf(copies, func(c catalog.Copy) int64 { return c.ItemID }))
	items := map[int64]catalog.CopyItem{}
	for _, i := range found {
		items[i.ID] = i
	}
	return items, err
}

// Count is a number in the address, 0 if absent.
func Count(v *Visit, name string) int64 {
	n, _ := strconv.ParseInt(v.Param(name), 10, 64)
	return max(0, n)
}

package types

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var collectionTypePages = []page.Row{
	page.Show("GET /types", "GET /api/collection-types", types),
	page.Edit("POST /types", "POST /api/collection-types", createType),
	page.Show("GET /types/{collectionType}", "GET /api/collection-types/{collectionType}", typeEditor),
	page.Edit("POST /types/{collectionType}", "PUT /api/collection-types/{collectionType}", updateType),
	page.Edit("POST /types/{collectionType}/collections", "PUT /api/collection-types/{collectionType}/collections", linkCollection),
	page.Edit("POST /types/{collectionType}/delete", "DELETE /api/collection-types/{collectionType}", deleteType),
}

func types(v *page.Visit) error {
	var all []catalog.TypeSummary
	err := v.Together(func(r postgres.Reader) (err error) {
		all, err = inventory.TypeSummaries(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "types")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.types")
	return v.Render(http.StatusOK, Types(f, all))
}

func createType(v *page.Visit) error {
	in := catalog.NewCollectionType{Name: v.Text("name")}
	var made catalog.CollectionType
	err := in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CollectionTypeCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateCollectionType(v.Context(), change, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error { return gallery(v, http.StatusUnprocessableEntity, form) },
		func() error { return v.Redirect(TypePath(made.ID)) })
}

// typeOf reads the type of the path, and the collections that could use it.
func typeOf(v *page.Visit) (e TypeEditor, err error) {
	id, err := v.Number("collectionType")
	if err != nil {
		return e, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		e.Type, err = inventory.TypeEdit(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		e.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	return e, err
}

func typeEditor(v *page.Visit) error {
	e, err := typeOf(v)
	if err != nil {
		return err
	}
	return showType(v, http.StatusOK, e)
}

func showType(v *page.Visit, status int, e TypeEditor) error {
	f, err := v.Frame(e.Type.Name, "types")
	if err != nil {
		return err
	}
	if e.Form.Values == nil {
		e.Form.Values = map[string]string{"name": e.Type.Name, "color": e.Type.Color}
	}
	return v.Render(status, Type(f, e))
}

// typeAgain shows the type again, with errors or a question.
func typeAgain(v *page.Visit, form ui.Form, ask Ask) error {
	e, err := typeOf(v)
	if err != nil {
		return err
	}
	e.Ask = ask
	for _, c := range form.Clashes { // the editor shows the other's
		e.Form.Message = v.Texts.T("clash.live", "theirs", cmp.Or(c.Theirs, "–"), "mine", cmp.Or(c.Mine, "–"))
		return showType(v, http.StatusPreconditionFailed, e)
	}
	if form.Values["name"] != "" && ask == (Ask{}) || form.Wrong("name") != nil {
		e.Form = form
	}
	e.Form.Message = form.AsNotice("name").AsNotice("color").AsNotice("options").AsNotice("group_id").Message
	return showType(v, http.StatusUnprocessableEntity, e)
}

// onType changes a part of the type of the path and shows it again.
func onType(v *page.Visit, action catalog.Action, at string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.Number("collectionType")
	if err != nil {
		return err
	}
	err = v.Discard(action, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.Answer(err, func(form ui.Form) error { return typeAgain(v, form, Ask{}) },
		func() error { return v.Redirect(TypePath(kind) + at) })
}

func updateType(v *page.Visit) error {
	page.TakeColor(v)
	return amendType(v, catalog.CollectionTypeUpdated, "", ui.TypeValues, func(ctx context.Context, change postgres.Writer, kind int64) error {
		in := catalog.CollectionTypeInput{Name: v.Text("name"), Color: v.Text("color")}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCollectionType(ctx, change, kind, in)
		return err
	})
}

// amendType is onType for a form that contains the values it was shown with.
func amendType(v *page.Visit, action catalog.Action, at string, values func(catalog.TypeEdit) map[string]string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.Number("collectionType")
	if err != nil {
		return err
	}
	page.Lasts(v)
	err = v.AmendBy(action, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.TypeEdit(v.Context(), r, kind)
		return values(now), err
	}, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.Answer(err, func(form ui.Form) error { return typeAgain(v, form, Ask{}) },
		func() error { return v.Redirect(TypePath(kind) + at) })
}

// linkCollection links a collection to the type, or unlinks it.
func linkCollection(v *page.Visit) error {
	e, err := typeOf(v)
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	link, unlink := v.Integer(&wrong, "link"), v.Integer(&wrong, "unlink")
	ids := slices.DeleteFunc(slices.Clone(e.Type.Collections), func(id int64) bool { return unlink != nil && id == *unlink })
	if link != nil {
		ids = append(ids, *link)
	}
	in := catalog.Links{CollectionIDs: append([]int64{}, ids...)}
	return onType(v, catalog.CollectionTypeCollectionsUpdated, "", func(ctx context.Context, change postgres.Writer, kind int64) error {
		if err := cmp.Or(wrong.Err(), in.Validate()); err != nil {
			return err
		}
		_, err := inventory.SetCollections(ctx, change, kind, in)
		return err
	})
}

func deleteType(v *page.Visit) error {
	return v.Delete("collectionType", catalog.CollectionTypeDeleted, "/types", inventory.DeleteCollectionType)
}

// fieldAnchor is the anchor of a field on the page of its type.
func fieldAnchor(id int64) string { return "#field-" + strconv.FormatInt(id, 10) }

func TypePath(id int64) string { return "/types/" + strconv.FormatInt(id, 10) }

// TypeEditor is the data of a type's page.
type TypeEditor struct {
	Type        catalog.TypeEdit
	Collections []catalog.CollectionLink // all that could use it
	Form        ui.Form
	Ask         Ask
}

// Ask is a question before values of a field are lost or no longer fit.
type Ask struct {
	Field    int64
	Delete   bool
	Name     string
	Kind     string // the new one
	IsPublic bool
}

// Linked are the collections that use the type, or the others.
func (e TypeEditor) Linked(use bool) (all []catalog.CollectionLink) {
	for _, c := range e.Collections {
		if slices.Contains(e.Type.Collections, c.ID) == use {
			all = append(all, c)
		}
	}
	return all
}

// Values are those recorded for all fields.
func (e TypeEditor) Values() (n int64) {
	for _, f := range e.Type.Fields {
		n += f.Values
	}
	return n
}

// Kind is the kind of a field, or the one in question.
func (e TypeEditor) Kind(f catalog.FieldEdit) string {
	if e.Ask.Field == f.ID && !e.Ask.Delete {
		return e.Ask.Kind
	}
	return f.Kind
}

// IsPublic is whether visitors see a field, or the choice just made.
func (e TypeEditor) IsPublic(f catalog.FieldEdit) bool {
	if e.Ask.Field == f.ID && !e.Ask.Delete {
		return e.Ask.IsPublic
	}
	return f.IsPublic
}

func fieldPath(e TypeEditor, f catalog.FieldEdit) string {
	return TypePath(e.Type.ID) + "/fields/" + ui.Number(f.ID)
}

func groupPath(e TypeEditor, g catalog.GroupEdit) string {
	return TypePath(e.Type.ID) + "/groups/" + ui.Number(g.ID)
}

// formField is a field as the form of an item has it.
func formField(f catalog.FieldEdit) catalog.FieldForm {
	return catalog.FieldForm{ID: f.ID, Name: f.Name, Kind: f.Kind, Options: f.Options}
}

// kindIcons are the icons of kinds of fields.
var kindIcons = map[string]string{catalog.Text: "type", catalog.Number: "hash", catalog.Date: "calendar", catalog.Boolean: "toggle-right", catalog.Select: "list", catalog.Rating: "star"}

// values is a number of values, which may be a lower bound.
func values(f ui.Frame, key string, n int64, pairs ...string) string {
	text := f.N(key, n, pairs...)
	if n >= catalog.ManyValues {
		text = strings.Replace(text, f.Number(n), f.Number(n)+"+", 1)
	}
	return text
}

// Gallery is the ways to begin a type.
type Gallery struct {
	Templates   []catalog.Template
	Collections []catalog.CollectionLink
	Form        ui.Form
}

// firstFields names what a template records: its usual fields come first.
func firstFields(t catalog.Template) string {
	var names []string
	for _, g := range ui.Contents(t) {
		for _, field := range g.Values {
			names = append(names, field.Name)
		}
	}
	return strings.Join(names[:min(3, len(names))], " · ") + " …"
}

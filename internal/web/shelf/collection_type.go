package shelf

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

// again shows the type once more, with what is wrong or asked.
func typeAgain(v *page.Visit, form ui.Form, ask Ask) error {
	e, err := typeOf(v)
	if err != nil {
		return err
	}
	e.Ask = ask
	for _, c := range form.Clashes { // the editor shows theirs
		e.Form.Message = v.Texts.T("clash.live", "theirs", cmp.Or(c.Theirs, "–"), "mine", cmp.Or(c.Mine, "–"))
		return showType(v, http.StatusPreconditionFailed, e)
	}
	if form.Values["name"] != "" && ask == (Ask{}) || form.Wrong("name") != nil {
		e.Form = form
	}
	e.Form.Message = form.AsNotice("name").AsNotice("color").AsNotice("options").AsNotice("group_id").Message
	return showType(v, http.StatusUnprocessableEntity, e)
}

// onType changes something of the type of the path and shows it again, there.
func onType(v *page.Visit, action catalog.Action, at string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.Number("collectionType")
	if err != nil {
		return err
	}
	err = v.Discard(action, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.Answer(err, func(form ui.Form) error { return typeAgain(v, form, Ask{}) },
		func() error { return v.Redirect(TypePath(kind) + at) })
}

// typedColor is the colour that was typed, or if none was, the one that was chosen.
func typedColor(v *page.Visit) string {
	typed := v.Text("hex")
	if typed != "" && !strings.HasPrefix(typed, "#") {
		typed = "#" + typed
	}
	if typed != "" && !strings.EqualFold(typed, v.Text("was")) {
		return typed
	}
	return cmp.Or(v.Text("color"), typed)
}

// takeColor makes the colour that was typed or chosen one field of the form.
func takeColor(v *page.Visit) {
	color := typedColor(v)
	v.PostForm.Set("color", color)
	v.PostForm.Del("hex")
	v.PostForm.Del("was")
}

func updateType(v *page.Visit) error {
	takeColor(v)
	return amendType(v, catalog.CollectionTypeUpdated, "", ui.TypeValues, func(ctx context.Context, change postgres.Writer, kind int64) error {
		in := catalog.CollectionTypeInput{Name: v.Text("name"), Color: v.Text("color")}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCollectionType(ctx, change, kind, in)
		return err
	})
}

// amendType is onType for a form that carries what it was shown with, which is what the type
// has in some values.
func amendType(v *page.Visit, action catalog.Action, at string, values func(catalog.TypeEdit) map[string]string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.Number("collectionType")
	if err != nil {
		return err
	}
	v.Lasts()
	err = v.AmendBy(action, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.TypeEdit(v.Context(), r, kind)
		return values(now), err
	}, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.Answer(err, func(form ui.Form) error { return typeAgain(v, form, Ask{}) },
		func() error { return v.Redirect(TypePath(kind) + at) })
}

// linkCollection adds a collection to those that use the type, or takes it away.
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

// fieldAnchor is where a field is on the page of its type.
func fieldAnchor(id int64) string { return "#field-" + strconv.FormatInt(id, 10) }

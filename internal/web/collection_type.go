package web

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
	"vitrine/internal/web/view"
)

var collectionTypePages = []row{
	show("GET /types", "GET /api/collection-types", types),
	edit("POST /types", "POST /api/collection-types", createType),
	show("GET /types/{collectionType}", "GET /api/collection-types/{collectionType}", typeEditor),
	edit("POST /types/{collectionType}", "PUT /api/collection-types/{collectionType}", updateType),
	edit("POST /types/{collectionType}/collections", "PUT /api/collection-types/{collectionType}/collections", linkCollection),
	edit("POST /types/{collectionType}/delete", "DELETE /api/collection-types/{collectionType}", deleteType),
}

func types(v *visit) error {
	var all []catalog.TypeSummary
	err := v.together(func(r postgres.Reader) (err error) {
		all, err = inventory.TypeSummaries(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "types")
	if err != nil {
		return err
	}
	f.Title = f.T("nav.types")
	return v.render(http.StatusOK, view.Types(f, all))
}

func createType(v *visit) error {
	in := catalog.NewCollectionType{Name: v.text("name")}
	var made catalog.CollectionType
	err := in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CollectionTypeCreated, func(change postgres.Writer) (err error) {
			made, err = inventory.CreateCollectionType(v.Context(), change, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error { return gallery(v, http.StatusUnprocessableEntity, form) },
		func() error { return v.redirect(view.TypePath(made.ID)) })
}

// typeOf reads the type of the path, and the collections that could use it.
func (v *visit) typeOf() (e view.TypeEditor, err error) {
	id, err := v.number("collectionType")
	if err != nil {
		return e, err
	}
	err = v.together(func(r postgres.Reader) (err error) {
		e.Type, err = inventory.TypeEdit(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		e.Collections, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	return e, err
}

func typeEditor(v *visit) error {
	e, err := v.typeOf()
	if err != nil {
		return err
	}
	return showType(v, http.StatusOK, e)
}

func showType(v *visit, status int, e view.TypeEditor) error {
	f, err := v.frame(e.Type.Name, "types")
	if err != nil {
		return err
	}
	if e.Form.Values == nil {
		e.Form.Values = map[string]string{"name": e.Type.Name, "color": e.Type.Color}
	}
	return v.render(status, view.Type(f, e))
}

// again shows the type once more, with what is wrong or asked.
func typeAgain(v *visit, form view.Form, ask view.Ask) error {
	e, err := v.typeOf()
	if err != nil {
		return err
	}
	e.Ask = ask
	for _, c := range form.Clashes { // the editor shows theirs
		e.Form.Message = v.texts.T("clash.live", "theirs", cmp.Or(c.Theirs, "–"), "mine", cmp.Or(c.Mine, "–"))
		return showType(v, http.StatusPreconditionFailed, e)
	}
	if form.Values["name"] != "" && ask == (view.Ask{}) || form.Wrong("name") != nil {
		e.Form = form
	}
	e.Form.Message = form.AsNotice("name").AsNotice("color").AsNotice("options").AsNotice("group_id").Message
	return showType(v, http.StatusUnprocessableEntity, e)
}

// onType changes something of the type of the path and shows it again, there.
func onType(v *visit, action catalog.Action, at string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.number("collectionType")
	if err != nil {
		return err
	}
	err = v.discard(action, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.answer(err, func(form view.Form) error { return typeAgain(v, form, view.Ask{}) },
		func() error { return v.redirect(view.TypePath(kind) + at) })
}

// typedColor is the colour that was typed, or if none was, the one that was chosen.
func (v *visit) typedColor() string {
	typed := v.text("hex")
	if typed != "" && !strings.HasPrefix(typed, "#") {
		typed = "#" + typed
	}
	if typed != "" && !strings.EqualFold(typed, v.text("was")) {
		return typed
	}
	return cmp.Or(v.text("color"), typed)
}

// takeColor makes the colour that was typed or chosen one field of the form.
func (v *visit) takeColor() {
	color := v.typedColor()
	v.PostForm.Set("color", color)
	v.PostForm.Del("hex")
	v.PostForm.Del("was")
}

func updateType(v *visit) error {
	v.takeColor()
	return amendType(v, catalog.CollectionTypeUpdated, "", view.TypeValues, func(ctx context.Context, change postgres.Writer, kind int64) error {
		in := catalog.CollectionTypeInput{Name: v.text("name"), Color: v.text("color")}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCollectionType(ctx, change, kind, in)
		return err
	})
}

// amendType is onType for a form that carries what it was shown with, which is what the type
// has in some values.
func amendType(v *visit, action catalog.Action, at string, values func(catalog.TypeEdit) map[string]string, do func(ctx context.Context, change postgres.Writer, kind int64) error) error {
	kind, err := v.number("collectionType")
	if err != nil {
		return err
	}
	v.lasts()
	err = v.amendBy(action, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.TypeEdit(v.Context(), r, kind)
		return values(now), err
	}, func(change postgres.Writer) error { return do(v.Context(), change, kind) })
	return v.answer(err, func(form view.Form) error { return typeAgain(v, form, view.Ask{}) },
		func() error { return v.redirect(view.TypePath(kind) + at) })
}

// linkCollection adds a collection to those that use the type, or takes it away.
func linkCollection(v *visit) error {
	e, err := v.typeOf()
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	link, unlink := v.integer(&wrong, "link"), v.integer(&wrong, "unlink")
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

func deleteType(v *visit) error {
	return v.delete("collectionType", catalog.CollectionTypeDeleted, "/types", inventory.DeleteCollectionType)
}

// fieldAnchor is where a field is on the page of its type.
func fieldAnchor(id int64) string { return "#field-" + strconv.FormatInt(id, 10) }

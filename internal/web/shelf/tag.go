package shelf

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var tagPages = []page.Row{
	page.Show("GET /tags", "GET /api/tags", tags),
	page.Edit("POST /tags", "POST /api/tags", createTag),
	page.Show("GET /tags/{tag}", "GET /api/tags/{tag}", tag),
	page.Edit("GET /tags/{tag}/edit", "", editTag),
	page.Edit("POST /tags/{tag}", "PUT /api/tags/{tag}", updateTag),
	page.Edit("POST /tags/{tag}/merge", "POST /api/tags/{tag}/merge", mergeTag),
	page.Edit("POST /tags/{tag}/delete", "DELETE /api/tags/{tag}", deleteTag),
}

func tags(v *page.Visit) error { return tagList(v, http.StatusOK, ui.Form{}) }

// tagList shows the tags by name, with the number of items that have each.
func tagList(v *page.Visit, status int, form ui.Form) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	list := TagList{Query: v.Param("q"), Form: form}
	err = v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Search: search, Sort: "name"}, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if list.Counts, err = inventory.TagSummaries(v.Context(), reader, page.IdsOf(list.Page.Items, func(t catalog.Tag) int64 { return t.ID })); err != nil {
		return err
	}
	f, err := v.Frame("", "tags")
	if err != nil {
		return err
	}
	f.Title = f.T("tags.title")
	return v.Render(status, Tags(f, list))
}

func createTag(v *page.Visit) error {
	in := catalog.TagInput{Name: v.Text("name")}
	err := in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.TagCreated, func(change postgres.Writer) error {
			_, err := inventory.CreateTag(v.Context(), change, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error { return tagList(v, http.StatusUnprocessableEntity, form) },
		func() error { return v.Redirect("/tags") })
}

// tag shows the items of all collections that have a tag.
func tag(v *page.Visit) error {
	id, err := v.Number("tag")
	if err != nil {
		return err
	}
	shown := Tagged{}
	shown.Things.Path = ui.TagPath(id)
	filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, SortedBy: catalog.SortedBy{TagIDs: []int64{id}}}
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Tag, err = inventory.Tag(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Things.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	if err := page.CardsOf(v, &shown.Things); err != nil {
		return err
	}
	f, err := v.Frame(shown.Tag.Name, "tags")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Tag(f, shown))
}

// tagOf reads the tag of the path.
func tagOf(v *page.Visit) (tag catalog.Tag, err error) {
	id, err := v.Number("tag")
	if err != nil {
		return tag, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		tag, err = inventory.Tag(v.Context(), r, id)
		return err
	})
	return tag, err
}

func editTag(v *page.Visit) error {
	tag, err := tagOf(v)
	if err != nil {
		return err
	}
	return tagForm(v, http.StatusOK, tag, ui.Edited(ui.TagValues(tag)))
}

func tagForm(v *page.Visit, status int, tag catalog.Tag, form ui.Form) error {
	f, err := v.Frame(tag.Name, "tags")
	if err != nil {
		return err
	}
	return v.Render(status, TagForm(f, tag, form))
}

func updateTag(v *page.Visit) error {
	tag, err := tagOf(v)
	if err != nil {
		return err
	}
	page.TakeColor(v)
	err = v.AmendBy(catalog.TagUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Tag(v.Context(), r, tag.ID)
		return ui.TagValues(now), err
	}, func(change postgres.Writer) error {
		in := catalog.TagInput{Name: v.Text("name"), Color: v.Text("color")}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateTag(v.Context(), change, tag.ID, in)
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		return tagForm(v, http.StatusUnprocessableEntity, tag, form)
	}, func() error { return v.Redirect(ui.TagPath(tag.ID)) })
}

// mergeTag gives the items of the tag of the path another one, by its name, and ends it.
func mergeTag(v *page.Visit) error {
	tag, err := tagOf(v)
	if err != nil {
		return err
	}
	into, err := tagNamed(v, "into")
	if err == nil {
		err = v.Discard(catalog.TagMerged, func(change postgres.Writer) error {
			_, err := inventory.MergeTag(v.Context(), change, into, catalog.TagMerge{TagID: &tag.ID})
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		form.Values["name"] = tag.Name
		for i := range form.Invalid.Fields {
			form.Invalid.Fields[i].Name = "into"
		}
		return tagForm(v, http.StatusUnprocessableEntity, tag, form)
	}, func() error { return v.Redirect(ui.TagPath(into)) })
}

// tagNamed is the tag with the name in a field, without case and accents.
func tagNamed(v *page.Visit, field string) (int64, error) {
	var wrong fault.Invalid
	name := v.Text(field)
	wrong.Text(field, name, catalog.MaxName)
	search := catalog.NewSearch(&wrong, field, name)
	if err := wrong.Err(); err != nil {
		return 0, err
	}
	reader, err := v.Reader()
	if err != nil {
		return 0, err
	}
	found, err := inventory.Tags(v.Context(), reader, catalog.TagFilter{Search: search, Sort: "name"}, catalog.Paging{Number: 1, PerPage: page.MostOffered})
	if err != nil {
		return 0, err
	}
	for _, t := range found.Items {
		if catalog.Fold(t.Name) == catalog.Fold(name) {
			return t.ID, nil
		}
	}
	return 0, fault.On(field, "The selected tag id is invalid.")
}

func deleteTag(v *page.Visit) error {
	return v.Delete("tag", catalog.TagDeleted, "/tags", inventory.DeleteTag)
}

package shelf

import (
	"net/http"

	"github.com/a-h/templ"

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
	if list.Counts, err = page.Summed(v, list.Page, func(t catalog.Tag) int64 { return t.ID }, inventory.TagSummaries); err != nil {
		return err
	}
	return v.Show(status, "tags.title", "tags", func(f ui.Frame) templ.Component { return Tags(f, list) })
}

func createTag(v *page.Visit) error {
	return page.Create(v, catalog.TagCreated, tagInput, inventory.CreateTag, tagList, func(catalog.Tag) string { return "/tags" })
}

// tag shows the items of all collections that have a tag.
func tag(v *page.Visit) error {
	id, err := v.Number("tag")
	if err != nil {
		return err
	}
	shown := Tagged{}
	shown.Cards.Path = ui.TagPath(id)
	filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, SortedBy: catalog.SortedBy{TagIDs: []int64{id}}}
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Tag, err = inventory.Tag(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Cards.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	if err := page.CardsOf(v, &shown.Cards); err != nil {
		return err
	}
	f, err := v.Frame(shown.Tag.Name, "tags")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Tag(f, shown))
}

var storedTag = page.Stored[catalog.Tag, catalog.TagInput]{Read: inventory.Tag, Write: inventory.UpdateTag, Values: ui.TagValues, Input: tagInput}

func tagInput(v *page.Visit, _ *fault.Invalid) catalog.TagInput {
	return catalog.TagInput{Name: v.Text("name"), Color: v.Text("color")}
}

func tagForm(tag catalog.Tag) page.Again {
	return func(v *page.Visit, status int, form ui.Form) error {
		f, err := v.Frame(tag.Name, "tags")
		if err != nil {
			return err
		}
		return v.Render(status, TagForm(f, tag, form))
	}
}

func editTag(v *page.Visit) error {
	tag, err := page.Load(v, "tag", inventory.Tag)
	if err != nil {
		return err
	}
	return tagForm(tag)(v, http.StatusOK, ui.Edited(ui.TagValues(tag)))
}

func updateTag(v *page.Visit) error {
	tag, err := page.Load(v, "tag", inventory.Tag)
	if err != nil {
		return err
	}
	page.TakeColor(v)
	return page.Update(v, catalog.TagUpdated, tag.ID, storedTag, tagForm(tag), ui.TagPath(tag.ID))
}

// mergeTag merges the tag of the path into another one, given by name.
func mergeTag(v *page.Visit) error {
	tag, err := page.Load(v, "tag", inventory.Tag)
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
		return tagForm(tag)(v, http.StatusUnprocessableEntity, form)
	}, func() error { return v.Redirect(ui.TagPath(into)) })
}

// tagNamed finds the tag with the name in a field, ignoring case and accents.
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

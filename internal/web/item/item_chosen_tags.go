package item

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// suggestedTags is how many tags a form suggests.
const suggestedTags = 100

func askTagItems(v *page.Visit) error {
	ids, err := page.ChosenItems(v)
	if err != nil {
		return err
	}
	return tagItemsForm(v, http.StatusOK, Chosen{IDs: ids, List: v.Param("list")})
}

// tagItemsForm asks for a tag to add or remove.
func tagItemsForm(v *page.Visit, status int, c Chosen) (err error) {
	if c.Collection, err = v.Number("collection"); err != nil {
		return err
	}
	err = v.Together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Tags, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Sort: "name"}, catalog.Paging{Number: 1, PerPage: suggestedTags})
		return err
	}, func(r postgres.Reader) (err error) {
		c.Tagged, err = inventory.TagsOfItems(v.Context(), r, c.IDs)
		return err
	})
	if err != nil {
		return err
	}
	return sheet(v, status, "items.tag", c, TagItemsSheet)
}

// tagItems puts a tag on a hundred items in each transaction, and creates it if needed.
func tagItems(v *page.Visit) error {
	in := catalog.TagName{Name: v.Text("name")}
	return retag(v, catalog.ItemTagAttached, in.Validate(), "tagged", func(ctx context.Context, change postgres.Writer, id int64) error {
		_, err := inventory.AttachTag(ctx, change, id, in)
		return err
	})
}

// untagItems removes a tag from items, and skips those without it.
func untagItems(v *page.Visit) error {
	var wrong fault.Invalid
	tag := v.Integer(&wrong, "tag_id")
	if tag == nil {
		wrong.Addf("tag_id", "The %s field is required.")
	}
	return retag(v, catalog.ItemTagDetached, wrong.Err(), "untagged", func(ctx context.Context, change postgres.Writer, id int64) error {
		return inventory.DetachTag(ctx, change, id, *tag)
	})
}

// retag changes the tags of the chosen items, if the form is valid.
func retag(v *page.Visit, action catalog.Action, err error, said string, change func(context.Context, postgres.Writer, int64) error) error {
	_, from, missing := page.CollectionOf(v)
	if missing != nil {
		return missing
	}
	rest, n := v.Chosen("item"), v.DoneBefore()
	if err == nil {
		var done []struct{}
		done, rest, err = page.ChangeEach(v, action, rest, func(ctx context.Context, w postgres.Writer, id int64) (struct{}, error) {
			return struct{}{}, change(ctx, w, id)
		})
		n += int64(len(done))
		if failed := page.OfferRevert(v, len(done)); failed != nil {
			return failed
		}
	}
	return v.Answer(err, func(form ui.Form) error {
		c := Chosen{IDs: rest, List: v.Text("list"), Done: n, Form: form}
		if err := refusal(v, &c, err); err != nil {
			return err
		}
		if len(form.Wrong("name")) > 0 { // shown beside the field
			c.Message = ""
		}
		return tagItemsForm(v, http.StatusUnprocessableEntity, c)
	}, func() error { return doneWith(v, from.ID, n, said, strconv.FormatInt(n, 10)) })
}

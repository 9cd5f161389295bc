package item

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// changeItemPages change what several items of a collection are sorted by, their fields and copies.
var changeItemPages = []page.Row{
	page.Edit("GET /collections/{collection}/items/change", "", askChangeItems),
	page.Edit("POST /collections/{collection}/items/change", "POST /api/batch", changeItems),
	page.Edit("POST /items/undo", "POST /api/batch", undoChanges),
}

func askChangeItems(v *page.Visit) error {
	ids, err := page.ChosenItems(v)
	if err != nil {
		return err
	}
	return changeItemsForm(v, http.StatusOK, Chosen{IDs: ids, List: v.Param("list")})
}

// changeItemsForm asks what to change. What is left empty stays.
func changeItemsForm(v *page.Visit, status int, c Chosen) (err error) {
	if c.Collection, err = v.Number("collection"); err != nil {
		return err
	}
	var of catalog.Collection
	err = v.Together(append(page.OffersOf(v, &c.Offers, c.Collection, false), func(r postgres.Reader) (err error) {
		of, err = inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Types, err = inventory.TypeForms(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Places, err = inventory.Places(v.Context(), r, page.AsID(c.Form.Value("location_id")))
		return err
	}, func(r postgres.Reader) (err error) {
		c.Conditions, err = inventory.ItemConditions(v.Context(), r, catalog.Search{}, catalog.Paging{Number: 1, PerPage: catalog.MaxItemConditions})
		return err
	})...)
	if err != nil {
		return err
	}
	if c.Form.Values == nil {
		c.Form.Values = map[string]string{"currency_code": of.Currency}
	}
	return sheet(v, status, "items.change", c, ChangeItemsSheet)
}

// manyChanges is what a form changes of chosen items. What is not sent stays.
type manyChanges struct {
	category, set    catalog.Given[int64]
	values           map[int64][]catalog.GivenValue // by type
	place, condition catalog.Given[int64]
	another          bool // place, condition and worth are those of another copy
	worth            *catalog.ValuationInput
}

func readChanges(v *page.Visit, types []catalog.TypeForm) (m manyChanges, err error) {
	given := func(name string) catalog.Given[int64] {
		return catalog.Given[int64]{Sent: v.Text(name) != "", Value: page.AsID(v.Text(name))}
	}
	m = manyChanges{category: given("category_id"), set: given("set_id"), place: given("location_id"), condition: given("item_condition_id"), another: v.Text("another") != ""}
	m.values = map[int64][]catalog.GivenValue{}
	ticked := map[int64]bool{}
	for _, id := range v.Chosen("field") {
		ticked[id] = true
	}
	for _, t := range types {
		for _, field := range t.Fields {
			if id := strconv.FormatInt(field.ID, 10); ticked[field.ID] {
				m.values[t.ID] = append(m.values[t.ID], catalog.GivenValue{Field: id, JSON: asJSON(field.Kind, v.Text("custom_fields."+id))})
			}
		}
	}
	if v.Text("amount") != "" {
		var wrong fault.Invalid
		m.worth = &catalog.ValuationInput{Type: "user_estimate", Confidence: "unknown", Amount: v.Price(&wrong, "amount", "currency_code", ""), ValuedAt: page.AsDay(&wrong, "valued_at", Today()), CurrencyCode: v.Optional("currency_code")}
		if err := wrong.Err(); err != nil {
			return m, err
		}
		err = m.worth.Validate()
	}
	if !m.ofItems() && !m.ofCopies() && !m.another {
		err = fault.On("category_id", "Please choose what to change.")
	}
	return m, err
}

func (m manyChanges) ofItems() bool { return m.category.Sent || m.set.Sent || len(m.values) > 0 }

func (m manyChanges) ofCopies() bool { return m.place.Sent || m.condition.Sent || m.worth != nil }

// changeItems changes a hundred items in each transaction, with their copies.
func changeItems(v *page.Visit) error {
	collection, err := v.Number("collection")
	if err != nil {
		return err
	}
	listed, err := page.Listed(v, v.Text("list"))
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	types, err := inventory.TypeForms(v.Context(), reader, collection)
	if err != nil {
		return err
	}
	m, err := readChanges(v, types)
	rest, before := v.Chosen("item"), v.DoneBefore()
	chosen, noted := len(rest), 0
	if err == nil {
		var done []int
		done, rest, err = page.InParts(v, rest, func(ctx context.Context, within postgres.Scope, part []int64) (int, error) {
			return m.apply(ctx, within, collection, part, listed.Copies)
		})
		for _, n := range done {
			noted += n
		}
	}
	if failed := page.OfferRevert(v, noted); failed != nil {
		return failed
	}
	n := before + int64(chosen-len(rest))
	return v.Answer(err, func(form ui.Form) error {
		c := Chosen{IDs: rest, List: v.Text("list"), Done: n, Form: form, Fields: v.Chosen("field")}
		if err := refusal(v, &c, err); err != nil {
			return err
		}
		return changeItemsForm(v, http.StatusUnprocessableEntity, c)
	}, func() error {
		return doneWith(v, collection, n, "changed", strconv.FormatInt(n, 10))
	})
}

// apply changes some items and their copies, and counts the changes. What is so already, or gone, is
// skipped.
func (m manyChanges) apply(ctx context.Context, within postgres.Scope, collection int64, part []int64, asked catalog.CopiesAsked) (n int, err error) {
	change := func(of int64, action catalog.Action, do func(postgres.Writer) error) error {
		within.Operation = new(int64(n))
		err := postgres.Change(ctx, within, action, do)
		switch {
		case err == nil:
			n++
		case errors.Is(err, fault.ErrNotFound):
			return nil
		default:
			return page.Refuses(of, err)
		}
		return nil
	}
	for _, id := range part {
		if m.ofItems() {
			if err := change(id, catalog.ItemUpdated, func(w postgres.Writer) error { return m.changeItem(ctx, w, collection, id) }); err != nil {
				return 0, err
			}
		}
		if m.another {
			var made catalog.Copy
			in := catalog.CopyInput{LocationID: m.place.Value, ItemConditionID: m.condition}
			if err := in.Validate(); err != nil {
				return 0, err
			}
			if err := change(id, catalog.CopyCreated, func(w postgres.Writer) (err error) { made, err = inventory.CreateCopy(ctx, w, id, in); return err }); err != nil {
				return 0, err
			}
			if m.worth != nil && made.ID != 0 {
				if err := change(0, catalog.ValuationCreated, func(w postgres.Writer) error { return m.valueCopy(ctx, w, made.ID) }); err != nil {
					return 0, err
				}
			}
		}
	}
	if m.another || !m.ofCopies() {
		return n, nil
	}
	reader, err := within.View(identity.Edit)
	if err != nil {
		return 0, err
	}
	copies, err := inventory.HeldIDs(ctx, reader, collection, part, asked)
	for _, id := range copies {
		if err := change(0, catalog.CopyUpdated, func(w postgres.Writer) error { return placeCopy(ctx, w, id, m.place, m.condition) }); err != nil {
			return 0, err
		}
		if m.worth != nil {
			if err := change(0, catalog.ValuationCreated, func(w postgres.Writer) error { return m.valueCopy(ctx, w, id) }); err != nil {
				return 0, err
			}
		}
	}
	return n, err
}

// valueCopy says what each piece of a copy is worth today.
func (m manyChanges) valueCopy(ctx context.Context, w postgres.Writer, id int64) error {
	_, err := ledger.CreateValuation(ctx, w, id, *m.worth)
	return err
}

// changeItem writes what differs.
func (m manyChanges) changeItem(ctx context.Context, w postgres.Writer, collection, id int64) error {
	now, err := inventory.ItemOf(ctx, w.Reader, collection, id)
	if err != nil {
		return err
	}
	in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true,
		CategoryID: differing(m.category, now.CategoryID), SetID: differing(m.set, now.SetID)}
	if now.CollectionTypeID != nil {
		has := page.ValuesOf(now)
		for _, value := range m.values[*now.CollectionTypeID] {
			if old := has[value.Field]; !bytes.Equal(old, value.JSON) && (old != nil || string(value.JSON) != "null") {
				in.CustomFields = append(in.CustomFields, value)
			}
		}
	}
	if !in.CategoryID.Sent && !in.SetID.Sent && len(in.CustomFields) == 0 {
		return fault.ErrNotFound
	}
	_, err = inventory.UpdateItemOf(ctx, w, collection, id, in)
	return err
}

// differing is what is given, unless it is so already.
func differing(g catalog.Given[int64], now *int64) catalog.Given[int64] {
	if g.Sent && (g.Value == nil) == (now == nil) && (now == nil || *now == *g.Value) {
		return catalog.Given[int64]{}
	}
	return g
}

// placeCopy writes the place and the condition of a copy, as far as they are given and differ.
func placeCopy(ctx context.Context, w postgres.Writer, id int64, place, condition catalog.Given[int64]) error {
	c, err := inventory.Copy(ctx, w.Reader, id)
	if err != nil {
		return err
	}
	in := asIs(c)
	place, condition = differing(place, c.LocationID), differing(condition, c.ItemConditionID)
	if !place.Sent && !condition.Sent {
		return fault.ErrNotFound
	}
	if place.Sent {
		in.LocationID = place.Value
	}
	in.ItemConditionID = condition
	_, err = inventory.UpdateCopyOf(ctx, w, c.ItemID, c.ID, in)
	return err
}

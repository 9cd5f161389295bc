package item

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// owned is what the form of a new item says of the copy that one has.
type owned struct {
	copy      catalog.CopyInput
	condition string                    // by name; it may be one that is to be made
	place     *catalog.LocationInput    // one that is to be made
	bought    *catalog.TransactionInput // nil if nothing is said of it
}

// ownedInput reads it, nil if the item is only wanted or catalogued.
func ownedInput(v *page.Visit, wrong *fault.Invalid, currency string) *owned {
	if way := v.Text("own"); way == "want" || way == "none" || way == "" && v.Text("wanted") != "" {
		return nil
	}
	return heldInput(v, wrong, currency)
}

// heldInput reads the copy of a form, and what was paid for it.
func heldInput(v *page.Visit, wrong *fault.Invalid, currency string) *owned {
	o := &owned{condition: v.Text("condition")}
	place, made := ui.PlaceSaid(v.Text("place"), v.Text("location_id"))
	v.PostForm.Set("location_id", place)
	o.copy = catalog.CopyInput{Identifier: v.Optional("identifier"), Status: v.Text("status"), Note: v.Optional("note"),
		Quantity: v.Integer(wrong, "quantity"), LocationID: v.Integer(wrong, "location_id"), AcquiredAt: day(v, wrong, "paid_at"), DisposedAt: day(v, wrong, "disposed_at")}
	merge(wrong, o.copy.Validate(), map[string]string{"acquired_at": "paid_at"})
	if !made {
		v.PostForm.Del("location_new")
	}
	if name := v.Text("location_new"); name != "" || v.Text("place") == ui.NewPlace {
		o.place = &catalog.LocationInput{Name: name, ParentID: o.copy.LocationID}
		merge(wrong, o.place.Validate(), map[string]string{"name": "location_new"})
	}
	price := v.Price(wrong, "paid", "paid_currency", currency)
	if v.Text("paid") == "" && v.Text("paid_from") == "" {
		return o
	}
	on := o.copy.AcquiredAt
	if on == nil {
		on = new(time.Now().UTC().Truncate(24 * time.Hour))
	}
	o.bought = &catalog.TransactionInput{Type: "purchase", OccurredAt: on, Amount: price, CurrencyCode: v.Optional("paid_currency"), Counterparty: v.Optional("paid_from")}
	merge(wrong, o.bought.Validate(), map[string]string{"occurred_at": "paid_at", "amount": "paid", "currency_code": "paid_currency", "counterparty": "paid_from"})
	return o
}

// merge adds what is wrong to what else is, under the names of the form.
func merge(into *fault.Invalid, err error, names map[string]string) {
	var wrong *fault.Invalid
	if !errors.As(err, &wrong) {
		return
	}
	for _, field := range wrong.Fields {
		name := field.Name
		if as, ok := names[name]; ok {
			name = as
		}
		for _, m := range field.Messages {
			into.Add(name, m.Rule, m.Args...)
		}
	}
}

// create makes the copy of an item, and before it the place and the condition that it names.
func (o *owned) create(v *page.Visit, s postgres.Scope, item int64) error {
	ctx := v.Context()
	if o.place != nil {
		err := postgres.Change(ctx, s, catalog.LocationCreated, func(w postgres.Writer) error {
			made, err := inventory.CreateLocation(ctx, w, *o.place)
			o.copy.LocationID = &made.ID
			v.PostForm.Set("location_id", strconv.FormatInt(made.ID, 10)) // the next one goes there, too
			return err
		})
		if err != nil {
			return renamed(err, map[string]string{"name": "location_new", "parent_id": "location_id"})
		}
	}
	var err error
	if o.copy.ItemConditionID, err = conditionGiven(v, s, o.condition); err != nil {
		return err
	}
	var made catalog.Copy
	err = postgres.Change(ctx, s, catalog.CopyCreated, func(w postgres.Writer) (err error) {
		made, err = inventory.CreateCopy(ctx, w, item, o.copy)
		return err
	})
	if err != nil || o.bought == nil {
		return err
	}
	return postgres.Change(ctx, s, catalog.TransactionCreated, func(w postgres.Writer) error {
		_, err := ledger.CreateTransaction(ctx, w, made.ID, *o.bought)
		return err
	})
}

// keepLast remembers collection, place and condition for the next one.
func (o *owned) keepLast(v *page.Visit, collection int64) {
	page.KeepLast(v, page.Last{Collection: collection, Place: ui.ValueOr(o.copy.LocationID, 0), Condition: o.condition})
}

// renamed is an error with the names of the form.
func renamed(err error, names map[string]string) error {
	var form fault.Invalid
	if merge(&form, err, names); len(form.Fields) > 0 {
		return &form
	}
	return err
}

// conditionGiven is the condition that a form names.
func conditionGiven(v *page.Visit, s postgres.Scope, name string) (catalog.Given[int64], error) {
	id, err := conditionNamed(v, s, name)
	return catalog.Given[int64]{Sent: true, Value: id}, renamed(err, map[string]string{"name": "condition"})
}

// conditionNamed finds a condition by name. An account without a scale gets the usual one when
// somebody first chooses from it.
func conditionNamed(v *page.Visit, s postgres.Scope, name string) (*int64, error) {
	if name == "" {
		return nil, nil
	}
	reader, err := s.View(identity.View)
	if err != nil {
		return nil, err
	}
	scale, err := page.Scale(v, reader)
	if err != nil {
		return nil, err
	}
	for _, c := range scale {
		if strings.EqualFold(c.Name, name) {
			return &c.ID, nil
		}
	}
	missing := []string{name}
	if usual := page.UsualConditions(v); len(scale) == 0 && slices.Contains(usual, name) {
		missing = usual
	}
	var found *int64
	for _, step := range missing {
		in := catalog.ItemConditionInput{Name: step}
		if err := in.Validate(); err != nil {
			return nil, err
		}
		err := postgres.Change(v.Context(), s, catalog.ItemConditionCreated, func(w postgres.Writer) error {
			made, err := inventory.CreateItemCondition(v.Context(), w, in)
			if step == name {
				found = &made.ID
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

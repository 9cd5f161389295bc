package page

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/ui"
)

// Grouped are the values of an item by group, in order, and the fields without one.
func Grouped(item catalog.ItemSheet) (groups []ui.Group, empty []ui.Value) {
	if item.Type == nil {
		return nil, nil
	}
	values := ValuesOf(item.Item)
	for _, f := range item.Type.Fields {
		v := NewValue(f)
		v.Item = item.ID
		raw, ok := values[v.Key]
		if !ok {
			empty = append(empty, v)
			continue
		}
		v.Text = PlainText(raw)
		if n := len(groups); n == 0 || groups[n-1].Name != f.Group {
			groups = append(groups, ui.Group{Name: f.Group})
		}
		last := &groups[len(groups)-1]
		last.Values = append(last.Values, v)
	}
	return groups, empty
}

// ValuesOf are the values of an item by field.
func ValuesOf(item catalog.Item) (values map[string]json.RawMessage) {
	_ = json.Unmarshal(item.CustomFields, &values) // the database contains only objects
	return values
}

func PlainText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func NewValue(f catalog.FieldForm) ui.Value {
	return ui.Value{Key: strconv.FormatInt(f.ID, 10), Name: f.Name, Kind: f.Kind, Options: f.Options}
}

// ItemForm shows the form of a new or existing item.
func ItemForm(v *Visit, status int, e ui.ItemEdit) error {
	reads := append(OffersOf(v, &e.Offers, e.Collection.ID, false), Pick(v, &e.Offers, e.Collection.ID, chosenIn(e))...)
	if e.Item == nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			e.Held.Places, err = inventory.Places(v.Context(), r, AsID(e.Form.Value("location_id")))
			return err
		}, func(r postgres.Reader) (err error) {
			e.Held.Conditions, err = Conditions(v, r)
			return err
		})
		if of := AsID(e.Form.Value("copy_of")); of != nil {
			reads = append(reads, func(r postgres.Reader) (err error) {
				e.CopyOf, err = HavingOf(v, r, *of)
				return err
			})
		}
	}
	if err := v.Together(reads...); err != nil {
		return err
	}
	e.Tags = ui.WithTags(e.Tags, e.Offers.Tagged())
	f, err := v.Frame("", ui.CurrentCollection(e.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("item.new")
	if e.Item != nil {
		f.Title = e.Item.Name
	}
	e.Form = e.Form.In(f.Texts).AsNotice("item").AsNotice("account")
	e.Held.Form = e.Form
	if v.Fragment() && e.Item == nil {
		return v.Render(status, ui.QuickAdd(f, e))
	}
	return v.Render(status, ui.ItemForm(f, e))
}

// HavingOf tells whether somebody has an item, nil if it is gone.
func HavingOf(v *Visit, r postgres.Reader, item int64) (*catalog.Having, error) {
	found, err := inventory.Havings(v.Context(), r, []int64{item})
	if h, ok := found[item]; ok {
		return &h, err
	}
	return nil, err
}

// keptForNext is what the next item of several begins with: whoever comes home from a fair
// bought all of them there.
var keptForNext = []string{"type", "category_id", "set_id", "series_id", "own", "location_id", "condition", "paid_currency", "paid_at", "paid_from", "wanted_priority", "wanted_currency_code"}

// ItemMade goes on to the item, or to the next one.
func ItemMade(v *Visit, e ui.ItemEdit, made catalog.Item) error {
	if v.Text("next") == "" {
		query := v.WithRefused(url.Values{})
		to := ui.ItemPath(made.ID)
		if len(query) > 0 {
			to += "?" + query.Encode()
		}
		return Lead(v, to)
	}
	next := map[string]string{"quantity": "1"}
	for _, name := range keptForNext {
		next[name] = v.Text(name)
	}
	count, _ := strconv.ParseInt(v.Text("count"), 10, 64)
	if v.Fragment() {
		e.Form.Values = next
		e.Refused = v.Refused
		e.Saved = &ui.Saved{ID: made.ID, Name: made.Name, Count: max(0, min(count, 1_000_000)) + 1}
		return ItemForm(v, http.StatusOK, e)
	}
	query := v.WithRefused(url.Values{"type": {next["type"]}, "place": {next["location_id"]}, "own": {next["own"]}, "saved": {strconv.FormatInt(made.ID, 10)}, "named": {made.Name}})
	for name, of := range map[string]string{"category": "category_id", "set": "set_id", "series": "series_id"} {
		if next[of] != "" {
			query.Set(name, next[of])
		}
	}
	return v.Redirect(ui.CollectionPath(e.Collection.ID) + "/items/new?" + query.Encode())
}

// chosenIn are the category, set, series and tags chosen in an item's form.
func chosenIn(e ui.ItemEdit) Chosen {
	c := Chosen{category: AsID(e.Form.Value("category_id")), Set: AsID(e.Form.Value("set_id")), Series: AsID(e.Form.Value("series_id"))}
	for _, id := range e.TagIDs {
		if !ui.HasTag(e.Tags, id) {
			c.Tags = append(c.Tags, id)
		}
	}
	return c
}

package ui

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

func CollectionPath(id int64) string { return "/collections/" + strconv.FormatInt(id, 10) }

func ItemPath(id int64) string { return "/items/" + strconv.FormatInt(id, 10) }

// Asking is a path with its parameters, if any.
func Asking(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// With is an address with one more parameter.
func With(path, name, value string) string {
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return path + mark + name + "=" + url.QueryEscape(value)
}

// PhotoPath is the address of a photo in a size.
func PhotoPath(item, photo int64, size string) string {
	return ItemPath(item) + "/photos/" + strconv.FormatInt(photo, 10) + "/" + size
}

// ItemEdit is the form of an item.
type ItemEdit struct {
	Collection catalog.Collection
	Item       *catalog.Item // nil for a new one
	Types      []catalog.TypeForm
	Form       Form
	Held       Held // asked for with a new one
	Offers     Offers
	Tags       []catalog.TagLink // of the item, or typed
	TagIDs     []int64           // those of them that stay
	Saved      *Saved            // the one saved before
	Refused    []Refused
	PhotosLost bool            // browsers drop the files of a refused form
	CopyOf     *catalog.Having // what the form makes a copy of, instead of an item
}

// Saved is the item just added, and how many were added so far.
type Saved struct {
	ID    int64
	Name  string
	Count int64
}

// typeOptions are the types to choose from.
func (e ItemEdit) typeOptions(f Frame) []Option {
	all := []Option{{"", f.T("item.no_type")}}
	for _, t := range e.Types {
		all = append(all, Option{Number(t.ID), t.Name})
	}
	return all
}

// Action is the address of the form.
func (e ItemEdit) Action() string {
	if e.Item == nil {
		return CollectionPath(e.Collection.ID) + "/items"
	}
	return ItemPath(e.Item.ID)
}

// sortedAsks are the fields for category, set, series, tags and wish.
var sortedAsks = []string{"category_id", "set_id", "series_id", "tags", "tag_ids", "wanted", "wanted_priority", "wanted_max_price", "wanted_currency_code"}

// Unfolded reports whether these fields are shown: one has a value or an error.
func (e ItemEdit) Unfolded() bool {
	for _, name := range sortedAsks[:6] {
		if e.Form.Value(name) != "" {
			return true
		}
	}
	return e.Item != nil || len(e.Tags) > 0 || slices.ContainsFunc(sortedAsks, func(name string) bool { return len(e.Form.Wrong(name)) > 0 })
}

// ItemShown is the data of an item's page.
type ItemShown struct {
	Item    catalog.ItemSheet
	Name    Value
	About   Value // the description
	Groups  []Group
	Empty   []Value // fields that somebody who may edit can fill in
	Photos  []catalog.Photo
	Worth   catalog.ItemWorth
	Copies  catalog.Page[catalog.PlacedCopy]
	From    int // copies before those of the page
	Refused []Refused
	Tag     Form // a tag that was refused
	Beside  catalog.Neighbours
	List    string // the parameters of the list it was opened from
}

// Neighbour is the address of a neighbour in the same list.
func (i ItemShown) Neighbour(n *catalog.Neighbour) string {
	if i.List == "" {
		return ItemPath(n.ID)
	}
	return ItemPath(n.ID) + "?" + i.List
}

// MoreCopies is the address of the next copies.
func (i ItemShown) MoreCopies() string {
	query := url.Values{"after": {i.Copies.NextAfter}, "from": {strconv.Itoa(i.From + len(i.Copies.Items))}}
	return ItemPath(i.Item.ID) + "?" + query.Encode()
}

// Refused is a refused file, and why.
type Refused struct{ Name, Why string }

// Group is a named group of an item's values.
type Group struct {
	Name   string
	Values []Value
}

// Value is the value of an item's field.
type Value struct {
	Item                  int64
	Key, Name, Kind, Text string // the key is name, description or the id of a custom field
	Options               []string
}

// Path is the address of the value's form.
func (v Value) Path() string { return ItemPath(v.Item) + "/fields/" + v.Key }

// Place is the element id of the value.
func (v Value) Place() string { return "value-" + v.Key }

// Input is the name of the value in forms.
func (v Value) Input() string {
	if v.Key == "name" || v.Key == "description" {
		return v.Key
	}
	return "custom_fields." + v.Key
}

// Stars is the number of stars of a rating.
func (v Value) Stars() int {
	n, _ := strconv.Atoi(v.Text)
	return max(0, min(5, n))
}

// Day is a date in the language.
func (v Value) Day(f Frame) string {
	day, err := time.Parse(time.DateOnly, v.Text)
	if err != nil {
		return v.Text
	}
	return f.Date(day)
}

// FieldName is what forms call a custom field.
func FieldName(f catalog.FieldForm) string { return "custom_fields." + strconv.FormatInt(f.ID, 10) }

// CurrentCollection is the menu entry of a collection.
func CurrentCollection(id int64) string { return withinCollection + Number(id) }

const withinCollection = "collection:"

// Alt is the alternative text of a photo.
func Alt(p catalog.Photo, otherwise string) string {
	switch {
	case p.AltText != nil:
		return *p.AltText
	case p.Caption != nil:
		return *p.Caption
	}
	return otherwise
}

func Words(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// AttentionIcons are the icons of the kinds.
var AttentionIcons = map[string]string{
	catalog.LoanOverdue: "triangle-alert", catalog.LoanDue: "hand-helping", catalog.MaintenanceDue: "settings", catalog.InsuranceEnding: "clock",
	catalog.Uninsured: "shield-check", catalog.UnderInsured: "shield-check", catalog.CoverUnknown: "shield-check",
}

// FindPlaces is the address that finds locations by name.
const FindPlaces = "/locations/choices"

// PlaceField asks for a location.
func PlaceField(f Frame, places catalog.PlaceChoice) Field {
	field := Field{Name: "location_id", Label: f.T("field.location")}
	if places.More {
		field.Find = FindPlaces
	}
	return field
}

// PlaceOptionList are the locations of the account, and none.
func PlaceOptionList(places catalog.PlaceChoice) []Option {
	return append([]Option{{}}, PlaceOptions(places)...)
}

// PlaceOptions are the locations of the account.
func PlaceOptions(places catalog.PlaceChoice) (all []Option) {
	for _, p := range places.Places {
		all = append(all, Option{Number(p.ID), p.Emoji + " " + PlaceName(p.Path)})
	}
	return all
}

// FewPlaces is up to how many locations the tree is fully open.
const FewPlaces = 60

// MaxBranch limits the locations listed in one branch; others are found by name.
const MaxBranch = 200

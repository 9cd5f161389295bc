// Package sample is the small catalogue that somebody new can look around in: what it has,
// how it is written into an account, and how it is removed. Its objects and photos are
// files, which go generate makes by the generator and the drawings of the demo, so that the
// service needs neither.
package sample

import (
	"embed"
	"encoding/json"
	"time"

	"vitrine/internal/catalog"
)

//go:generate go run ./draw

// content holds the objects and the photos that they name.
//
//go:embed sample.json photos/*.jpg
var content embed.FS

// Document is the sample as its file has it. All its dates are as of one day.
type Document struct {
	Day         time.Time
	Locations   []Location // parents precede their children
	Collections []Collection
}

// Location is a place. Parent is an index of locations, or furnish.Nowhere.
type Location struct {
	Name, Emoji string // the name is a key of the texts of pages
	Parent      int
}

// Collection is a collection whose items have the type of one template.
type Collection struct {
	Template, Emoji string
	Items           []Item
}

// Item is an item with everything that belongs to it.
type Item struct {
	Name        string
	Description *string
	Values      []Value
	Copies      []Copy
	Photos      []string // names of files
}

// Value is the value of a custom field, by field name.
type Value struct {
	Field string
	JSON  json.RawMessage
}

// Copy is a copy with its location and insurance, what it cost and what it was worth.
type Copy struct {
	catalog.CopyInput
	Location     int
	Records      []catalog.InsuranceRecordInput
	Transactions []catalog.TransactionInput
	Valuations   []catalog.ValuationInput
}

// read reads the sample, with its dates as of today.
func read(today time.Time) (d Document, err error) {
	file, err := content.ReadFile("sample.json")
	if err == nil {
		err = json.Unmarshal(file, &d)
	}
	if err == nil {
		d.move(int(today.Sub(d.Day).Hours()) / 24)
	}
	return d, err
}

// move puts all dates later by some days.
func (d *Document) move(days int) {
	later := func(dates ...*time.Time) {
		for _, date := range dates {
			if date != nil {
				*date = date.AddDate(0, 0, days)
			}
		}
	}
	later(&d.Day)
	for _, c := range d.Collections {
		for _, i := range c.Items {
			for n := range i.Values {
				i.Values[n].move(days)
			}
			for _, owned := range i.Copies {
				later(owned.AcquiredAt, owned.DisposedAt)
				for _, r := range owned.Records {
					later(r.StartsAt, r.EndsAt)
				}
				for _, deal := range owned.Transactions {
					later(deal.OccurredAt)
				}
				for _, worth := range owned.Valuations {
					later(worth.ValuedAt)
				}
			}
		}
	}
}

// move puts a value that is a date later.
func (v *Value) move(days int) {
	var text string
	if json.Unmarshal(v.JSON, &text) != nil {
		return // a number is no text
	}
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		v.JSON = json.RawMessage(`"` + date.AddDate(0, 0, days).Format(time.DateOnly) + `"`)
	}
}

// template is the template of a name, which there is.
func template(slug string) catalog.Template {
	t, ok := catalog.TemplateOf(slug)
	if !ok {
		panic("sample: there is no template " + slug)
	}
	return t
}

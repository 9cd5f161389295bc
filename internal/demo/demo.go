// Package demo makes up a believable catalogue: collections, items with values,
// copies, locations and insurance records. It does no I/O. The same seed, size
// and day make the same.
//
// Nothing is copied from anywhere: names and titles are put together from word
// lists, so that a likeness to real ones is chance. Plain facts are true where
// they are easily known, such as what a coin weighs, and invented elsewhere.
package demo

import (
	"encoding/json"
	"time"

	"vitrine/internal/catalog"
)

// MaxItems is how large a demo may be.
const MaxItems = 1_000_000

// Demo is a catalogue that is yet to be made.
type Demo struct {
	Locations   []Location // parents stand before what they hold
	Collections []Collection
}

// Location is a place; Parent counts from the first location, and is Nowhere at
// top level.
type Location struct {
	Name, Emoji string
	Parent      int
}

// Nowhere is the place of what is kept in none.
const Nowhere = -1

// Collection is a collection whose items have the type of one template.
type Collection struct {
	catalog.CollectionInput
	Template catalog.Template
	Size     int
	next     func() Item
}

// Next makes the next item; there are as many as one asks for.
func (c Collection) Next() Item { return c.next() }

// Item is an item with all that belongs to it.
type Item struct {
	Name        string
	Description *string
	Values      []Value
	Copies      []Copy
}

// Value is what an item answers to the custom field of a name.
type Value struct {
	Field string
	JSON  json.RawMessage
}

// Copy is a copy with the place it is kept in and how it is insured.
type Copy struct {
	catalog.CopyInput
	Location int
	Records  []catalog.InsuranceRecordInput
}

// kind is a way to collect something.
type kind struct {
	template, name, emoji, description string

	share int    // of a hundred items
	kept  string // the location whose innermost places hold the copies
	code  string // what the identifiers of copies begin with
	begin func(m *maker, size int) func() thing
}

// thing is an item before it is owned.
type thing struct {
	name, description string
	values            values
	year              int   // before which nobody can have bought it
	price             int64 // of a single one, in cents
	pieces            int   // that one buys at a time, at most
}

var kinds = []kind{comics, records, books, coins, stamps, wines, cameras, watches}

// New makes up a catalogue of as many items. Everything has happened before
// today.
func New(seed uint64, items int, today time.Time) Demo {
	d := Demo{Locations: locations()}
	shares := 0
	for i, k := range kinds {
		m := newMaker(seed, uint64(i), today)
		c := Collection{Template: template(k.template), Size: items*(shares+k.share)/100 - items*shares/100}
		c.CollectionInput = catalog.CollectionInput{Name: k.name, Description: &k.description, Emoji: k.emoji, Visibility: "private", Currency: new("EUR")}
		shares += k.share
		m.know(c.Template.Document.Type)
		o := &owner{maker: m, kind: k, size: max(1, c.Size), leaves: leaves(d.Locations, k.kept)}
		thing := k.begin(m, max(1, c.Size))
		c.next = func() Item { return o.own(thing()) }
		d.Collections = append(d.Collections, c)
	}
	return d
}

func template(slug string) catalog.Template {
	for _, t := range catalog.Templates() {
		if t.Slug == slug {
			return t
		}
	}
	panic("demo: there is no template " + slug)
}

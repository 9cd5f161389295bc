// Package demo generates a believable catalogue: collections, items with
// values, copies, locations and insurance records. It does no I/O. The same
// seed, size and day give the same catalogue.
//
// Names and titles are combined from word lists, so any likeness to real ones
// is chance. Well-known facts, such as the weight of a coin, are true; others
// are invented.
package demo

import (
	"encoding/json"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// MaxItems limits the size of a demo.
const MaxItems = 1_000_000

// Demo is a catalogue to be created.
type Demo struct {
	Locations   []Location // parents precede their children
	Collections []Collection
}

// Location is a place. Parent is an index of locations, or Nowhere at top
// level.
type Location struct {
	Name, Emoji string
	Parent      int
}

// Nowhere is the place of what has no location.
const Nowhere = -1

// Collection is a collection whose items have the type of one template.
type Collection struct {
	catalog.CollectionInput
	Template catalog.Template
	Size     int
	next     func() Item
}

// Next generates the next item, without end.
func (c Collection) Next() Item { return c.next() }

// Item is an item with everything that belongs to it.
type Item struct {
	Name        string
	Description *string
	Values      []Value
	Copies      []Copy
	Sorting
}

// Title is the name and what else a drawing may show: the values that are texts.
func (i Item) Title() string {
	lines := []string{i.Name}
	for _, v := range i.Values {
		var text string
		if json.Unmarshal(v.JSON, &text) == nil {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// Value is the value of a custom field, by field name.
type Value struct {
	Field string
	JSON  json.RawMessage
}

// Copy is a copy with its location and insurance.
type Copy struct {
	catalog.CopyInput
	Location int
	Records  []catalog.InsuranceRecordInput
	History
}

// kind describes one collection.
type kind struct {
	template, name, emoji, description string

	share  int      // percentage of items
	kept   string   // location whose innermost places hold the copies
	code   string   // prefix of copy identifiers
	sorted []string // fields whose values are categories, the outermost first
	run    string   // field whose value is a series
	begin  func(m *maker, size int) func() thing
}

// thing is an item before it is owned.
type thing struct {
	name, description string
	values            values
	year              int   // of the earliest purchase
	price             int64 // of one, in cents
	pieces            int   // most that are bought at a time
	set               string
	target            int64 // how many parts the set has
}

var kinds = []kind{comics, records, books, coins, stamps, wines, cameras, watches}

// pastStream is the first of the streams of random numbers that histories are drawn
// from.
const pastStream = 1000

// New generates a catalogue of that many items. All its dates are before today.
func New(seed uint64, items int, today time.Time) Demo {
	return furnish(house, kinds, seed, items, today)
}

// furnish generates a catalogue of some kinds in a house.
func furnish(house string, kinds []kind, seed uint64, items int, today time.Time) Demo {
	d := Demo{Locations: locations(house)}
	shares := 0
	for i, k := range kinds {
		m := newMaker(seed, uint64(i), today)
		c := Collection{Template: template(k.template), Size: items*(shares+k.share)/100 - items*shares/100}
		c.CollectionInput = catalog.CollectionInput{Name: k.name, Description: &k.description, Emoji: k.emoji, Visibility: "private", Currency: new("EUR")}
		shares += k.share
		m.know(c.Template.Document.Type)
		o := &owner{maker: m, past: newMaker(seed, pastStream+uint64(i), today), taste: newMaker(seed, tasteStream+uint64(i), today), kind: k, size: max(1, c.Size), leaves: leaves(d.Locations, k.kept)}
		thing := k.begin(m, max(1, c.Size))
		c.next = func() Item { return o.own(thing()) }
		d.Collections = append(d.Collections, c)
	}
	return d
}

func template(slug string) catalog.Template {
	t, ok := catalog.TemplateOf(slug)
	if !ok {
		panic("demo: there is no template " + slug)
	}
	return t
}

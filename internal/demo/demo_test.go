package demo

import (
	"reflect"
	"strconv"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

var today = time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)

// each generates all items of a demo.
func each(d Demo, do func(Collection, Item)) {
	for _, c := range d.Collections {
		for range c.Size {
			do(c, c.Next())
		}
	}
}

// No seed generates anything that the catalogue would refuse.
func TestEverythingKeepsTheRules(t *testing.T) {
	for seed := range uint64(5) {
		d := New(seed, 600, today)
		for i, l := range d.Locations {
			in := catalog.LocationInput{Name: l.Name, Emoji: l.Emoji}
			if err := in.Validate(); err != nil || l.Parent >= i || l.Parent < Nowhere {
				t.Fatalf("location %d, %+v: %v", i, l, err)
			}
		}
		fields := map[string][]catalog.CustomField{}
		for _, c := range d.Collections {
			if err := c.CollectionInput.Validate(); err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			fields[c.Name] = fieldsOf(c.Template.Document.Type)
		}
		each(d, func(c Collection, i Item) {
			check(t, c, i, fields[c.Name])
			for _, copied := range i.Copies {
				checkCopy(t, i, copied, len(d.Locations))
			}
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// fieldsOf returns the fields of a type with ids. Names must be unique.
func fieldsOf(t *catalog.DocumentType) (all []catalog.CustomField) {
	add := func(fields []catalog.DocumentField) {
		for _, f := range fields {
			all = append(all, catalog.CustomField{ID: int64(len(all) + 1), Name: f.Name, FieldType: f.Type, Options: f.Options})
		}
	}
	add(t.StandaloneFields)
	for _, g := range t.Groups {
		add(g.Fields)
	}
	return all
}

func check(t *testing.T, c Collection, i Item, fields []catalog.CustomField) {
	t.Helper()
	in := catalog.ItemInput{Name: i.Name, Description: i.Description}
	if err := in.Validate(); err != nil {
		t.Errorf("%s: %v", i.Name, err)
	}
	seen := map[string]bool{}
	var given []catalog.GivenValue
	for _, v := range i.Values {
		found := 0
		for _, f := range fields {
			if f.Name == v.Field {
				found++
				given = append(given, catalog.GivenValue{Field: strconv.FormatInt(f.ID, 10), JSON: v.JSON})
			}
		}
		if found != 1 || seen[v.Field] {
			t.Errorf("%s: the field %s is in the type %d times, or answered twice", c.Name, v.Field, found)
		}
		seen[v.Field] = true
	}
	if values, none, err := catalog.CheckValues(fields, given); err != nil || len(none) > 0 || len(values) < 9 {
		t.Errorf("%s: %d values, %d of them empty: %v", i.Name, len(values), len(none), err)
	}
}

func checkCopy(t *testing.T, i Item, c Copy, locations int) {
	t.Helper()
	if err := c.CopyInput.Validate(); err != nil || c.Location < Nowhere || c.Location >= locations {
		t.Errorf("a copy of %s at %d: %v", i.Name, c.Location, err)
	}
	if bought := c.AcquiredAt; bought != nil && (bought.After(today) || c.DisposedAt != nil && (c.DisposedAt.Before(*bought) || c.DisposedAt.After(today))) {
		t.Errorf("a copy of %s was bought on %v and given away on %v", i.Name, bought, c.DisposedAt)
	}
	for _, r := range c.Records {
		if err := r.Validate(); err != nil {
			t.Errorf("a record of %s: %v", i.Name, err)
		}
		if current := !today.Before(*r.StartsAt) && !today.After(*r.EndsAt); current != (r.Status == "active") {
			t.Errorf("a record of %s from %v to %v is %s", i.Name, r.StartsAt, r.EndsAt, r.Status)
		}
	}
}

func TestASeedMakesTheSame(t *testing.T) {
	all := func(seed uint64) (items []Item) {
		each(New(seed, 500, today), func(_ Collection, i Item) { items = append(items, i) })
		return items
	}
	if !reflect.DeepEqual(all(7), all(7)) {
		t.Error("one seed made two demos")
	}
	if reflect.DeepEqual(all(7), all(8)) {
		t.Error("two seeds made one demo")
	}
}

// A demo has the requested size, and looks like a real collection.
func TestADemoIsBelievable(t *testing.T) {
	for _, size := range []int{1, 9, 100, 5000} {
		items, copies, insured, kept := 0, 0, 0, map[int]bool{}
		names := map[string]bool{}
		each(New(1, size, today), func(_ Collection, i Item) {
			items++
			names[i.Name] = true
			for _, c := range i.Copies {
				copies++
				kept[c.Location] = true
				if len(c.Records) > 0 {
					insured++
				}
			}
		})
		if items != size {
			t.Errorf("%d items, asked for %d", items, size)
		}
		if size == 5000 && (len(names) < 4700 || copies < 4500 || insured < 100 || insured > 800 || len(kept) < 90) {
			t.Errorf("%d names, %d copies in %d places, %d insured", len(names), copies, len(kept), insured)
		}
	}
}

func TestArticlesFitTheirWords(t *testing.T) {
	lists["fruit"] = []string{"apple"}
	defer delete(lists, "fruit")
	m := newMaker(1, 0, today)
	for pattern, want := range map[string]string{"A {Fruit}": "An Apple", "on a {fruit}": "on an apple", "The {fruit}": "The apple", "banana {fruit}": "banana apple"} {
		if got := m.fill(pattern); got != want {
			t.Errorf("%s became %s, want %s", pattern, got, want)
		}
	}
}

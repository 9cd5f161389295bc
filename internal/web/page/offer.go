package page

import (
	"errors"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/ui"
)

const MostOffered = 200

const MostTags = 60

// Chosen are the chosen categories, sets, series and tags.
type Chosen struct {
	category, Set, Series *int64
	Tags                  []int64
}

// OffersOf reads the choices of categories, sets and series of a collection. Tags are offered by
// filters only; in forms they are typed.
func OffersOf(v *Visit, o *ui.Offers, collection int64, tags bool) []func(postgres.Reader) error {
	o.Collection = collection
	first := catalog.Paging{Number: 1, PerPage: MostOffered}
	reads := []func(postgres.Reader) error{func(r postgres.Reader) (err error) {
		o.Categories, err = inventory.Categories(v.Context(), r, collection, catalog.Search{}, first)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Sets, err = inventory.Sets(v.Context(), r, catalog.SetFilter{CollectionID: &collection}, first)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Series, err = inventory.AllSeries(v.Context(), r, catalog.Search{}, first)
		return err
	}}
	if tags {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Tags, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Sort: "name"}, catalog.Paging{Number: 1, PerPage: MostTags})
			return err
		})
	}
	return reads
}

// Pick reads the chosen objects. Those that are gone, or of another collection, are left out.
func Pick(v *Visit, o *ui.Offers, collection int64, c Chosen) (reads []func(postgres.Reader) error) {
	if c.category != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Category, err = there(inventory.Category(v.Context(), r, collection, *c.category))
			return err
		})
	}
	if c.Set != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Set, err = there(inventory.Set(v.Context(), r, *c.Set))
			return err
		})
	}
	if c.Series != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Series, err = there(inventory.Series(v.Context(), r, *c.Series))
			return err
		})
	}
	o.Chosen.Tags = make([]*catalog.Tag, len(c.Tags))
	for i, id := range c.Tags {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Tags[i], err = there(inventory.Tag(v.Context(), r, id))
			return err
		})
	}
	return reads
}

// there is a found object, nil if it is gone.
func there[T any](found T, err error) (*T, error) {
	if errors.Is(err, fault.ErrNotFound) {
		return nil, nil
	}
	return &found, err
}

// Search is the search by name of a part of a form.
func Search(v *Visit) (catalog.Search, error) {
	var wrong fault.Invalid
	s := catalog.NewSearch(&wrong, "q", v.Param("q"))
	return s, wrong.Err()
}

// Between reports whether a character separates typed names.
func Between(r rune) bool { return r == ',' || r == ';' || r == '，' || r == '、' }

// TypedTags are the distinct names of tags in a field.
func TypedTags(v *Visit) (names []string) {
	for _, name := range strings.FieldsFunc(v.Text("tags"), Between) {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

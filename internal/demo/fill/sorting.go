package fill

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// mostSeries keeps a large demo below the limits of an account and of a collection.
const mostSeries = 2000

// sorted is what items are sorted by so far, by kind, collection and name.
type sorted map[string]int64

func (s sorted) clone() sorted {
	if s == nil {
		return sorted{}
	}
	return maps.Clone(s)
}

// once is the id of what has a name, and makes it if it is new.
func (s sorted) once(key string, make func() (int64, error)) (int64, error) {
	if id, ok := s[key]; ok {
		return id, nil
	}
	id, err := make()
	if err == nil {
		s[key] = id
	}
	return id, err
}

// few reports whether there is room for more of a kind.
func (s sorted) few(key string) bool {
	_, known := s[key]
	return known || len(s) < mostSeries
}

// sort finds or makes what an item is sorted by.
func (f *Filler) sort(ctx context.Context, s postgres.Scope, collection int64, by demo.Sorting, in *catalog.ItemInput) error {
	if by.Wish != nil {
		in.Wanted = catalog.Now(true)
		in.WantedPriority, in.WantedMaxPrice, in.WantedCurrencyCode = sent(by.Wish.WantedPriority), sent(by.Wish.WantedMaxPrice), sent(by.Wish.WantedCurrencyCode)
	}
	in.TagIDs = catalog.Now([]int64{})
	for _, name := range by.Tags {
		id, err := f.tag(ctx, s, name)
		if err != nil {
			return err
		}
		*in.TagIDs.Value = append(*in.TagIDs.Value, id)
	}
	if err := f.categorise(ctx, s, collection, by.Category, in); err != nil {
		return err
	}
	of := strconv.FormatInt(collection, 10) + "/"
	if key := "set/" + of + by.Set; by.Set != "" && f.sorted.few(key) {
		id, err := f.sorted.once(key, func() (int64, error) {
			set := catalog.NewSet{CollectionID: &collection, SetInput: catalog.SetInput{Name: by.Set, TargetCount: &by.Target}}
			made, err := furnish.Write(ctx, s, catalog.SetCreated, &set, func(w postgres.Writer) (catalog.Set, error) { return inventory.CreateSet(ctx, w, set) })
			return made.ID, err
		})
		if err != nil {
			return err
		}
		in.SetID = catalog.Now(id)
	}
	if key := "series/" + by.Series; by.Series != "" && f.sorted.few(key) {
		id, err := f.sorted.once(key, func() (int64, error) {
			series := catalog.SeriesInput{Name: by.Series}
			made, err := furnish.Write(ctx, s, catalog.SeriesCreated, &series, func(w postgres.Writer) (catalog.Series, error) { return inventory.CreateSeries(ctx, w, series) })
			return made.ID, err
		})
		if err != nil {
			return err
		}
		in.SeriesID = catalog.Now(id)
	}
	return nil
}

func sent[T any](value *T) catalog.Given[T] { return catalog.Given[T]{Sent: true, Value: value} }

func (f *Filler) tag(ctx context.Context, s postgres.Scope, name string) (int64, error) {
	return f.sorted.once("tag/"+name, func() (int64, error) {
		tag := catalog.TagInput{Name: name, Color: demo.Tags[name]}
		made, err := furnish.Write(ctx, s, catalog.TagCreated, &tag, func(w postgres.Writer) (catalog.Tag, error) { return inventory.CreateTag(ctx, w, tag) })
		return made.ID, err
	})
}

// categorise puts an item into a category, and makes those that it is in.
func (f *Filler) categorise(ctx context.Context, s postgres.Scope, collection int64, path []string, in *catalog.ItemInput) error {
	var above *int64
	for n, name := range path {
		key := "category/" + strconv.FormatInt(collection, 10) + "/" + strings.Join(path[:n+1], "/")
		id, err := f.sorted.once(key, func() (int64, error) {
			category := catalog.CategoryInput{Name: name, ParentID: above}
			made, err := furnish.Write(ctx, s, catalog.CategoryCreated, &category, func(w postgres.Writer) (catalog.Category, error) {
				return inventory.CreateCategory(ctx, w, collection, category)
			})
			return made.ID, err
		})
		if err != nil {
			return err
		}
		above, in.CategoryID = &id, catalog.Now(id)
	}
	return nil
}

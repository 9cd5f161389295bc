package jobs

import (
	"context"
	"fmt"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
)

// maker makes what a plan needs, in one transaction. What somebody has made meanwhile is taken.
type maker struct {
	w    *exchange.ImportWork
	made []exchange.Made
}

func makeStructure(ctx context.Context, w *exchange.ImportWork) error {
	m := &maker{w: w}
	if in := w.Import.CollectionToMake(); in != nil {
		made, err := m.collection(ctx, *in)
		if err != nil {
			return err
		}
		w.Import.CollectionID = &made.ID
	}
	demands, err := w.Demands(ctx) // of what rows name
	if err != nil {
		return err
	}
	for _, kind := range []string{"collections", "types", "links", "fields", "options", "locations", "categories", "tags", "sets", "series", "conditions"} {
		structure, err := w.Structure(ctx)
		if err != nil {
			return err
		}
		for _, d := range demands {
			if d.Kind != kind {
				continue
			}
			if err := m.make(ctx, structure, d); err != nil {
				return fmt.Errorf("%s %q: %w", kind, d.Name(), err)
			}
		}
	}
	return w.SaveMade(ctx, m.made)
}

func (m *maker) collection(ctx context.Context, in catalog.CollectionInput) (catalog.Collection, error) {
	if err := in.Validate(); err != nil {
		return catalog.Collection{}, err
	}
	made, err := intake.Change(ctx, m.w, catalog.CollectionCreated, func(w postgres.Writer) (catalog.Collection, error) { return inventory.CreateCollection(ctx, w, in) })
	if err == nil {
		m.made = append(m.made, exchange.Made{Kind: "collections", ID: made.ID})
	}
	return made, err
}

func (m *maker) make(ctx context.Context, s *importing.Structure, d importing.Demand) error {
	s.Collection = s.CollectionOf(d.In)
	switch d.Kind {
	case "collections":
		return m.named(ctx, s, d)
	case "types", "fields", "options":
		return m.ofType(ctx, s, d)
	}
	if s.Collection == nil && (d.In != nil || d.Kind == "links") {
		return fmt.Errorf("the collection is gone")
	}
	if d.Kind == "links" {
		return m.link(ctx, s, d)
	}
	if s.Known(d.Kind, d.Path) != 0 {
		return nil
	}
	var parent *int64
	if n := len(d.Path); n > 1 {
		parent = new(s.Known(d.Kind, d.Path[:n-1]))
	}
	id, err := m.node(ctx, s, d.Kind, d.Path[len(d.Path)-1], parent)
	if err == nil {
		s.Add(d.Kind, d.Path, id, parent)
		m.made = append(m.made, exchange.Made{Kind: d.Kind, ID: id})
	}
	return err
}

// node makes an object of a tree or a list.
func (m *maker) node(ctx context.Context, s *importing.Structure, kind, name string, parent *int64) (int64, error) {
	collection := int64(0)
	if s.Collection != nil {
		collection = s.Collection.ID
	}
	switch kind {
	case "locations":
		in := catalog.LocationInput{Name: name, ParentID: parent}
		made, err := create(ctx, m.w, catalog.LocationCreated, &in, func(w postgres.Writer) (catalog.Location, error) { return inventory.CreateLocation(ctx, w, in) })
		return made.ID, err
	case "categories":
		in := catalog.CategoryInput{Name: name, ParentID: parent}
		made, err := create(ctx, m.w, catalog.CategoryCreated, &in, func(w postgres.Writer) (catalog.Category, error) {
			return inventory.CreateCategory(ctx, w, collection, in)
		})
		return made.ID, err
	case "tags":
		in := catalog.TagInput{Name: name}
		made, err := create(ctx, m.w, catalog.TagCreated, &in, func(w postgres.Writer) (catalog.Tag, error) { return inventory.CreateTag(ctx, w, in) })
		return made.ID, err
	case "sets":
		in := catalog.NewSet{CollectionID: &collection, SetInput: catalog.SetInput{Name: name}}
		made, err := create(ctx, m.w, catalog.SetCreated, &in, func(w postgres.Writer) (catalog.Set, error) { return inventory.CreateSet(ctx, w, in) })
		return made.ID, err
	case "series":
		in := catalog.SeriesInput{Name: name}
		made, err := create(ctx, m.w, catalog.SeriesCreated, &in, func(w postgres.Writer) (catalog.Series, error) { return inventory.CreateSeries(ctx, w, in) })
		return made.ID, err
	}
	in := catalog.ItemConditionInput{Name: name}
	made, err := create(ctx, m.w, catalog.ItemConditionCreated, &in, func(w postgres.Writer) (catalog.ItemCondition, error) {
		return inventory.CreateItemCondition(ctx, w, in)
	})
	return made.ID, err
}

// named makes a collection that rows name.
func (m *maker) named(ctx context.Context, s *importing.Structure, d importing.Demand) error {
	if s.CollectionOf(&importing.Ref{UUID: d.UUID, Name: d.Path[0]}) != nil {
		return nil
	}
	made, err := m.collection(ctx, catalog.CollectionInput{Name: d.Path[0], Visibility: "private"})
	if err != nil {
		return err
	}
	if d.UUID != "" {
		if err := m.w.GiveUUID(ctx, "collections", made.ID, d.UUID); err != nil {
			return err
		}
		made.UUID = d.UUID
	}
	s.AddCollection(&importing.Collection{ID: made.ID, UUID: made.UUID, Name: made.Name})
	return nil
}

// ofType makes a type, a field of one or an option of that.
func (m *maker) ofType(ctx context.Context, s *importing.Structure, d importing.Demand) error {
	t := s.TypeNamed(d.Path[0])
	if d.Kind == "types" {
		if t == nil {
			made, err := m.newType(ctx, d)
			if err != nil {
				return err
			}
			t = &importing.Type{ID: made.ID, Name: made.Name}
			s.Types = append(s.Types, t)
			m.made = append(m.made, exchange.Made{Kind: "types", ID: made.ID})
		}
		return nil
	}
	if t == nil {
		return fmt.Errorf("the type %q is gone", d.Path[0])
	}
	if d.Kind == "fields" {
		return m.field(ctx, t, d)
	}
	return m.option(ctx, t, d)
}

// newType makes a type, of a template if there is one.
func (m *maker) newType(ctx context.Context, d importing.Demand) (catalog.CollectionType, error) {
	if t, ok := catalog.TemplateOf(d.Template); ok {
		return intake.Change(ctx, m.w, catalog.CollectionTypeImported, func(w postgres.Writer) (catalog.CollectionType, error) {
			return inventory.ImportCollectionType(ctx, w, *t.In(d.Language).Document.Type)
		})
	}
	in := catalog.NewCollectionType{Name: d.Path[0]}
	return create(ctx, m.w, catalog.CollectionTypeCreated, &in, func(w postgres.Writer) (catalog.CollectionType, error) {
		return inventory.CreateCollectionType(ctx, w, in)
	})
}

// link gives the collection a type.
func (m *maker) link(ctx context.Context, s *importing.Structure, d importing.Demand) error {
	t := s.TypeNamed(d.Path[0])
	if t == nil {
		return fmt.Errorf("the type %q is gone", d.Path[0])
	}
	if s.Collection.Types[t.ID] {
		return nil
	}
	if err := m.w.Link(ctx, s.Collection.ID, t.ID); err != nil {
		return err
	}
	m.made = append(m.made, exchange.Made{Kind: "links", ID: t.ID, Of: s.Collection.ID})
	return nil
}

func (m *maker) field(ctx context.Context, t *importing.Type, d importing.Demand) error {
	in := catalog.CustomFieldInput{Name: &d.Path[1], FieldType: d.Field, Options: d.Options}
	made, err := create(ctx, m.w, catalog.CustomFieldCreated, &in, func(w postgres.Writer) (catalog.CustomField, error) {
		return inventory.CreateCustomField(ctx, w, t.ID, in)
	})
	if err == nil {
		t.Fields = append(t.Fields, made)
		m.made = append(m.made, exchange.Made{Kind: "fields", ID: made.ID, Of: t.ID})
	}
	return err
}

func (m *maker) option(ctx context.Context, t *importing.Type, d importing.Demand) error {
	i := slices.IndexFunc(t.Fields, func(f catalog.CustomField) bool { return f.Name == d.Path[1] && f.FieldType == catalog.Select })
	if i < 0 {
		return fmt.Errorf("the field %q is gone", d.Path[1])
	}
	f := &t.Fields[i]
	if slices.Contains(f.Options, d.Path[2]) {
		return nil
	}
	f.Options = append(f.Options, d.Path[2])
	in := catalog.CustomFieldInput{Name: &f.Name, FieldType: f.FieldType, Options: f.Options}
	_, err := create(ctx, m.w, catalog.CustomFieldUpdated, &in, func(w postgres.Writer) (catalog.CustomField, error) {
		return inventory.UpdateCustomField(ctx, w, t.ID, f.ID, in)
	})
	return err
}

type validated interface{ Validate() error }

// create is change by an input that keeps the rules of requests.
func create[T any](ctx context.Context, w *exchange.ImportWork, action catalog.Action, in validated, do func(postgres.Writer) (T, error)) (made T, err error) {
	if err := in.Validate(); err != nil {
		return made, err
	}
	return intake.Change(ctx, w, action, do)
}

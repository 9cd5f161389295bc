package importing

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// Collection is one that is imported into. One that is not made yet has no id.
type Collection struct {
	ID             int64
	UUID           string
	Name, Currency string
	Categories     []Node
	Sets           []Node
	Types          map[int64]bool // that are linked to it

	ref    Ref
	demand int64           // for it to be made
	links  map[int64]int64 // demands for types to be linked to it
}

// Ref names a collection by what rows say of it.
type Ref struct {
	UUID string `json:"uuid,omitempty"`
	Name string `json:"name,omitempty"`
}

// CollectionOf finds the collection that a demand is for: the import's own, or the one that
// rows name. It is nil if there is none.
func (s *Structure) CollectionOf(ref *Ref) *Collection {
	if ref == nil {
		return s.Own
	}
	i := slices.IndexFunc(s.Collections, func(c *Collection) bool {
		if ref.UUID != "" {
			return c.UUID == ref.UUID
		}
		return fold(c.Name) == fold(ref.Name)
	})
	if i < 0 {
		return nil
	}
	return s.Collections[i]
}

// CollectionByID finds a collection that is there.
func (s *Structure) CollectionByID(id int64) *Collection {
	if s.Own != nil && s.Own.ID == id {
		return s.Own
	}
	if i := slices.IndexFunc(s.Collections, func(c *Collection) bool { return c.ID == id }); i >= 0 {
		return s.Collections[i]
	}
	return nil
}

// linked reports whether the collection of the row has a type.
func (s *Structure) linked(t *Type) bool { return s.Collection != nil && s.Collection.Types[t.ID] }

// in is the collection of the row, as demands name it.
func (s *Structure) in() *Ref {
	if s.Collection == nil || s.Collection == s.Own {
		return nil
	}
	return &s.Collection.ref
}

// findCollection finds the collection of the row: the import's, or the one that its cells
// name, which is made if there is none.
func (r *rowPlanner) findCollection() bool {
	s := r.p.Structure
	if s.Collection = s.Own; s.Own != nil {
		return true
	}
	uuid, name := r.get("collection_uuid"), r.get("collection")
	ref := Ref{Name: name.text}
	if uuid.text != "" {
		var ok bool
		if ref.UUID, ok = uuidOf(uuid.text); !ok {
			r.wrong(uuid.src, "bad_text", "a uuid, as 0190b2f4-6a3c-7c1e-9d4b-3f2a1c5e7d90", uuid.text)
			return false
		}
	}
	if ref == (Ref{}) {
		r.wrong(name.src, "missing", "the name of the collection", "")
		return false
	}
	if s.Collection = s.CollectionOf(&ref); s.Collection == nil {
		switch entry := r.found.Trashed[ref.UUID]; {
		case ref.UUID != "" && entry != "":
			r.wrong(uuid.src, "in_trash", "a collection that is not in the trash; it is in entry "+entry, ref.UUID)
			return false
		case ref.Name == "":
			r.wrong(uuid.src, "unknown", "a collection that is there, or its name", ref.UUID)
			return false
		case utf8Len(ref.Name) > catalog.MaxName:
			r.wrong(name.src, "too_long", "text of at most 255 characters", ref.Name)
			return false
		}
		s.Collection = s.newCollection(ref)
	}
	if s.Collection.demand != 0 {
		s.use(s.Collection.demand)
	}
	return true
}

// newCollection is one that will be.
func (s *Structure) newCollection(ref Ref) *Collection {
	made := &Collection{UUID: ref.UUID, Name: strings.TrimSpace(ref.Name), Currency: s.Currency, Types: map[int64]bool{}}
	made.demand = s.demand(Demand{Kind: "collections", Path: []string{made.Name}, UUID: ref.UUID})
	s.AddCollection(made)
	return made
}

// AddCollection notes a collection that rows can name.
func (s *Structure) AddCollection(c *Collection) {
	c.ref = Ref{UUID: c.UUID, Name: c.Name}
	s.Collections = append(s.Collections, c)
}

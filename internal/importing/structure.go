package importing

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
)

// Structure is what the items of a collection are sorted by, as it is and as it will be:
// what a row names and nobody has gets an id below zero until it is made.
type Structure struct {
	Own         *Collection   // of the import; nil if its rows tell
	Collections []*Collection // that rows can name, the oldest first
	Currency    string        // of the account
	Types       []*Type
	Locations   []Node
	Tags        []Node
	Series      []Node
	Conditions  []Node

	Collection *Collection // of the row that is being planned

	create  Create
	demands []Demand
	used    []int64                     // of the demands, by the row that is being planned
	found   map[within]map[string]int64 // ids by folded path, as far as asked for
	paths   map[within]map[int64][]string
	options map[choice]int64 // the demands of options that are not there
}

// Node is an object with a name, in a tree or in a list.
type Node struct {
	ID       int64
	ParentID *int64
	Name     string
}

// Type is a collection type with its fields.
type Type struct {
	ID     int64
	Name   string
	Fields []catalog.CustomField
}

// Demand is what a plan needs and is not there.
type Demand struct {
	Kind     string   `json:"kind"`           // types, fields, options, links, locations, …
	In       *Ref     `json:"in,omitempty"`   // the collection, if rows tell
	UUID     string   `json:"uuid,omitempty"` // of a collection
	Path     []string `json:"path"`           // of a tree from the top; of a field its type and name
	Field    string   `json:"field,omitempty"`
	Options  []string `json:"options,omitempty"`
	Template string   `json:"template,omitempty"` // that the type is made of
	Language string   `json:"language,omitempty"` // that it is made in

	needed bool  // by a row that stands
	of     int64 // the demand of a new select, which gets this option
}

// Name is what a plan calls it.
func (d Demand) Name() string { return strings.Join(d.Path, " > ") }

// Demands are what is not there and rows that stand have named.
func (s *Structure) Demands() []Demand {
	needed, options := []Demand{}, map[int64][]string{}
	for _, d := range s.demands {
		if d.needed && d.of != 0 {
			options[d.of] = append(options[d.of], d.Path[2])
		}
	}
	for i, d := range s.demands {
		if d.needed && d.of == 0 {
			d.Options = slices.Concat(d.Options, options[-int64(i+1)])
			needed = append(needed, d)
		}
	}
	return needed
}

// demand notes what is not there, under an id below zero.
func (s *Structure) demand(d Demand) int64 {
	s.demands = append(s.demands, d)
	return -int64(len(s.demands))
}

// use notes that the row needs what has the id.
func (s *Structure) use(id int64) {
	if id < 0 && id > ofTemplate {
		s.used = append(s.used, id)
	}
}

// need notes that a row stands that used these.
func (s *Structure) need(used []int64) {
	for _, id := range used {
		s.demands[-id-1].needed = true
	}
}

// Forbid lets nothing more be made: what rows name must be there.
func (s *Structure) Forbid() { s.create = Create{} }

// nodes are the objects of a kind, of the row's collection if they are in one.
func (s *Structure) nodes(kind string) *[]Node {
	switch kind {
	case "categories":
		return &s.Collection.Categories
	case "sets":
		return &s.Collection.Sets
	}
	return map[string]*[]Node{"locations": &s.Locations, "tags": &s.Tags, "series": &s.Series, "conditions": &s.Conditions}[kind]
}

// within is where objects of a kind are: in the account, or in the row's collection.
func (s *Structure) within(kind string) within {
	if kind == "categories" || kind == "sets" {
		return within{kind, s.Collection}
	}
	return within{kind: kind}
}

type within struct {
	kind string
	of   *Collection
}

func (c Create) allows(kind string) bool {
	return map[string]bool{"types": c.Types, "fields": c.Fields, "locations": c.Locations, "categories": c.Categories, "tags": c.Tags, "sets": c.Sets, "series": c.Series,
		"conditions": c.Conditions, "options": c.Options != nil && *c.Options}[kind]
}

// id finds an object by its path, or makes it one that will be. It is 0 if it may not be
// made. Of several of one path it is the preferred one, or else the oldest.
func (s *Structure) id(kind string, path []string, preferred int64) int64 {
	if preferred > 0 && samePath(s.path(kind, preferred), path) {
		return preferred
	}
	known := s.index(kind)
	key := pathKey(path)
	if id := known[key]; id > 0 {
		return id
	}
	if !s.create.allows(kind) {
		return 0
	}
	var parent *int64
	for n := 1; n <= len(path); n++ {
		key := pathKey(path[:n])
		id := known[key]
		if id == 0 {
			demand := Demand{Kind: kind, Path: slices.Clone(path[:n])}
			if s.within(kind).of != nil {
				demand.In = s.in()
			}
			id = s.demand(demand)
			nodes := s.nodes(kind)
			*nodes = append(*nodes, Node{id, parent, path[n-1]})
			known[key] = id
			paths := s.paths[s.within(kind)]
			paths[id] = []string{path[n-1]}
			if parent != nil { // as it is written there
				paths[id] = append(slices.Clone(paths[*parent]), path[n-1])
			}
		}
		s.use(id)
		parent = &id
	}
	return *parent
}

// Known is the id of what is there under a path, 0 if nothing is.
func (s *Structure) Known(kind string, path []string) int64 { return s.index(kind)[pathKey(path)] }

// Add notes what was made.
func (s *Structure) Add(kind string, path []string, id int64, parent *int64) {
	s.index(kind)[pathKey(path)] = id
	nodes := s.nodes(kind)
	*nodes = append(*nodes, Node{id, parent, path[len(path)-1]})
}

// index are the objects of a kind by their folded paths, the oldest of each.
func (s *Structure) index(kind string) map[string]int64 {
	if s.found == nil {
		s.found, s.paths = map[within]map[string]int64{}, map[within]map[int64][]string{}
	}
	where := s.within(kind)
	if known := s.found[where]; known != nil {
		return known
	}
	known, paths := map[string]int64{}, map[int64][]string{}
	byID := map[int64]Node{}
	for _, n := range *s.nodes(kind) {
		byID[n.ID] = n
	}
	for _, n := range *s.nodes(kind) {
		path := pathOf(byID, n)
		paths[n.ID] = path
		if key := pathKey(path); known[key] == 0 || n.ID < known[key] {
			known[key] = n.ID
		}
	}
	s.found[where], s.paths[where] = known, paths
	return known
}

const deepest = 1000

func pathOf(byID map[int64]Node, n Node) []string {
	path := []string{n.Name}
	for range deepest {
		if n.ParentID == nil {
			break
		}
		parent, ok := byID[*n.ParentID]
		if !ok {
			break
		}
		n = parent
		path = append(path, n.Name)
	}
	slices.Reverse(path)
	return path
}

// path is where an object is; nil if there is none with the id.
func (s *Structure) path(kind string, id int64) []string {
	s.index(kind)
	return s.paths[s.within(kind)][id]
}

// text is an object as a cell names it.
func (s *Structure) text(kind string, id *int64) string {
	if id == nil {
		return ""
	}
	if kind == "locations" || kind == "categories" {
		return own.JoinPath(s.path(kind, *id))
	}
	return strings.Join(s.path(kind, *id), "")
}

func pathKey(path []string) string {
	folded := make([]string, len(path))
	for i, p := range path {
		folded[i] = fold(p)
	}
	return strings.Join(folded, "\x00")
}

func samePath(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return fold(x) == fold(y) })
}

func fold(s string) string { return catalog.Fold(strings.TrimSpace(s)) }

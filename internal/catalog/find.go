package catalog

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// FoundKinds are the kinds of objects that a search covers, in the order of its
// groups.
var FoundKinds = []string{"item", "collection", "copy", "location", "category", "set", "series", "tag", "photo", "document", "loan"}

// TypeKind is searched only if it is named.
const TypeKind = "collection_type"

const (
	defaultFound = 5
	maxFound     = 20

	// MaxCandidates limits the objects of a kind that a search considers.
	MaxCandidates = 1_000
)

// SearchInput is a search over an account.
type SearchInput struct {
	Query string
	Kinds []string // nil is FoundKinds
	Limit *int64   // results of a kind

	Search Search // of Query; Validate fills it in
}

func (in *SearchInput) Validate() error {
	var e fault.Invalid
	in.Query = strings.TrimSpace(in.Query)
	if in.Query == "" {
		e.Addf("q", "The %s field is required.")
	}
	in.Search = NewSearch(&e, "q", in.Query)
	known := append(slices.Clone(FoundKinds), TypeKind)
	for _, kind := range in.Kinds {
		if !slices.Contains(known, kind) {
			e.Addf("type", "The selected %s is invalid.")
			break
		}
	}
	if in.Kinds == nil {
		in.Kinds = FoundKinds
	}
	in.Kinds = slices.DeleteFunc(known, func(kind string) bool { return !slices.Contains(in.Kinds, kind) })
	if in.Limit == nil {
		in.Limit = new(int64(defaultFound))
	}
	if *in.Limit < 1 || *in.Limit > maxFound {
		e.Addf("limit", "The %s field must be between 1 and %d.", maxFound)
	}
	return e.Err()
}

// SearchResults are the results of a search, by kind.
type SearchResults struct {
	Query  string
	Search Search // as it was read
	Groups []FoundGroup
}

// FoundGroup are the best results of one kind.
type FoundGroup struct {
	Kind      string
	Total     int64
	Truncated bool // there are more than Total
	Hits      []Hit
}

// Hit is an object that was found.
type Hit struct {
	ID           int64
	Name         *string // its own name, if it has one
	Title        string  // the name, or that of its owner
	Context      *string // the name of its container
	CollectionID *int64
	ItemID       *int64
	CopyID       *int64
	Texts        []string // besides the name; empty where the database has compared words already
}

// FoundText is a text of an item besides its name.
type FoundText struct {
	ItemID int64
	Field  *string // the custom field; nil for the description
	Kind   string  // of what has the text as its name, such as a tag
	Text   string
}

// nearness is how well a hit matches a query.
type nearness int

const (
	equal nearness = iota
	begins
	named
	elsewhere
	absent
)

// Best sorts candidates by how well they match the query, and keeps the first.
func (in SearchInput) Best(kind string, candidates []Hit, more bool) FoundGroup {
	type ranked struct {
		Hit
		near nearness
		key  string
	}
	query := Fold(in.Query)
	all := make([]ranked, 0, len(candidates))
	for _, h := range candidates {
		r := ranked{Hit: h, key: Fold(h.Title)}
		if r.near = in.near(query, h); r.near != absent {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.near, b.near), strings.Compare(a.key, b.key), cmp.Compare(a.ID, b.ID))
	})
	group := FoundGroup{Kind: kind, Total: int64(min(len(all), MaxCandidates)), Truncated: more || len(all) > MaxCandidates}
	for _, r := range all[:min(int64(len(all)), *in.Limit)] {
		group.Hits = append(group.Hits, r.Hit)
	}
	return group
}

func (in SearchInput) near(query string, h Hit) nearness {
	name := ""
	if h.Name != nil {
		name = *h.Name
	}
	switch key := Fold(name); {
	case key == query:
		return equal
	case strings.HasPrefix(key, query):
		return begins
	case in.Search.Matches(name):
		return named
	case h.Texts == nil || in.Search.Matches(append(h.Texts, name)...):
		return elsewhere
	}
	return absent
}

// Matches reports whether every word begins a word of the texts.
func (s Search) Matches(texts ...string) bool {
	has := Words(texts...) // in order
	for _, word := range s.Words {
		if !slices.ContainsFunc(s.Readings(word), func(read string) bool {
			at, _ := slices.BinarySearch(has, read)
			return at < len(has) && strings.HasPrefix(has[at], read)
		}) {
			return false
		}
	}
	return len(s.Words) > 0
}

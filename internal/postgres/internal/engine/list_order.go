package engine

import "strings"

// Sorting is the order of a list. Its last key is the id, so that no two rows
// are equal and pages never overlap.
type Sorting []key

// key is one thing that a list is sorted by.
type key struct {
	SQL   string
	Kind  kind
	Down  bool   // the largest first
	Nulls string // first or last, for keys that may be null
}

// kind is the type of a key.
type kind int

const (
	Number kind = iota
	Text
	Moment
	Day
)

// ByID is the order of creation.
var ByID = Sorting{{SQL: `id`}}

// LastUpdated puts the latest change first.
var LastUpdated = Sorting{{SQL: `updated_at`, Kind: Moment, Down: true}, {SQL: `id`, Down: true}}

// SQL is the order by clause.
func (s Sorting) SQL() string {
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = k.SQL
		if k.Down {
			keys[i] += ` desc`
		}
		if k.Nulls != "" {
			keys[i] += ` nulls ` + k.Nulls
		}
	}
	return strings.Join(keys, `, `)
}

// columns are the keys, without directions.
func (s Sorting) columns() string {
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = k.SQL
	}
	return strings.Join(keys, `, `)
}

// Reversed is the opposite order.
func (s Sorting) Reversed() Sorting {
	turned := make(Sorting, len(s))
	for i, k := range s {
		k.Down = !k.Down
		k.Nulls = map[string]string{"first": "last", "last": "first"}[k.Nulls]
		turned[i] = k
	}
	return turned
}

package postgres

import "strings"

// sorting is the order of a list. Its last key is the id, so that no two rows
// are equal and pages never overlap.
type sorting []key

// key is one thing that a list is sorted by.
type key struct {
	sql   string
	kind  kind
	down  bool   // the largest first
	nulls string // first or last, for keys that may be null
}

// kind is the type of a key.
type kind int

const (
	number kind = iota
	text
	moment
	day
)

// byID is the order of creation.
var byID = sorting{{sql: `id`}}

// lastUpdated puts the latest change first.
var lastUpdated = sorting{{sql: `updated_at`, kind: moment, down: true}, {sql: `id`, down: true}}

// sql is the order by clause.
func (s sorting) sql() string {
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = k.sql
		if k.down {
			keys[i] += ` desc`
		}
		if k.nulls != "" {
			keys[i] += ` nulls ` + k.nulls
		}
	}
	return strings.Join(keys, `, `)
}

// columns are the keys, without directions.
func (s sorting) columns() string {
	keys := make([]string, len(s))
	for i, k := range s {
		keys[i] = k.sql
	}
	return strings.Join(keys, `, `)
}

// reversed is the opposite order.
func (s sorting) reversed() sorting {
	turned := make(sorting, len(s))
	for i, k := range s {
		k.down = !k.down
		k.nulls = map[string]string{"first": "last", "last": "first"}[k.nulls]
		turned[i] = k
	}
	return turned
}

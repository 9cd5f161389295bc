package postgres

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// layout maps the columns of a query to the fields of a type by name, each
// exactly once. It is computed once per type and list of columns.
type layout struct {
	columns []string
	fields  [][]int // the field of each column
}

var layouts sync.Map // of []*layout, by reflect.Type

func layoutOf(kind reflect.Type, columns []pgconn.FieldDescription) (*layout, error) {
	known, _ := layouts.Load(kind)
	all, _ := known.([]*layout)
	for _, l := range all {
		if l.fits(columns) {
			return l, nil
		}
	}
	made, err := newLayout(kind, columns)
	if err == nil {
		layouts.Store(kind, append(slices.Clip(all), made))
	}
	return made, err
}

func (l *layout) fits(columns []pgconn.FieldDescription) bool {
	return slices.EqualFunc(l.columns, columns, func(name string, c pgconn.FieldDescription) bool { return name == c.Name })
}

func newLayout(kind reflect.Type, columns []pgconn.FieldDescription) (*layout, error) {
	fields := map[string][]int{}
	for _, f := range reflect.VisibleFields(kind) {
		if f.IsExported() && !f.Anonymous {
			name := f.Tag.Get("db")
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			fields[strings.ReplaceAll(name, "_", "")] = f.Index
		}
	}
	l := &layout{}
	for _, c := range columns {
		name := strings.ReplaceAll(c.Name, "_", "")
		index, ok := fields[name]
		if !ok {
			return nil, fmt.Errorf("postgres: %s has no field for the column %s", kind, c.Name)
		}
		delete(fields, name)
		l.columns, l.fields = append(l.columns, c.Name), append(l.fields, index)
	}
	for name := range fields {
		return nil, fmt.Errorf("postgres: no column for the field %s of %s", name, kind)
	}
	return l, nil
}

// collect reads all rows into values of T.
func collect[T any](found pgx.Rows, lead, tail []any, each ...func()) (all []T, err error) {
	err = collectInto(listOf(&all), found, lead, tail, each...)
	return all, err
}

// listOf is a list whose type only reflection knows. What works on such lists is compiled
// once; as generic functions it would be a megabyte more.
func listOf[T any](all *[]T) reflect.Value { return reflect.ValueOf(all).Elem() }

// collectInto reads all rows into a list. Columns before and after those of its values
// go to lead and tail, and each is called for every row. With a lead, a row whose
// first column of the value is null is the empty side of an outer join and is skipped; no
// query selects a nullable first column.
func collectInto(all reflect.Value, found pgx.Rows, lead, tail []any, each ...func()) error {
	defer found.Close()
	all.SetZero()
	var l *layout
	var into []any
	for found.Next() {
		columns := found.FieldDescriptions()
		if l == nil {
			var err error
			if l, err = layoutOf(all.Type().Elem(), columns[len(lead):len(columns)-len(tail)]); err != nil {
				return err
			}
			into = make([]any, len(columns))
			copy(into, lead)
			copy(into[len(columns)-len(tail):], tail)
		}
		if len(lead) > 0 && found.RawValues()[len(lead)] == nil {
			clear(into[len(lead):])
			if err := found.Scan(into...); err != nil {
				return err
			}
			continue
		}
		n := all.Len()
		all.Grow(1)
		all.SetLen(n + 1)
		value := all.Index(n)
		for i, index := range l.fields {
			into[len(lead)+i] = target(value.FieldByIndex(index).Addr().Interface())
		}
		if err := found.Scan(into...); err != nil {
			return err
		}
		for _, tell := range each {
			tell()
		}
	}
	return found.Err()
}

// each reads rows into a value of T, one after the other. The value is valid until the next.
func each[T any](found pgx.Rows, do func(*T) error) error {
	defer found.Close()
	var value T
	var into []any
	for found.Next() {
		if into == nil {
			l, err := layoutOf(reflect.TypeFor[T](), found.FieldDescriptions())
			if err != nil {
				return err
			}
			fields := reflect.ValueOf(&value).Elem()
			for _, index := range l.fields {
				into = append(into, target(fields.FieldByIndex(index).Addr().Interface()))
			}
		}
		value = *new(T)
		if err := found.Scan(into...); err != nil {
			return err
		}
		if err := do(&value); err != nil {
			return err
		}
	}
	return found.Err()
}

// target is what a column is scanned into. JSON stays raw: scanning it as JSON
// would parse it.
func target(field any) any {
	if raw, ok := field.(*json.RawMessage); ok {
		return (*[]byte)(raw)
	}
	return field
}

// exactlyOne returns the only value, or pgx.ErrNoRows.
func exactlyOne[T any](all []T, err error) (T, error) {
	var none T
	switch {
	case err != nil:
		return none, err
	case len(all) == 0:
		return none, pgx.ErrNoRows
	case len(all) > 1:
		return none, pgx.ErrTooManyRows
	}
	return all[0], nil
}

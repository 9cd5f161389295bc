package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// layout maps the columns of a query to the fields of a type by name, each exactly once. It is
// computed once per type and list of columns, with the plans for decoding, because that costs more
// than decoding.
type layout struct {
	columns []column
	fields  [][]int           // the field of each column
	plans   []pgtype.ScanPlan // how it is decoded into that field
}

// column is what a query says about one of its columns.
type column struct {
	name   string
	oid    uint32
	format int16
}

func columnOf(d pgconn.FieldDescription) column { return column{d.Name, d.DataTypeOID, d.Format} }

var layouts sync.Map // of []*layout, by reflect.Type

func layoutOf(kind reflect.Type, columns []pgconn.FieldDescription, types *pgtype.Map) (*layout, error) {
	known, _ := layouts.Load(kind)
	all, _ := known.([]*layout)
	for _, l := range all {
		if l.fits(columns) {
			return l, nil
		}
	}
	made, err := newLayout(kind, columns, types)
	if err == nil {
		layouts.Store(kind, append(slices.Clip(all), made))
	}
	return made, err
}

func (l *layout) fits(columns []pgconn.FieldDescription) bool {
	return slices.EqualFunc(l.columns, columns, func(known column, d pgconn.FieldDescription) bool { return known == columnOf(d) })
}

func newLayout(kind reflect.Type, columns []pgconn.FieldDescription, types *pgtype.Map) (*layout, error) {
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
		field := target(reflect.New(kind.FieldByIndex(index).Type).Interface())
		l.columns, l.fields = append(l.columns, columnOf(c)), append(l.fields, index)
		l.plans = append(l.plans, types.PlanScan(c.DataTypeOID, c.Format, field))
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

// listOf is a list by reflection. Code for such lists is compiled once; as generic functions it would
// add a megabyte.
func listOf[T any](all *[]T) reflect.Value { return reflect.ValueOf(all).Elem() }

// collectInto reads all rows into a list. Columns before those of its values go to lead,
// once; those after them go to tail, and each is called for every row. With a lead, a row whose
// first column of the value is null is the empty side of an outer join and is skipped; no
// query selects a nullable first column.
func collectInto(all reflect.Value, found pgx.Rows, lead, tail []any, each ...func()) error {
	defer found.Close()
	all.SetZero()
	var l *layout
	var led bool
	var columns []pgconn.FieldDescription
	types := found.Conn().TypeMap()
	for found.Next() {
		if l == nil {
			columns = found.FieldDescriptions()
			var err error
			if l, err = layoutOf(all.Type().Elem(), columns[len(lead):len(columns)-len(tail)], types); err != nil {
				return err
			}
		}
		raw := found.RawValues()
		if !led { // they are the same in every row
			if err := scanInto(lead, raw, columns, types); err != nil {
				return err
			}
			led = true
		}
		own := raw[len(lead) : len(raw)-len(tail)]
		if len(lead) > 0 && own[0] == nil {
			continue
		}
		n := all.Len()
		all.Grow(1)
		all.SetLen(n + 1)
		if err := l.scan(all.Index(n), own); err != nil {
			return err
		}
		if err := scanInto(tail, raw[len(raw)-len(tail):], columns[len(raw)-len(tail):], types); err != nil {
			return err
		}
		for _, tell := range each {
			tell()
		}
	}
	return found.Err()
}

// scan decodes the columns of a row into the fields of a value.
func (l *layout) scan(value reflect.Value, row [][]byte) error {
	for i, index := range l.fields {
		if err := l.plans[i].Scan(row[i], target(value.FieldByIndex(index).Addr().Interface())); err != nil {
			return fmt.Errorf("postgres: the column %s of %s: %w", l.columns[i].name, value.Type(), err)
		}
	}
	return nil
}

// scanInto decodes columns that belong to no field.
func scanInto(into []any, row [][]byte, columns []pgconn.FieldDescription, types *pgtype.Map) error {
	for i, to := range into {
		if err := types.Scan(columns[i].DataTypeOID, columns[i].Format, row[i], to); err != nil {
			return fmt.Errorf("postgres: the column %s: %w", columns[i].Name, err)
		}
	}
	return nil
}

// Each reads rows into a value of T, one after the other. The value is valid until the next.
func Each[T any](found pgx.Rows, do func(*T) error) error {
	defer found.Close()
	var l *layout
	for found.Next() {
		if l == nil {
			var err error
			if l, err = layoutOf(reflect.TypeFor[T](), found.FieldDescriptions(), found.Conn().TypeMap()); err != nil {
				return err
			}
		}
		var value T
		if err := l.scan(reflect.ValueOf(&value).Elem(), found.RawValues()); err != nil {
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

// ExactlyOne returns the only value, or pgx.ErrNoRows.
func ExactlyOne[T any](all []T, err error) (T, error) {
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

// NotNil turns nil, which would become null, into an empty list.
func NotNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

package inventory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// typeFields are the custom fields of a type with the versions of their rows.
type typeFields struct {
	fields []catalog.CustomField
	stamp  string
}

// manyFields is the largest size of a type's fields in the cache.
const manyFields = 256 << 10

// size is their approximate size in bytes.
func (f typeFields) size() int {
	n := len(f.stamp)
	for _, field := range f.fields {
		n += 300 + len(field.Name)
		for _, option := range field.Options {
			n += 16 + len(option)
		}
	}
	return n
}

// fieldStamp is the SQL of the version of a type's fields: every change to a row gives it another xmin.
const fieldStamp = `(select string_agg(id || ' ' || xmin, ',' order by id) from custom_fields where account_id = $1 and collection_type_id = @collection_type_id)`

func readTypeFields(ctx context.Context, w engine.Writer, kind *int64) (typeFields, error) {
	type row struct {
		catalog.CustomField
		Stamp string
	}
	rows, err := engine.All[row](ctx, engine.AccountWide(w.Reader), `select `+customFields.Columns+`, id || ' ' || xmin as stamp
		from custom_fields where account_id = $1 and collection_type_id = $2`, w.AccountID(), kind)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.ID, b.ID) })
	found, stamps := typeFields{}, []string{}
	for _, r := range rows {
		found.fields, stamps = append(found.fields, r.CustomField), append(stamps, r.Stamp)
	}
	found.stamp = strings.Join(stamps, ",")
	return found, err
}

// knownValues checks values against cached fields, without a query. The write then names their stamp,
// and writes nothing if they have changed. The stamp is empty if the fields were just read.
func knownValues(ctx context.Context, w engine.Writer, in catalog.ItemInput) (values []catalog.Value, stamp string, err error) {
	if !engine.Remembers(w.Reader) || in.CollectionTypeID == nil || len(in.CustomFields) == 0 {
		values, _, err = checkedValues(ctx, w, in)
		return values, "", err
	}
	what := fieldsKey(w, *in.CollectionTypeID)
	if known, ok := engine.Recall[typeFields](w.Reader, what, ""); ok {
		if values, _, err = catalog.CheckValues(known.fields, in.CustomFields); err == nil && len(values) > 0 {
			return values, known.stamp, nil
		}
	}
	found, err := readTypeFields(ctx, w, in.CollectionTypeID)
	if err != nil {
		return nil, "", err
	}
	if size := found.size(); size < manyFields {
		engine.Remember(w.Reader, what, "", found, size)
	}
	values, _, err = catalog.CheckValues(found.fields, in.CustomFields)
	return values, "", err
}

// sameFields checks, after nothing was written, whether the fields still have the stamp. If not, it
// drops them from the cache and fails, so that the change is retried.
func sameFields(ctx context.Context, w engine.Writer, kind int64, stamp string) error {
	now, err := readTypeFields(ctx, w, &kind)
	if err != nil || now.stamp == stamp {
		return err
	}
	engine.Forget(w.Reader, fieldsKey(w, kind))
	return engine.ErrFieldsChanged
}

func fieldsKey(w engine.Writer, kind int64) string {
	return "fields " + engine.FormatID(w.AccountID()) + " " + engine.FormatID(kind)
}

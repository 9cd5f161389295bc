package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// typeFields are the custom fields of a type, and which versions of their rows they are.
type typeFields struct {
	fields []catalog.CustomField
	stamp  string
}

// manyFields is about how many bytes the fields of a type may take to be remembered.
const manyFields = 256 << 10

// size is about how many bytes they take.
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

// fieldStamp is the stamp of the fields of the given type as SQL: every change to a row
// gives it another xmin.
const fieldStamp = `(select string_agg(id || ' ' || xmin, ',' order by id) from custom_fields where account_id = $1 and collection_type_id = @collection_type_id)`

// errFieldsChanged means that values were checked against fields that are no longer so.
var errFieldsChanged = errors.New("the custom fields have changed")

func (w Writer) typeFields(ctx context.Context, kind *int64) (typeFields, error) {
	type row struct {
		catalog.CustomField
		Stamp string
	}
	rows, err := all[row](ctx, accountWide(w.Reader), `select `+customFields.columns+`, id || ' ' || xmin as stamp
		from custom_fields where account_id = $1 and collection_type_id = $2`, w.account, kind)
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.ID, b.ID) })
	found, stamps := typeFields{}, []string{}
	for _, r := range rows {
		found.fields, stamps = append(found.fields, r.CustomField), append(stamps, r.Stamp)
	}
	found.stamp = strings.Join(stamps, ",")
	return found, err
}

// knownValues is values without asking the database for the fields, if the program knows
// them from before: whoever writes the values names the stamp of these, and nothing is
// written if they have changed. The stamp is empty if the fields were just read.
func (w Writer) knownValues(ctx context.Context, in catalog.ItemInput) (values []catalog.Value, stamp string, err error) {
	if !remembers(w.Reader) || in.CollectionTypeID == nil || len(in.CustomFields) == 0 {
		values, _, err = w.values(ctx, in)
		return values, "", err
	}
	what := w.fieldsKey(*in.CollectionTypeID)
	if known, ok := recall[typeFields](w.Reader, what, ""); ok {
		if values, _, err = catalog.CheckValues(known.fields, in.CustomFields); err == nil && len(values) > 0 {
			return values, known.stamp, nil
		}
	}
	found, err := w.typeFields(ctx, in.CollectionTypeID)
	if err != nil {
		return nil, "", err
	}
	if size := found.size(); size < manyFields {
		remember(w.Reader, what, "", found, size)
	}
	values, _, err = catalog.CheckValues(found.fields, in.CustomFields)
	return values, "", err
}

// sameFields asks whether the fields of a type still have a stamp, after nothing was
// written. If not, it forgets them and fails, so that the change is tried again.
func (w Writer) sameFields(ctx context.Context, kind int64, stamp string) error {
	now, err := w.typeFields(ctx, &kind)
	if err != nil || now.stamp == stamp {
		return err
	}
	forget(w.Reader, w.fieldsKey(kind))
	return errFieldsChanged
}

func (w Writer) fieldsKey(kind int64) string {
	return "fields " + formatID(w.account) + " " + formatID(kind)
}

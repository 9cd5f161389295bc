package api

import (
	"cmp"
	"context"
	stdjson "encoding/json"
	"errors"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// mappingInput is a mapping as sent; omitted parts are guessed.
type mappingInput struct{ importing.Mapping }

func (*mappingInput) Validate() error { return nil }

func mapImport(req *request) (func(context.Context, postgres.Writer) (importing.Import, error), error) {
	in, err := readInput[mappingInput](req, readMapping)
	return func(ctx context.Context, w postgres.Writer) (importing.Import, error) {
		present, err := exchange.Import(ctx, w.Reader, req.nth(0))
		if err != nil {
			return present, err
		}
		m, reread, err := present.Mapped(in.Mapping)
		if err != nil {
			return present, err
		}
		return exchange.MapImport(ctx, w, req.nth(0), m, reread)
	}, err
}

func readMapping(b *body) mappingInput {
	m := mappingInput{importing.Mapping{Create: importing.CreateAll}}
	m.Options = importOptions(b)
	m.Match = importMatch(b)
	for name, to := range map[string]any{"create": &m.Create} {
		if v, ok := b.object(name); ok && stdjson.Unmarshal(v, to) != nil {
			b.wrong.Addf(name, "The %s field must say true or false of each kind.")
		}
	}
	m.Type = importType(b)
	m.SkipRows = b.integers("skip_rows")
	m.Corrections = listOf(b, "corrections", "The %s field must be an array of corrections.", importCorrection)
	m.Columns = listOf(b, "columns", "The %s field must be an array of columns.", importColumn)
	return m
}

func importOptions(b *body) (o importing.Options) {
	v, ok := b.object("options")
	if !ok {
		return o
	}
	inner := b.within(v)
	o = importing.Options{Encoding: inner.secret("encoding"), Delimiter: inner.secret("delimiter"), HeaderRow: inner.integer("header_row"), Sheet: inner.secret("sheet"),
		Decimal: inner.secret("decimal"), DateFormat: inner.secret("date_format"), PartialDates: inner.secret("partial_dates"), CurrencyCode: inner.secret("currency_code"),
		PathSeparator: inner.secret("path_separator"), ListSeparator: inner.secret("list_separator"), Empty: inner.secret("empty"), Tags: inner.secret("tags"),
		Copies: inner.secret("copies"), ZeroIsEmpty: inner.integers("zero_is_empty")}
	b.takeOver("options", inner)
	return o
}

func importMatch(b *body) (m importing.Match) {
	if v, ok := b.object("match"); ok {
		inner := b.within(v)
		m = importing.Match{Items: inner.secret("items"), FieldID: inner.integer("field_id"), Differs: inner.secret("differs")}
		b.takeOver("match", inner)
	}
	return m
}

func importType(b *body) *importing.TypeRef {
	v, ok := b.get("type")
	if !ok || v.Kind() != '{' {
		return nil
	}
	inner := b.within(v)
	t := &importing.TypeRef{ID: inner.integer("id"), Name: inner.text("name"), Template: inner.text("template"), Language: inner.text("language")}
	b.takeOver("type", inner)
	return t
}

func importColumn(v jsontext.Value) (c importing.Column, ok bool) {
	members, err := parseObject(v, maxDepth)
	if err != nil || v.Kind() != '{' {
		return c, false
	}
	inner := &body{members: members}
	c = importing.Column{Column: inner.integer("column"), To: inner.text("to"), Name: inner.text("name"), Kind: inner.text("kind"), Format: inner.secret("format"),
		Default: inner.text("default"), Options: inner.strings("options"), Warning: inner.text("warning")}
	return c, len(inner.wrong.Fields) == 0
}

func importCorrection(v jsontext.Value) (c importing.Correction, ok bool) {
	members, err := parseObject(v, maxDepth)
	if err != nil || v.Kind() != '{' {
		return c, false
	}
	inner := &body{members: members}
	column := inner.integer("column")
	c = importing.Correction{Row: inner.integer("row"), To: inner.secret("to")}
	if inner.has("from") && !inner.clears("from") { // blank are the empty cells
		c.From = new(inner.secret("from"))
	}
	if column != nil {
		c.Column = *column
	}
	return c, column != nil && len(inner.wrong.Fields) == 0
}

// within reads an object that is a member of the body.
func (b *body) within(v jsontext.Value) *body {
	members, err := parseObject(v, maxDepth)
	if err != nil {
		members = map[string]jsontext.Value{}
	}
	inner := &body{members: members}
	if b.strict != nil {
		inner.strict = &vocabulary{}
	}
	return inner
}

// takeOver adds the errors of an inner object.
func (b *body) takeOver(name string, inner *body) {
	inner.refuseUnknown()
	for _, f := range inner.wrong.Fields {
		for _, m := range f.Messages {
			b.wrong.Add(name+"."+f.Name, m.Rule, m.Args...)
		}
	}
}

// listImportRows lists rows by filter.
func listImportRows(ctx context.Context, r postgres.Reader, req *request) (page pageOfRows, err error) {
	f := filter{query: req.query()}
	in := importing.RowFilter{Action: f.oneOf("action", importing.Actions), Status: f.oneOf("status", importing.Statuses), Code: f.text("code"), Column: f.text("column")}
	if err := f.wrong.Err(); err != nil {
		return page, cmp.Or(missingImport(ctx, r, req), err)
	}
	return exchange.ImportRows(ctx, r, req.nth(0), in, req.page())
}

// missingImport is an error if there is no such import: 404 precedes 422.
func missingImport(ctx context.Context, r postgres.Reader, req *request) error {
	if _, err := exchange.Import(ctx, r, req.nth(0)); errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return nil
}

func importRow(r *request, row importing.ShownRow) resource {
	return resource{kind: "import_row", id: row.Row, self: "/api/imports/" + strconv.FormatInt(r.nth(0), 10) + "/rows", attributes: attributes{
		{"row", row.Row},
		{"part", row.Part},
		{"line", row.Line},
		{"action", row.Action},
		{"status", row.Status},
		{"item", row.Item},
		{"copy", row.Copy},
		{"changes", row.Changes},
		{"issues", row.Issues},
	}}
}

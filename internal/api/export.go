package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	tables "vitrine/internal/tabular/write"
)

var exports = []route{
	bytesOf("GET /api/items/export", listFile(catalog.ListItems)),
	bytesOf("GET /api/copies/export", listFile(catalog.ListCopies)),
	bytesOf("GET /api/collections/{collection}/export", listFile(catalog.ListCollection)),
	read(member, "GET /api/export-columns", exportColumns, every(exportColumn)),
	read(member, "GET /api/exports", list(exchange.Exports), many(exportOf)),
	read(member, "GET /api/exports/{export}", awaitedExport, one(exportOf)),
	bytesOf("GET /api/exports/{export}/file", exportedFile),
	orderExport("POST /api/exports"),
	removeExport("DELETE /api/exports/{export}"),
}

// listFile answers with a whole list as a file. The file is complete before the status is sent, and
// sending it needs no database.
func listFile(list string) func(*Server, *request, postgres.Reader) (answer, error) {
	return func(s *Server, r *request, reader postgres.Reader) (answer, error) {
		o, err := listOrder(list, r)
		if err != nil {
			return answer{}, err
		}
		var made *export.File
		err = r.filtered(reader, &o, func() (err error) {
			made, err = s.lists.Make(r.Context(), reader, o)
			return err
		})
		if err != nil {
			return answer{}, err
		}
		return answer{content: &content{ReadSeeker: made, kind: made.MediaType, disposition: attachment.Disposition(o.Name(r.today()), false), once: true}}, nil
	}
}

// listOrder reads the options of the file.
func listOrder(list string, r *request) (export.Order, error) {
	f := filter{query: r.query()}
	o := export.Order{Listing: catalog.Listing{List: list, CollectionID: r.id("collection"), Most: export.MostRows},
		Format: f.text("format"), Columns: f.text("columns"), Labels: f.boolean("labels"), Mark: f.boolean("bom"), Locale: r.Actor.Locale}
	if o.Format == "" {
		o.Format = "csv"
	}
	if err := f.wrong.Err(); err != nil {
		return o, err
	}
	return o, o.Check()
}

// filtered runs do with the order, after applying the filters and the view of the list.
func (r *request) filtered(reader postgres.Reader, o *export.Order, do func() error) error {
	resource := "items"
	if o.List == catalog.ListCopies {
		resource = "copies"
	}
	get := func() (err error) {
		if o.List == catalog.ListCopies {
			o.Copies, err = copyFilter(r)
		} else {
			o.Items, err = itemFilter(r)
		}
		if err == nil {
			err = do()
		}
		return err
	}
	if strings.TrimSpace(r.query().Get("view")) == "" {
		return get()
	}
	nothing, err := r.obeying(r.Context(), reader, resource, get)
	if nothing {
		o.Listing = catalog.Listing{List: o.List, CollectionID: o.CollectionID, Nothing: true, Most: o.Most}
		err = do()
	}
	return err
}

// listToExport reads the order of a list for a job, which may have any number of rows.
func (s *Server) listToExport(r *request, b *body, reader postgres.Reader) (in catalog.NewExport, err error) {
	order := export.Asked{List: b.text("list"), Query: b.text("query"), Format: b.text("format"), Columns: b.text("columns"), Labels: b.boolean("labels"), BOM: b.boolean("bom")}
	b.refuseUnknown()
	var wrong fault.Invalid
	if wrong.Required("list", order.List) {
		wrong.OneOf("list", order.List, []string{catalog.ListItems, catalog.ListCopies})
	}
	order.Format = cmp.Or(order.Format, "csv")
	wrong.OneOf("format", order.Format, tables.Formats)
	wrong.Max("query", order.Query, 2000)
	if err := b.merge(&wrong); err != nil {
		return in, err
	}
	list, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "/api/"+order.List, nil)
	if err != nil {
		return in, err
	}
	list.URL.RawQuery = order.Query
	values, err := url.ParseQuery(order.Query)
	if err != nil {
		return in, fault.On("query", "The %s field must be the query of an address, without its question mark.", "query")
	}
	o := export.Order{Listing: catalog.Listing{List: order.List}, Format: order.Format, Columns: order.Columns,
		Labels: order.Labels != nil && *order.Labels, Mark: order.BOM != nil && *order.BOM, Locale: r.Actor.Locale}.Large()
	err = (&request{Request: list, Member: r.Member, values: values, now: r.now}).filtered(reader, &o, func() error { return o.Try(r.Context(), reader) })
	if err != nil {
		return in, onQuery(err, "rows", "columns")
	}
	return o.Export(order, r.today())
}

// exportColumns are the columns that a list can have.
func exportColumns(ctx context.Context, r postgres.Reader, req *request) ([]labelled, error) {
	f := filter{query: req.query()}
	list := f.oneOf("list", []string{catalog.ListItems, catalog.ListCopies})
	if err := f.wrong.Err(); err != nil {
		return nil, err
	}
	if list == "" {
		list = catalog.ListCopies
	}
	fields, err := exchange.ListedFields(ctx, r)
	var all []labelled
	for _, c := range export.Columns(list, fields) {
		all = append(all, labelled{c, c.Label(req.Actor.Locale)})
	}
	return all, err
}

// labelled is a column with its name in the caller's language.
type labelled struct {
	export.Column
	label string
}

func exportColumn(c labelled) resource {
	options := any(nil)
	if c.Options != nil {
		options = c.Options
	}
	return resource{kind: "export_column", name: c.Key, self: "/api/export-columns", attributes: attributes{
		{"key", c.Key},
		{"label", c.label},
		{"group", c.Group},
		{"kind", c.Kind},
		{"options", options},
		{"importable", c.Imported},
	}}
}

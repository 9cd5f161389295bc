package api

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/postgres"
)

var exports = []route{
	bytesOf("GET /api/items/export", listFile(catalog.ListItems)),
	bytesOf("GET /api/copies/export", listFile(catalog.ListCopies)),
	bytesOf("GET /api/collections/{collection}/export", listFile(catalog.ListCollection)),
	read(member, "GET /api/export-columns", exportColumns, every(exportColumn)),
}

// listFile answers with a whole list as a file. It is complete before the status is out, and
// the database is not needed to send it.
func listFile(list string) func(*Server, *request, postgres.Reader) (answer, error) {
	return func(s *Server, r *request, reader postgres.Reader) (answer, error) {
		o, err := listOrder(list, r)
		if err != nil {
			return answer{}, err
		}
		var made *export.File
		nothing, err := r.filtered(reader, list, &o, func() (err error) {
			made, err = s.lists.Make(r.Context(), reader, o)
			return err
		})
		if nothing {
			o.Listing = catalog.Listing{List: list, CollectionID: o.CollectionID, Nothing: true, Most: o.Most}
			made, err = s.lists.Make(r.Context(), reader, o)
		}
		if err != nil {
			return answer{}, err
		}
		name := "vitrine-" + list + "-" + r.today().Format(time.DateOnly) + "." + o.Format
		return answer{content: &content{ReadSeeker: made, kind: made.MediaType, disposition: attachment.Disposition(name, false), once: true}}, nil
	}
}

// listOrder reads how the file should be.
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

// filtered makes a file by the filters of its list, and by its view.
func (r *request) filtered(reader postgres.Reader, list string, o *export.Order, do func() error) (nothing bool, err error) {
	resource := "items"
	if list == catalog.ListCopies {
		resource = "copies"
	}
	get := func() (err error) {
		if list == catalog.ListCopies {
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
		return false, get()
	}
	return r.obeying(r.Context(), reader, resource, get)
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
	fields, err := r.ListedFields(ctx)
	var all []labelled
	for _, c := range export.Columns(list, fields) {
		all = append(all, labelled{c, c.Label(req.Actor.Locale)})
	}
	return all, err
}

// labelled is a column as the caller would call it.
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

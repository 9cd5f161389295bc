package exchange

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/own"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// exportPages export lists: a form for the file, and the file.
var exportPages = []page.Row{
	page.Show("GET /collections/{collection}/export", "GET /api/export-columns", asking(collectionToExport)),
	page.Show("GET /collections/{collection}/export/file", "GET /api/collections/{collection}/export", sending(collectionToExport)),
	page.Show("GET /locations/{location}/export", "GET /api/export-columns", asking(locationToExport)),
	page.Show("GET /locations/{location}/export/file", "GET /api/copies/export", sending(locationToExport)),
	page.Show("GET /locations/none/export", "GET /api/export-columns", asking(nowhereToExport)),
	page.Show("GET /locations/none/export/file", "GET /api/copies/export", sending(nowhereToExport)),
	page.Show("GET /search/export", "GET /api/export-columns", asking(searchToExport)),
	page.Show("GET /search/export/file", "GET /api/items/export", sending(searchToExport)),
	page.Own("POST /collections/{collection}/export", "POST /api/exports", ordering(collectionToExport)),
	page.Own("POST /locations/{location}/export", "POST /api/exports", ordering(locationToExport)),
	page.Own("POST /locations/none/export", "POST /api/exports", ordering(nowhereToExport)),
	page.Own("POST /search/export", "POST /api/exports", ordering(searchToExport)),
	page.Show("GET /exports", "GET /api/exports", listsMade),
	sent("GET /exports/{export}/file"),
	page.Own("POST /exports/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/exports")),
}

// ShareLists makes pages and API share one limit of lists written at a time.
func ShareLists(w *page.Web, lists *export.Lists) { w.Lists = lists }

// exported reads the list and the options of its file from the address.
type exported func(*page.Visit) (Export, export.Order, error)

// collectionToExport is the list of a collection, with its filters and its order.
func collectionToExport(v *page.Visit) (e Export, o export.Order, err error) {
	list, err := page.ItemList(v)
	if err != nil {
		return e, o, err
	}
	f, err := v.Frame("", ui.CurrentCollection(list.Collection.ID))
	if err != nil {
		return e, o, err
	}
	o.Listing = catalog.Listing{List: catalog.ListCollection, CollectionID: list.Collection.ID, Nothing: page.Outlived(&list.Filter), Items: list.Filter, Most: export.MostRows}
	if v.Param("sort") == "" {
		o.Items.Sort = catalog.Sort{}
	}
	return ExportOfCollection(f, list), o, nil
}

func locationToExport(v *page.Visit) (e Export, o export.Order, err error) {
	_, at, err := page.LocationOf(v)
	if err != nil {
		return e, o, err
	}
	f, err := v.Frame("", "locations")
	if err != nil {
		return e, o, err
	}
	nested := v.URL.Query().Has("all")
	o.Listing = catalog.Listing{List: catalog.ListCopies, Copies: catalog.CopyFilter{LocationID: &at.ID, Nested: nested, Kept: true}, Most: export.MostRows}
	return ExportOfLocation(f, at, nested), o, nil
}

// nowhereToExport is the list of copies without a location.
func nowhereToExport(v *page.Visit) (e Export, o export.Order, err error) {
	o.Listing = catalog.Listing{List: catalog.ListCopies, Copies: catalog.CopyFilter{Nowhere: true, Kept: true}, Most: export.MostRows}
	return ExportOfNowhere(v.Texts), o, nil
}

// searchToExport is the items that a search finds; all without words.
func searchToExport(v *page.Visit) (e Export, o export.Order, err error) {
	var wrong fault.Invalid
	found := catalog.ItemFilter{Search: catalog.NewSearch(&wrong, "q", v.Param("q"))}
	found.Search.Wide, found.Search.Forgiving = true, v.Param("exact") == "" // as the page of the search
	if err := wrong.Err(); err != nil {
		return e, o, err
	}
	o.Listing = catalog.Listing{List: catalog.ListItems, Items: found, Most: export.MostRows}
	return ExportOfSearch(v.Texts, v.Param("q")), o, nil
}

// asking shows the form for the file of a list.
func asking(read exported) func(*page.Visit) error {
	return func(v *page.Visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		return exporting(v, http.StatusOK, e, o, ui.Form{Values: map[string]string{"format": v.Param("format")}})
	}
}

// exporting shows the form. Long lists are made by a job, if there is a store.
func exporting(v *page.Visit, status int, e Export, o export.Order, form ui.Form) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	counted := o
	counted.Format = ""
	offer, err := counted.Large().Offer(v.Context(), reader)
	if err != nil {
		return err
	}
	options := fileAsked(v)
	e.Rows, e.Form, e.Columns = offer.Rows, form, ordered(v.Texts.Locale, options, offer, o.List)
	e.Labels, e.Mark = options.Get("labels") != "", options.Get("bom") != ""
	if e.Large = offer.Rows > export.MostRows; e.Large && !v.Web.Attachments.Ready() {
		e.TooMany = v.Texts.Wrong("The list has more than %d rows. Narrow it down.", []any{export.MostRows})
	}
	f, err := v.Frame("", e.Current)
	if err != nil {
		return err
	}
	f.Title = f.T("export.title", "name", e.Name)
	return v.Render(status, Exporting(f, e))
}

// fileAsked are the options of the file: from the form if a job makes it, otherwise from the address.
func fileAsked(v *page.Visit) url.Values {
	if v.Method == http.MethodPost {
		_ = v.ParseForm() // an unreadable form is empty
		return v.PostForm
	}
	return v.URL.Query()
}

// ordered are the columns in the requested order, the chosen ones marked. At first the usual ones are
// chosen and come first, without those that only programs read. A collection has the fields of its
// types.
func ordered(locale string, options url.Values, offer export.Offer, list string) (all []ExportColumn) {
	fresh := !options.Has("order")
	for _, c := range offer.Columns {
		usual := slices.Contains(offer.Usual, c.Key)
		if list == catalog.ListCollection && c.OfField() && !usual {
			continue
		}
		chosen := slices.Contains(options["col"], c.Key)
		if fresh {
			chosen = usual && c.Kind != own.UUID
		}
		all = append(all, ExportColumn{Key: c.Key, Label: c.Label(locale), Chosen: chosen})
	}
	place := func(c ExportColumn) int {
		switch i := slices.Index(options["order"], c.Key); {
		case i >= 0:
			return i
		case fresh && c.Chosen:
			return -1
		}
		return len(options["order"])
	}
	slices.SortStableFunc(all, func(a, b ExportColumn) int { return place(a) - place(b) })
	for name, step := range map[string]int{"up": -1, "down": 1} {
		i := slices.IndexFunc(all, func(c ExportColumn) bool { return c.Key == options.Get(name) })
		if to := i + step; i >= 0 && to >= 0 && to < len(all) {
			all[i], all[to] = all[to], all[i]
		}
	}
	return all
}

// sending answers with the file, which is complete before the first byte is sent.
func sending(read exported) func(*page.Visit) error {
	return func(v *page.Visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		reader, err := v.Reader()
		if err != nil {
			return err
		}
		orderFile(v, &o)
		made, err := v.Web.Lists.Make(v.Context(), reader, o)
		var refused *fault.Invalid
		switch {
		case errors.As(err, &refused) && refused.Fields[0].Name == "rows": // it has grown meanwhile
			return v.Redirect(e.Path + "?" + v.URL.RawQuery)
		case err != nil:
			return err
		}
		defer made.Close()
		page.MayTake(v, 2*page.UploadTimeout)
		h := v.Out.Header()
		h.Set("Content-Type", made.MediaType)
		h.Set("Content-Disposition", attachment.Disposition(o.Name(time.Now().UTC()), false))
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		_, _ = io.Copy(v.Out, made) // the browser may be gone
		return nil
	}
}

// orderFile reads the options of the file. Its columns are the ticked ones, in their order.
func orderFile(v *page.Visit, o *export.Order) {
	options := fileAsked(v)
	o.Format, o.Locale = cmp.Or(page.Plain(options.Get("format")), "csv"), v.Texts.Locale
	o.Labels, o.Mark = page.Plain(options.Get("labels")) != "", page.Plain(options.Get("bom")) != ""
	o.Columns = page.Plain(strings.Join(slices.DeleteFunc(slices.Clone(options["order"]), func(key string) bool { return !slices.Contains(options["col"], key) }), ","))
}

// ordering has a job make the file, and redirects to the list of files.
func ordering(read exported) func(*page.Visit) error {
	return func(v *page.Visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		orderFile(v, &o)
		err = orderList(v, e, o)
		return v.Answer(err, func(form ui.Form) error {
			if form.Wrong("format") == nil {
				form.Message = v.Wrong(form.Invalid)
			}
			return exporting(v, http.StatusUnprocessableEntity, e, o, form)
		}, func() error { return v.Redirect("/exports") })
	}
}

func orderList(v *page.Visit, e Export, o export.Order) error {
	if err := o.Check(); err != nil {
		return err
	}
	if err := v.Web.Attachments.Required(); err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	o = o.Large()
	if err := o.Try(v.Context(), reader); err != nil {
		return err
	}
	query := maps.Clone(e.Kept)
	if o.CollectionID != 0 {
		query.Set("collection_id", strconv.FormatInt(o.CollectionID, 10))
	}
	in, err := o.Export(export.Asked{List: o.List, Query: query.Encode(), Format: o.Format, Columns: o.Columns, Labels: &o.Labels, BOM: &o.Mark}, time.Now().UTC())
	if err != nil {
		return err
	}
	return postgres.Change(v.Context(), v.Scope, catalog.ExportCreated, func(change postgres.Own) error {
		_, err := exchange.CreateExport(v.Context(), change, in, v.Web.Attachments.Quota())
		return err
	})
}

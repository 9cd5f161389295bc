package web

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
	"vitrine/internal/web/view"
)

// exports are lists as files: what they should have, and the files.
var exportPages = []row{
	show("GET /collections/{collection}/export", "GET /api/export-columns", asking(collectionToExport)),
	show("GET /collections/{collection}/export/file", "GET /api/collections/{collection}/export", sending(collectionToExport)),
	show("GET /locations/{location}/export", "GET /api/export-columns", asking(locationToExport)),
	show("GET /locations/{location}/export/file", "GET /api/copies/export", sending(locationToExport)),
	show("GET /locations/none/export", "GET /api/export-columns", asking(nowhereToExport)),
	show("GET /locations/none/export/file", "GET /api/copies/export", sending(nowhereToExport)),
	show("GET /search/export", "GET /api/export-columns", asking(searchToExport)),
	show("GET /search/export/file", "GET /api/items/export", sending(searchToExport)),
	own("POST /collections/{collection}/export", "POST /api/exports", ordering(collectionToExport)),
	own("POST /locations/{location}/export", "POST /api/exports", ordering(locationToExport)),
	own("POST /locations/none/export", "POST /api/exports", ordering(nowhereToExport)),
	own("POST /search/export", "POST /api/exports", ordering(searchToExport)),
	show("GET /exports", "GET /api/exports", listsMade),
	sent("GET /exports/{export}/file"),
	own("POST /exports/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/exports")),
}

// ShareLists lets the pages and the API together write no more lists than one of them may.
func (w *Web) ShareLists(lists *export.Lists) { w.lists = lists }

// exported reads which list the address names, and how its file should be.
type exported func(*visit) (view.Export, export.Order, error)

// collectionToExport is what a collection shows: the same filters, and its order if one was
// asked for.
func collectionToExport(v *visit) (e view.Export, o export.Order, err error) {
	list, err := v.itemList()
	if err != nil {
		return e, o, err
	}
	f, err := v.frame("", view.CurrentCollection(list.Collection.ID))
	if err != nil {
		return e, o, err
	}
	o.Listing = catalog.Listing{List: catalog.ListCollection, CollectionID: list.Collection.ID, Nothing: outlived(&list.Filter), Items: list.Filter, Most: export.MostRows}
	if v.asked("sort") == "" {
		o.Items.Sort = catalog.Sort{}
	}
	return view.ExportOfCollection(f, list), o, nil
}

func locationToExport(v *visit) (e view.Export, o export.Order, err error) {
	_, at, err := v.locationOf()
	if err != nil {
		return e, o, err
	}
	f, err := v.frame("", "locations")
	if err != nil {
		return e, o, err
	}
	nested := v.URL.Query().Has("all")
	o.Listing = catalog.Listing{List: catalog.ListCopies, Copies: catalog.CopyFilter{LocationID: &at.ID, Nested: nested}, Most: export.MostRows}
	return view.ExportOfLocation(f, at, nested), o, nil
}

// nowhereToExport is what has no location.
func nowhereToExport(v *visit) (e view.Export, o export.Order, err error) {
	o.Listing = catalog.Listing{List: catalog.ListCopies, Copies: catalog.CopyFilter{Nowhere: true}, Most: export.MostRows}
	return view.ExportOfNowhere(v.texts), o, nil
}

// searchToExport is the items that a search finds; without words all of them.
func searchToExport(v *visit) (e view.Export, o export.Order, err error) {
	var wrong fault.Invalid
	found := catalog.ItemFilter{Search: catalog.NewSearch(&wrong, "q", v.asked("q"))}
	if err := wrong.Err(); err != nil {
		return e, o, err
	}
	o.Listing = catalog.Listing{List: catalog.ListItems, Items: found, Most: export.MostRows}
	return view.ExportOfSearch(v.texts, v.asked("q")), o, nil
}

// asking shows what a file of a list can have.
func asking(read exported) func(*visit) error {
	return func(v *visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		return v.exporting(http.StatusOK, e, o, view.Form{Values: map[string]string{"format": v.asked("format")}})
	}
}

// exporting is the page that asks. A list that nobody would wait for is made by a job, if
// there is where to keep it.
func (v *visit) exporting(status int, e view.Export, o export.Order, form view.Form) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	counted := o
	counted.Format = ""
	offer, err := counted.Large().Offer(v.Context(), reader)
	if err != nil {
		return err
	}
	asked := v.fileAsked()
	e.Rows, e.Form, e.Columns = offer.Rows, form, ordered(v.texts.Locale, asked, offer)
	e.Labels, e.Mark = asked.Get("labels") != "", asked.Get("bom") != ""
	if e.Large = offer.Rows > export.MostRows; e.Large && !v.web.attachments.Ready() {
		e.TooMany = v.texts.Wrong("The list has more than %d rows. Narrow it down.", []any{export.MostRows})
	}
	f, err := v.frame("", e.Current)
	if err != nil {
		return err
	}
	f.Title = f.T("export.title", "name", e.Name)
	return v.render(status, view.Exporting(f, e))
}

// fileAsked tells how the file should be. It is sent if a job makes it, otherwise it is in the
// address.
func (v *visit) fileAsked() url.Values {
	if v.Method == http.MethodPost {
		_ = v.ParseForm() // what cannot be read is absent
		return v.PostForm
	}
	return v.URL.Query()
}

// ordered are the columns in the order that was asked for, the chosen ones marked.
func ordered(locale string, asked url.Values, offer export.Offer) (all []view.ExportColumn) {
	chosen := asked["col"]
	if !asked.Has("order") {
		chosen = offer.Usual
	}
	for _, c := range offer.Columns {
		all = append(all, view.ExportColumn{Key: c.Key, Label: c.Label(locale), Chosen: slices.Contains(chosen, c.Key)})
	}
	place := func(c view.ExportColumn) int {
		if i := slices.Index(asked["order"], c.Key); i >= 0 {
			return i
		}
		return len(asked["order"])
	}
	slices.SortStableFunc(all, func(a, b view.ExportColumn) int { return place(a) - place(b) })
	for name, step := range map[string]int{"up": -1, "down": 1} {
		i := slices.IndexFunc(all, func(c view.ExportColumn) bool { return c.Key == asked.Get(name) })
		if to := i + step; i >= 0 && to >= 0 && to < len(all) {
			all[i], all[to] = all[to], all[i]
		}
	}
	return all
}

// sending answers with the file. It is complete before the first byte.
func sending(read exported) func(*visit) error {
	return func(v *visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		reader, err := v.reader()
		if err != nil {
			return err
		}
		v.orderFile(&o)
		made, err := v.web.lists.Make(v.Context(), reader, o)
		var refused *fault.Invalid
		switch {
		case errors.As(err, &refused) && refused.Fields[0].Name == "rows": // it has grown meanwhile
			return v.redirect(e.Path + "?" + v.URL.RawQuery)
		case err != nil:
			return err
		}
		defer made.Close()
		v.mayTake(2 * uploadTimeout)
		h := v.out.Header()
		h.Set("Content-Type", made.MediaType)
		h.Set("Content-Disposition", attachment.Disposition(o.Name(time.Now().UTC()), false))
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		_, _ = io.Copy(v.out, made) // the browser may be gone
		return nil
	}
}

// orderFile reads how the file should be: of the columns those that are ticked, in their order.
func (v *visit) orderFile(o *export.Order) {
	asked := v.fileAsked()
	o.Format, o.Locale = cmp.Or(plain(asked.Get("format")), "csv"), v.texts.Locale
	o.Labels, o.Mark = plain(asked.Get("labels")) != "", plain(asked.Get("bom")) != ""
	o.Columns = plain(strings.Join(slices.DeleteFunc(slices.Clone(asked["order"]), func(key string) bool { return !slices.Contains(asked["col"], key) }), ","))
}

// ordering has a job make the file, and leads to where it will be.
func ordering(read exported) func(*visit) error {
	return func(v *visit) error {
		e, o, err := read(v)
		if err != nil {
			return err
		}
		v.orderFile(&o)
		err = orderList(v, e, o)
		return v.answer(err, func(form view.Form) error {
			if form.Wrong("format") == nil {
				form.Message = v.wrong(form.Invalid)
			}
			return v.exporting(http.StatusUnprocessableEntity, e, o, form)
		}, func() error { return v.redirect("/exports") })
	}
}

func orderList(v *visit, e view.Export, o export.Order) error {
	if err := o.Check(); err != nil {
		return err
	}
	if err := v.web.attachments.Required(); err != nil {
		return err
	}
	reader, err := v.reader()
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
		_, err := exchange.CreateExport(v.Context(), change, in, v.web.attachments.Quota())
		return err
	})
}

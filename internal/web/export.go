package web

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/web/view"
)

// exports are lists as files: what they should have, and the files.
var exports = []page{
	show("GET /collections/{collection}/export", "GET /api/export-columns", asking((*Web).collectionToExport)),
	show("GET /collections/{collection}/export/file", "GET /api/collections/{collection}/export", sending((*Web).collectionToExport)),
	show("GET /locations/{location}/export", "GET /api/export-columns", asking((*Web).locationToExport)),
	show("GET /locations/{location}/export/file", "GET /api/copies/export", sending((*Web).locationToExport)),
	show("GET /locations/none/export", "GET /api/export-columns", asking((*Web).nowhereToExport)),
	show("GET /locations/none/export/file", "GET /api/copies/export", sending((*Web).nowhereToExport)),
	show("GET /search/export", "GET /api/export-columns", asking((*Web).searchToExport)),
	show("GET /search/export/file", "GET /api/items/export", sending((*Web).searchToExport)),
}

// ShareLists lets the pages and the API together write no more lists than one of them may.
func (w *Web) ShareLists(lists *export.Lists) { w.lists = lists }

// exported reads which list the address names, and how its file should be.
type exported func(*Web, *visit) (view.Export, export.Order, error)

// collectionToExport is what a collection shows: the same filters, and its order if one was
// asked for.
func (w *Web) collectionToExport(v *visit) (e view.Export, o export.Order, err error) {
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

func (w *Web) locationToExport(v *visit) (e view.Export, o export.Order, err error) {
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
func (w *Web) nowhereToExport(v *visit) (e view.Export, o export.Order, err error) {
	o.Listing = catalog.Listing{List: catalog.ListCopies, Copies: catalog.CopyFilter{Nowhere: true}, Most: export.MostRows}
	return view.ExportOfNowhere(v.texts), o, nil
}

// searchToExport is the items that a search finds; without words all of them.
func (w *Web) searchToExport(v *visit) (e view.Export, o export.Order, err error) {
	var wrong fault.Invalid
	found := catalog.ItemFilter{Search: catalog.NewSearch(&wrong, "q", v.asked("q"))}
	if err := wrong.Err(); err != nil {
		return e, o, err
	}
	o.Listing = catalog.Listing{List: catalog.ListItems, Items: found, Most: export.MostRows}
	return view.ExportOfSearch(v.texts, v.asked("q")), o, nil
}

// asking shows what a file of a list can have.
func asking(read exported) func(*Web, *visit) error {
	return func(w *Web, v *visit) error {
		e, o, err := read(w, v)
		if err != nil {
			return err
		}
		reader, err := v.reader()
		if err != nil {
			return err
		}
		offer, err := o.Offer(v.Context(), reader)
		var refused *fault.Invalid
		switch {
		case errors.As(err, &refused) && refused.Fields[0].Name == "rows":
			e.TooMany = v.texts.Wrong(refused.Fields[0].Messages[0].Rule, refused.Fields[0].Messages[0].Args)
		case err != nil:
			return err
		}
		e.Rows, e.Form = offer.Rows, view.Form{Values: map[string]string{"format": v.asked("format")}}
		e.Labels, e.Mark = v.asked("labels") != "", v.asked("bom") != ""
		e.Columns = v.ordered(offer)
		f, err := v.frame("", e.Current)
		if err != nil {
			return err
		}
		f.Title = f.T("export.title", "name", e.Name)
		return v.render(http.StatusOK, view.Exporting(f, e))
	}
}

// ordered are the columns in the order of the address, the chosen ones marked.
func (v *visit) ordered(offer export.Offer) (all []view.ExportColumn) {
	query := v.URL.Query()
	chosen := query["col"]
	if !query.Has("order") {
		chosen = offer.Usual
	}
	for _, c := range offer.Columns {
		all = append(all, view.ExportColumn{Key: c.Key, Label: c.Label(v.texts.Locale), Chosen: slices.Contains(chosen, c.Key)})
	}
	place := func(c view.ExportColumn) int {
		if i := slices.Index(query["order"], c.Key); i >= 0 {
			return i
		}
		return len(query["order"])
	}
	slices.SortStableFunc(all, func(a, b view.ExportColumn) int { return place(a) - place(b) })
	for name, step := range map[string]int{"up": -1, "down": 1} {
		i := slices.IndexFunc(all, func(c view.ExportColumn) bool { return c.Key == query.Get(name) })
		if to := i + step; i >= 0 && to >= 0 && to < len(all) {
			all[i], all[to] = all[to], all[i]
		}
	}
	return all
}

// sending answers with the file. It is complete before the first byte.
func sending(read exported) func(*Web, *visit) error {
	return func(w *Web, v *visit) error {
		_, o, err := read(w, v)
		if err != nil {
			return err
		}
		reader, err := v.reader()
		if err != nil {
			return err
		}
		o.Format, o.Columns, o.Locale = v.asked("format"), v.columnsAsked(), v.texts.Locale
		o.Labels, o.Mark = v.asked("labels") != "", v.asked("bom") != ""
		if o.Format == "" {
			o.Format = "csv"
		}
		made, err := w.lists.Make(v.Context(), reader, o)
		if err != nil {
			return err
		}
		defer made.Close()
		v.mayTake(2 * uploadTimeout)
		h := v.out.Header()
		h.Set("Content-Type", made.MediaType)
		h.Set("Content-Disposition", attachment.Disposition("vitrine-"+o.List+"-"+time.Now().UTC().Format(time.DateOnly)+"."+o.Format, false))
		h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
		_, _ = io.Copy(v.out, made) // the browser may be gone
		return nil
	}
}

// columnsAsked are those that are ticked, in their order.
func (v *visit) columnsAsked() string {
	query := v.URL.Query()
	return strings.Join(slices.DeleteFunc(slices.Clone(query["order"]), func(key string) bool { return !slices.Contains(query["col"], key) }), ",")
}

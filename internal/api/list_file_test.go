package api

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	table "vitrine/internal/tabular/own"
)

// lines are those of a csv.
func lines(t *testing.T, r response) [][]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(r.Want(t, http.StatusOK).Content)).ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, r.Content)
	}
	return all
}

// column is one of a csv, by its header.
func column(t *testing.T, all [][]string, key string) (cells []string) {
	t.Helper()
	i := slices.Index(all[0], key)
	if i < 0 {
		t.Fatalf("no column %s in %q", key, all[0])
	}
	for _, line := range all[1:] {
		cells = append(cells, line[i])
	}
	return cells
}

// A list has a row for each object, in its order, with its filters and its view.
func TestExportLists(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	p := w.Join(t, "viewer")
	shelf := w.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private"})
	item := func(name string, copies int) string {
		id := w.Make(t, "/api/collections/"+shelf+"/items", M{"name": name})
		for i := range copies {
			w.Make(t, "/api/items/"+id+"/copies", M{"identifier": fmt.Sprint(name, i), "status": []string{"owned", "sold"}[i%2]})
		}
		return id
	}
	item("Two", 2)
	one := item("One", 1)
	item("None", 0)
	names := func(path string) string {
		t.Helper()
		return strings.Join(column(t, lines(t, p.Send(t, "GET", path, nil)), "item_name"), " ")
	}
	view := p.Make(t, "/api/views", M{"name": "Sold", "resource": "copies", "query": "status=sold&collection_id=" + shelf})
	for path, want := range map[string]string{
		"/api/collections/" + shelf + "/export?sort=name":                         "None One Two Two",
		"/api/collections/" + shelf + "/export?sort=-name":                        "Two Two One None",
		"/api/collections/" + shelf + "/export?has_copies=true&sort=created_at":   "Two Two One",
		"/api/collections/" + shelf + "/export?q=on&sort=name":                    "One",
		"/api/items/export?sort=name&collection_id=" + shelf:                      "None One Two",
		"/api/copies/export?sort=created_at&collection_id=" + shelf:               "Two Two One",
		"/api/copies/export?sort=-acquired_at&status=sold&collection_id=" + shelf: "Two",
		"/api/copies/export?view=" + view:                                         "Two",
		"/api/items/export?collection_id=999999999":                               "",
	} {
		if got := names(path); got != want {
			t.Errorf("%s has %q, want %q", path, got, want)
		}
	}
	all := lines(t, p.Send(t, "GET", "/api/copies/export", nil))
	places := column(t, all, "item_uuid")
	for i, uuid := range column(t, all, "copy_uuid") {
		places[i] += uuid
	}
	if len(places) < 3 || !slices.IsSorted(places) {
		t.Errorf("the default order is %q", places)
	}
	got := lines(t, p.Send(t, "GET", "/api/copies/export?columns=item_id,photos,identifier,%20item_name&collection_id="+shelf+"&q=One", nil))
	if want := [][]string{{"item_id", "photos", "identifier", "item_name"}, {one, "0", "One0", "One"}}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the columns asked for are %q, want %q", got, want)
	}
}

func TestExportRefuses(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	mine := w.Make(t, "/api/views", M{"name": "Mine", "resource": "copies", "query": "status=sold"})
	items := w.Make(t, "/api/views", M{"name": "Items", "resource": "items", "query": "wanted=true"})
	for query, field := range map[string]string{
		"format=pdf": "format", "columns=nonsense": "columns", "columns=item_key": "columns", "columns=item_name,item_name": "columns", "labels=x": "labels",
		"status=x": "status", "view=" + items: "view", "view=x": "view", "view=999999999": "view",
	} {
		if r := w.Send(t, "GET", "/api/copies/export?"+query, nil).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors."+field) == nil {
			t.Errorf("%s is refused otherwise: %s", query, r.Content)
		}
	}
	other := w.Join(t, "editor")
	other.Send(t, "GET", "/api/copies/export?view="+mine, nil).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "GET", "/api/items/export?columns=identifier", nil).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "GET", "/api/collections/999999999/export?format=pdf", nil).Want(t, http.StatusNotFound)
	w.Send(t, "GET", "/api/export-columns?list=loans", nil).Want(t, http.StatusUnprocessableEntity)
}

// A view may filter by a field that is gone: nothing matches then.
func TestExportByAViewOfWhatIsGone(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	field := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), M{"name": "Year", "field_type": "number"})
	view := w.Make(t, "/api/views", M{"name": "Old", "resource": "items", "query": w.Fill("collection_type_id={collectionType}&custom_fields[") + field + "]=1936"})
	w.Send(t, "DELETE", w.Fill("/api/collection-types/{collectionType}/custom-fields/")+field, nil).Want(t, http.StatusNoContent)
	if got := lines(t, w.Send(t, "GET", "/api/items/export?view="+view, nil)); len(got) != 1 || !slices.Contains(got[0], "item_name") {
		t.Errorf("the list is %q", got)
	}
}

// A key that is limited to collections gets the lists of these, and no columns of others.
func TestExportByALimitedKey(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	mine := w.Make(t, "/api/collections", M{"name": "Mine", "visibility": "private"})
	item := w.Make(t, "/api/collections/"+mine+"/items", M{"name": "Ours"})
	w.Make(t, "/api/items/"+item+"/copies", M{})
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{mine}})
	for _, path := range []string{"/api/items/export", "/api/copies/export", "/api/collections/" + mine + "/export"} {
		if got := column(t, lines(t, key.Send(t, "GET", path, nil)), "item_name"); !slices.Equal(got, []string{"Ours"}) {
			t.Errorf("%s has %q", path, got)
		}
	}
	key.Send(t, "GET", w.Fill("/api/collections/{collection}/export"), nil).Want(t, http.StatusNotFound)
	key.Send(t, "GET", "/api/export-columns?list=items", nil).Want(t, http.StatusNotFound)
}

// hostileText is one of what is hard to write in a table.
func hostileText(r *rand.Rand) string {
	pieces := []string{"=cmd|", "'", "''=1", "=", "+", "-1", "@", "\x01", "_x0041_", `\`, "; ", " > ", ">", "/", "#2", ",", `"`, "\n", "a", "Ü", "日本", "📚"}
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	if s := strings.TrimSpace(b.String()); s != "" {
		return s
	}
	return "x"
}

// Lists in each format equal their objects: texts of any kind, two fields and two locations of the
// same name.
func TestExportSaysWhatIsThere(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d", seed)
	line := func() string { return strings.ReplaceAll(hostileText(r), "\n", " ") }
	shelf := w.Make(t, "/api/collections", M{"name": line(), "visibility": "private", "currency": "JPY"})
	kind, field := w.Make(t, "/api/collection-types", M{"name": line()}), line()
	first := w.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": field, "field_type": "text"})
	second := w.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": field, "field_type": "number"})
	w.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", M{"collection_ids": []string{shelf}}).Want(t, http.StatusOK)
	house := line()
	top := w.Make(t, "/api/locations", M{"name": house})
	rooms := []string{w.Make(t, "/api/locations", M{"name": "Room", "parent_id": top}), w.Make(t, "/api/locations", M{"name": "Room"})}
	var want [][]string
	for i := range 12 {
		name, value, note := line(), hostileText(r), hostileText(r)
		item := w.Make(t, "/api/collections/"+shelf+"/items", M{"name": name, "collection_type_id": kind, "custom_fields": M{first: value, second: -i}})
		var tags []string
		for len(tags) < i%4 {
			tag := w.Send(t, "POST", "/api/items/"+item+"/tags", M{"name": fmt.Sprint(line(), len(tags))}).Attributes(t)["name"].(string)
			tags = append(tags, tag)
		}
		slices.Sort(tags)
		w.Make(t, "/api/items/"+item+"/copies", M{"identifier": strconv.Itoa(i), "note": note, "location_id": rooms[i%2], "quantity": i + 1, "estimated_value": 1250})
		place := []string{house, "Room"}[i%2:]
		want = append(want, []string{strconv.Itoa(i), name, value, fmt.Sprint(-i), note, fmt.Sprint(place), fmt.Sprint(tags), strconv.Itoa(i + 1), "1250"})
	}
	names := w.Send(t, "GET", "/api/collection-types/"+kind, nil).Attributes(t)["name"].(string)
	field = w.Send(t, "GET", "/api/collection-types/"+kind+"/custom-fields/"+first, nil).Attributes(t)["name"].(string)
	keys := []string{"identifier", "item_name", table.Field{Kind: "text", Type: names, Name: field, Nth: 1}.Header(), table.Field{Kind: "number", Type: names, Name: field, Nth: 2}.Header(),
		"note", "location", "tags", "quantity", "value"}
	path := "/api/copies/export?collection_id=" + shelf + "&sort=created_at&columns=" + url.QueryEscape(strings.Join(keys, ",")) + "&format="
	for format, got := range map[string][][]string{
		"csv":  unguarded(lines(t, w.Send(t, "GET", path+"csv", nil))),
		"xlsx": unguarded(sheet(t, w.Send(t, "GET", path+"xlsx", nil), len(keys))),
		"json": jsonRows(t, w.Send(t, "GET", path+"json", nil), keys),
	} {
		if !slices.Equal(got[0], keys) || len(got) != len(want)+1 {
			t.Fatalf("%s has the columns %q and %d rows, want %q and %d", format, got[0], len(got)-1, keys, len(want))
		}
		for i, row := range got[1:] {
			row[5], row[6] = fmt.Sprint(table.SplitPath(row[5])), fmt.Sprint(table.SplitList(row[6]))
			if !slices.Equal(row, want[i]) {
				t.Errorf("%s has %q, want %q", format, row, want[i])
			}
		}
	}
}

func unguarded(rows [][]string) [][]string {
	for _, row := range rows[1:] {
		for i, s := range row {
			if i != 3 { // the only column of numbers that may be negative
				row[i] = table.Unguard(s)
			}
		}
	}
	return rows
}

func jsonRows(t *testing.T, r response, keys []string) [][]string {
	t.Helper()
	all := [][]string{nil}
	for _, c := range r.Want(t, http.StatusOK).Dig(t, "columns").([]any) {
		all[0] = append(all[0], c.(M)["key"].(string))
	}
	for _, o := range r.Dig(t, "rows").([]any) {
		row := make([]string, len(keys))
		for i, key := range keys {
			if v := o.(M)[key]; v != nil {
				row[i] = fmt.Sprint(v)
			}
		}
		all = append(all, row)
	}
	return all
}

var escapes = regexp.MustCompile(`_x[0-9A-F]{4}_`)

func sheet(t *testing.T, r response, width int) (all [][]string) {
	t.Helper()
	content := r.Want(t, http.StatusOK).Content
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	from, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	var rows struct {
		Rows []struct {
			Cells []struct {
				R string `xml:"r,attr"`
				V string `xml:"v"`
				T string `xml:"is>t"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	if err := xml.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows.Rows {
		cells := make([]string, width)
		for _, c := range row.Cells {
			cells[c.R[0]-'A'] = c.V + escapes.ReplaceAllStringFunc(c.T, func(e string) string {
				n, _ := strconv.ParseUint(e[2:6], 16, 16)
				return string(rune(n))
			})
		}
		all = append(all, cells)
	}
	return all
}

package web

import (
	"bytes"
	"context"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/jobs"
)

// importSite is a site that works on imports.
func importSite(t *testing.T) *site {
	t.Helper()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	with := apitest.Settings{Files: store}
	s := newSite(t, with)
	workers, err := jobs.Start(context.WithoutCancel(t.Context()), s.DB, jobs.Options{Log: slog.New(slog.DiscardHandler), Files: s.pages.Attachments})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = workers.Close(context.Background()) })
	return s
}

// chosen sends the form with a file.
func (b *browser) chosen(name, content string, fields url.Values) seen {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", name)
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = file.Write([]byte(content)) // to memory
	for field, values := range fields {
		_ = form.WriteField(field, values[0])
	}
	_ = form.Close()
	return b.sendBody("POST", "/imports", &body, "Content-Type", form.FormDataContentType())
}

// settled waits until no job works on an import, and shows its page.
func (b *browser) settled(path string) seen {
	b.t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(50 * time.Millisecond) {
		if page := b.get(path); !strings.Contains(page.body, `id="progress"`) {
			return page
		}
	}
	b.t.Fatal("the import does not end")
	return seen{}
}

// mapping is the unchanged form of columns.
func (s seen) mapping() url.Values {
	form := url.Values{}
	page := s.body[strings.Index(s.body, `class="mapped"`):]
	for page != "" {
		next := strings.Index(page, ` name="`)
		if next < 0 {
			break
		}
		page = page[next+len(` name="`):]
		name, rest, _ := strings.Cut(page, `"`)
		tag, _, _ := strings.Cut(rest, ">")
		value := ""
		if at := strings.Index(tag, `value="`); at >= 0 {
			value, _, _ = strings.Cut(tag[at+len(`value="`):], `"`)
		} else if whole, _, isSelect := strings.Cut(rest, "</select>"); isSelect && (name == "to" || name == "format" || name == "kind" || name == "type" || name == "match" || name == "empty" || name == "partial_dates") {
			for _, option := range strings.Split(whole, "<option value=\"")[1:] {
				if got, after, _ := strings.Cut(option, `"`); strings.HasPrefix(after, " selected") {
					value = strings.ReplaceAll(got, "&#34;", `"`)
				}
			}
		}
		form.Add(name, value)
	}
	return form
}

const shelved = "Name,Purchase date,Price,Artist\nKind of Blue,2020-01-02,12.50,Miles Davis\nBlue,2020-01-03,=twelve,Joni Mitchell\nMoanin,2020-01-04,9.00,Art Blakey\n"

// A spreadsheet is imported by confirming three steps, skipping a row with a problem. Reverting
// restores everything.
func TestSpreadsheetToShelf(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	b.get("/imports").want(t, http.StatusOK, `type="file"`, "Plain spreadsheet", "A new collection")
	made := b.chosen("records.csv", shelved, url.Values{"collection_id": {""}, "collection": {"Records"}})
	path := made.Header.Get("Location")
	if made.StatusCode != http.StatusSeeOther || !strings.HasPrefix(path, "/imports/") {
		t.Fatalf("status %d to %q: %s", made.StatusCode, path, made.body)
	}
	b.settled(path).want(t, http.StatusOK, "Does this look right?", "Kind of Blue", path+"/mapping", "Into the new collection Records")
	b.get(path+"/look?delimiter=semicolon").want(t, http.StatusOK, "Kind of Blue,2020-01-02", path+"/mapping?delimiter=semicolon")
	columns := b.get(path+"/mapping").want(t, http.StatusOK, "What are the columns?", `value="item_name" selected`, `value="purchase_price" selected`, `value="field:Artist" selected`, "1 new field")
	b.post(path+"/mapping", columns.mapping()).leadsTo(t, path)
	plan := b.settled(path).want(t, http.StatusOK, "What would change", "Nothing is written yet.", ">C3<", "=twelve", "Write it as 12.50", "This is no amount.", "Import 2 rows", `name="skip_errors"`)
	if strings.Contains(plan.body, "Open the collection") {
		t.Error("a plan leads to a collection")
	}
	b.get(path+"?action=error").want(t, http.StatusOK, ">C3<")
	b.get(path+"?action=nothing").want(t, http.StatusUnprocessableEntity)
	if report := b.get(path+"/report").want(t, http.StatusOK).body; !strings.HasPrefix(report, "row,line,action") || !strings.Contains(report, "bad_money") || !strings.Contains(report, ",'=twelve,") {
		t.Errorf("the report is %q", report)
	}
	b.post(path+"/apply", url.Values{"plan": {"1"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	b.post(path+"/apply", url.Values{"plan": {"1"}, "skip_errors": {"true"}}).leadsTo(t, path)
	b.settled(path).want(t, http.StatusOK, "The import is done", "2 rows are in Records now.", "Open the collection", path+"/revert", "Until ")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from items`); n != 2 {
		t.Fatalf("%d items", n)
	}
	b.get(path+"/revert").want(t, http.StatusOK, "Take the import back?", "2 items")
	b.post(path+"/revert", url.Values{}).leadsTo(t, path)
	b.settled(path).want(t, http.StatusOK, "The import is taken back")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from items`); n != 0 {
		t.Errorf("%d items are left", n)
	}
	b.get("/imports").want(t, http.StatusOK, "records.csv", "Taken back")
	b.post(path+"/cancel", url.Values{}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
}

// A column gets another target; an invalid one is reported beside it.
func TestColumnsAreChosen(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	owner := s.Owner(t)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Coins", "visibility": "private"})
	b := s.signedIn(t, owner)
	b.get("/collections/"+shelf).want(t, http.StatusOK, "/imports?collection="+shelf)
	b.get("/imports?collection="+shelf).want(t, http.StatusOK, `<option value="`+shelf+`" selected>`)
	path := b.chosen("coins.csv", "Name;Day\nThaler;01/02/2020\nDucat;03/04/2020\n", url.Values{"collection_id": {shelf}}).Header.Get("Location")
	b.settled(path).want(t, http.StatusOK, "Into Coins")
	columns := b.get(path+"/mapping").want(t, http.StatusOK, "No cell tells whether the day or the month comes first.").mapping()
	twice := url.Values{"column": {"1", "2"}, "to": {"item_name", "item_name"}}
	b.post(path+"/mapping", twice).want(t, http.StatusUnprocessableEntity, "Another column goes here already.")
	b.post(path+"/mapping", url.Values{"column": {"1"}, "to": {"note"}}).want(t, http.StatusUnprocessableEntity, "Choose which column is the name of the item.")
	columns["to"] = []string{"item_name", "acquired_at"}
	columns["format"] = []string{"", "D/M/Y"}
	b.post(path+"/mapping", columns).leadsTo(t, path)
	b.settled(path).want(t, http.StatusOK, "2020-02-01", "2020-04-03", "Import 2 rows")
	b.post(path+"/cancel", url.Values{}).leadsTo(t, path)
	b.get(path).want(t, http.StatusOK, "The import is cancelled", "Choose another file")
	b.get(path+"/mapping").leadsTo(t, path)
	b.chosen("book.pdf", "%PDF-1.7\n", url.Values{"collection_id": {shelf}})
	b.settled("/imports/2").want(t, http.StatusOK, "The file cannot be read", "save it as XLSX or CSV")
	b.post("/imports", url.Values{}).want(t, http.StatusUnprocessableEntity, "Please choose a file.")
	b.post("/imports", url.Values{"sample": {"../x"}}).want(t, http.StatusNotFound)
	b.post("/imports", url.Values{"sample": {"plain.csv"}}).leadsTo(t, "/imports/3")
	b.settled("/imports/3").want(t, http.StatusOK, "Blue glazed vase", "Into the new collection Plain spreadsheet")
}

// Viewers cannot import, and imports of other accounts are hidden.
func TestViewersSeeNoImports(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Join(t, identity.Viewer))
	for _, path := range []string{"/", "/collections", w.Fill("/collections/{collection}")} {
		if page := b.get(path).want(t, http.StatusOK); strings.Contains(page.body, "/imports") {
			t.Errorf("%s leads a viewer to imports", path)
		}
	}
	b.get("/imports").want(t, http.StatusNotFound)
	s.signedIn(t, s.Owner(t)).get(w.Fill("/imports/{import}")).want(t, http.StatusNotFound)
}

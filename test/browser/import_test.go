package browser

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

const (
	shelfOfRecords = "Name,Purchase date,Price,Artist,Location\nKind of Blue,2020-01-02,12.50,Miles Davis,House > Study\nBlue,2020-01-03,twelve,Joni Mitchell,House > Study\nMoanin,2020-01-04,9.00,Art Blakey,House\n"
	noTable        = "Name,Note\n\"never closed,x\n"
)

// settles waits until nobody works on an import, and requires its state.
func settles(t *testing.T, p *apitest.Person, id, state string) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(100 * time.Millisecond) {
		got := p.Send(t, "GET", "/api/imports/"+id, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.state")
		if slices.Contains([]string{"reading", "planning", "applying", "reverting"}, got.(string)) {
			continue
		}
		wants(t, "the state of the import", got.(string), state)
		return
	}
	t.Fatal("the import does not end")
}

// importsInEachState are imports at each of their steps, with the one that is written last.
func importsInEachState(t *testing.T, s *site, w *apitest.World) map[string]string {
	t.Helper()
	all := map[string]string{"uploading": w.IDs["import"]}
	send := func(state, content string) string {
		all[state] = w.SendForm(t, "/api/imports", "records.csv", []byte(content), apitest.M{"collection_id": w.IDs["collection"]}).Want(t, http.StatusCreated).ID(t)
		if state == "failed" {
			settles(t, w.Person, all[state], "failed")
		} else {
			settles(t, w.Person, all[state], "ready")
		}
		return "/api/imports/" + all[state]
	}
	plan := func(state string) string {
		path := send(state, shelfOfRecords)
		w.Send(t, "PUT", path+"/mapping", apitest.M{}).Want(t, http.StatusOK)
		settles(t, w.Person, all[state], "planned")
		return path
	}
	send("failed", noTable)
	send("ready", shelfOfRecords)
	w.Send(t, "POST", send("cancelled", shelfOfRecords)+"/cancel", nil).Want(t, http.StatusOK)
	for _, state := range []string{"reverted", "applied"} {
		path := plan(state)
		w.Send(t, "POST", path+"/apply", apitest.M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
		settles(t, w.Person, all[state], "applied")
		if state == "reverted" {
			w.Send(t, "POST", path+"/revert", nil).Want(t, http.StatusOK)
			settles(t, w.Person, all[state], "reverted")
		}
	}
	plan("planned")
	plan("stopped")
	apitest.Exec(t, s.Harness, `update imports set state = 'applying' where id = `+all["stopped"])
	w.Send(t, "POST", "/api/imports/"+all["stopped"]+"/cancel", nil).Want(t, http.StatusOK)
	plan("applying")
	apitest.Exec(t, s.Harness, `update imports set state = 'applying', progress = '{"phase": "applying", "unit": "rows", "done": 1500, "total": 5000, "percent": 30, "per_second": 250, "remaining_seconds": 14}' where id = `+all["applying"])
	return all
}

// importPages are the addresses of a pattern: that of an import is one for each state.
func importPages(pattern string, imports map[string]string) (paths []string) {
	for _, state := range []string{"uploading", "ready", "planned", "applying", "stopped", "applied", "reverted", "failed", "cancelled"} {
		step := strings.TrimPrefix(pattern, "/imports/{import}")
		shows := step == "" || (step == "/look" || step == "/mapping") && state == "ready" || step == "/revert" && state == "applied"
		if shows {
			paths = append(paths, strings.ReplaceAll(pattern, "{import}", imports[state]))
		}
	}
	return paths
}

func tableFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// reads chooses a file for a new collection and waits for its first rows.
func (b *tab) reads(file, collection string) {
	b.t.Helper()
	b.visit("/imports")
	b.do(chromedp.SetUploadFiles(`[name=file]`, []string{file}))
	b.fill("collection", collection)
	b.do(chromedp.Click(`form[enctype] .pri`), chromedp.WaitVisible(`.peekrows`))
}

// Somebody new brings a spreadsheet: says yes to what was read and to its columns, sees what
// would change, leaves a row out, and finds the rest on the shelf. The pages go on by themselves.
func TestSpreadsheetToShelf(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(t, s.Owner(t))
	b.visit("/")
	b.send(`main a[href="/imports"]`, http.StatusOK, "/imports")
	b.check("imports")
	b.reads(tableFile(t, "records.csv", shelfOfRecords), "Records")
	b.shows("Does this look right?", "Kind of Blue")
	b.check("import-look")
	b.send(`.go .pri`, http.StatusOK, "/imports/1/mapping")
	b.check("import-map")
	b.do(chromedp.Click(`.go .pri`), chromedp.WaitVisible(`.cnt`))
	b.shows("What would change", "Nothing is written yet.", "C3", "twelve", "Write it as 12.50")
	b.check("import-plan")
	b.do(chromedp.Click(`[name=skip_errors]`), chromedp.Click(`.dock .pri`), chromedp.WaitVisible(`.dock a[href^="/collections/"]`))
	b.shows("The import is done", "2 rows are in Records now.")
	b.check("import-report")
	b.send(`.dock a[href^="/collections/"]`, http.StatusOK, evaluate[string](b, `document.querySelector('.dock a[href^="/collections/"]').pathname`))
	b.shows("Kind of Blue", "Moanin")
}

// The wrong file is taken back on a phone without scripts: what somebody changed since stays,
// and the page says so.
func TestTheWrongFileIsTakenBack(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	b := s.open(t, false)
	b.look(looks[2])
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.reads(tableFile(t, "wrong.csv", "Name,Note\nOne,a\nTwo,b\nThree,c\n"), "Wrong")
	b.send(`.go .pri`, http.StatusOK, "/imports/1/mapping")
	b.do(chromedp.Click(`.go .pri`), chromedp.WaitVisible(`.cnt`), chromedp.Click(`.dock .pri`), chromedp.WaitVisible(`.dock a[href$="/revert"]`))
	item := p.Send(t, "GET", "/api/items?q=two", nil).Want(t, http.StatusOK).Dig(t, "data.0.id").(string)
	p.Send(t, "PATCH", "/api/items/"+item, apitest.M{"description": "A keeper"}).Want(t, http.StatusOK)
	b.send(`.dock a[href$="/revert"]`, http.StatusOK, "/imports/1/revert")
	b.shows("What goes", "3 items", "What stays")
	b.do(chromedp.Click(`form[action$="/revert"] .dgr`), chromedp.WaitVisible(`.dock a[href="/trash"]`))
	b.shows("The import is taken back", "1 row was left as it is", "Two")
	wants(t, "the number of items that are left", apitest.Scalar[string](t, s.Harness, `select count(*)::text from items`), "1")
}

// Bad cells are corrected in the plan on a phone without scripts, those that say the same in one
// step; a correction can be taken back.
func TestBadCellsAreCorrected(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	b := s.open(t, false)
	b.look(looks[2])
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.reads(tableFile(t, "prices.csv", "Name,Purchase date,Price\nBlue,2020-01-02,?\nMoanin,2020-01-03,9.00\nTea,2020-01-04,?\nGiant Steps,soon,7.00\n"), "Records")
	b.send(`.go .pri`, http.StatusOK, "/imports/1/mapping")
	b.do(chromedp.Click(`.go .pri`), chromedp.WaitVisible(`.mend`))
	b.shows("3 rows need a look", "Also in 1 other row that says the same")
	b.fill("to.2.3", "8.25", "to.5.2", "2020-03-01")
	b.do(chromedp.Click(`[name="all.2.3"]`), chromedp.Click(`.mend .btn`), chromedp.WaitVisible(`.mended`))
	b.shows("2 corrections", "Import 4 rows")
	b.check("import-corrected")
	b.do(chromedp.Click(`.mended [value="1"]`), chromedp.WaitVisible(`.mend`))
	b.shows("1 correction", "1 row needs a look")
	b.check("import-correct")
	b.fill("to.5.2", "")
	b.do(chromedp.Click(`.mend .btn`), chromedp.WaitVisible(`.mended [value="1"]`))
	wants(t, "the corrections", apitest.Scalar[string](t, s.Harness, `select jsonb_array_length(mapping -> 'corrections')::text from imports`), "2")
}

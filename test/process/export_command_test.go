package process

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/portable"
	"vitrine/internal/testkind"
)

// Every kind of export arrives whole under its name, and nothing is overwritten unasked.
func TestExportCommandFetchesEveryKind(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.run(t, 0, "Imported", "import", sample("homebox.csv"), "--new", "Home", "--apply")
	type fetched struct {
		File, SHA256 string
		Size         int
		Rows         *int
		Verification string `json:"verification_url"`
	}
	get := func(args ...string) (f fetched) {
		t.Helper()
		said := d.run(t, 0, "", append([]string{"export", "--json"}, args...)...)
		if err := json.Unmarshal([]byte(said.out), &f); err != nil {
			t.Fatalf("%v in %s", err, said.out)
		}
		if content := d.read(t, f.File); sumOf(content) != f.SHA256 || len(content) != f.Size {
			t.Errorf("%v: the file has %d bytes, and it says %+v", args, len(content), f)
		}
		return f
	}
	items := get("items", "--columns", "item_name,tags", "--query", "sort=name")
	if content := d.read(t, items.File); !strings.HasPrefix(content, "item_name,tags\n") || strings.Count(content, "\n") != 13 || *items.Rows != 12 {
		t.Errorf("%s has\n%s", items.File, content)
	}
	if copies := get("copies", "--format", "xlsx", "-o", "copies.xlsx"); copies.File != "copies.xlsx" || !strings.HasPrefix(d.read(t, "copies.xlsx"), "PK") {
		t.Errorf("%+v", copies)
	}
	if get("collection", "home", "--format", "json", "-o", "home.json"); !strings.Contains(d.read(t, "home.json"), `"vitrine-list"`) {
		t.Errorf("home.json has\n%s", d.read(t, "home.json"))
	}
	archive := get("archive", "--without-files")
	d.run(t, 0, fmt.Sprintf("whole: %d parts", len(portable.Parts)-1), "archive", "verify", archive.File) // there are no policies
	d.run(t, 0, "0 new, 0 changed", "import", archive.File)                                               // all of it is there
	pack := get("pack", "--query", "sheets=false&places=true", "-o", "pack.zip")
	if (&client{}).must(t, http.StatusOK, "GET", d.v.url+"/api/verifications/"+pack.Verification[strings.LastIndex(pack.Verification, "/")+1:], nil); len(unzipped(t, d.dir+"/pack.zip")) < 3 {
		t.Error("the pack has few entries")
	}
	if left := scalar[string](t, d.database, `select coalesce(string_agg(kind, ' '), '') from exports`); left != "insurance_pack" {
		t.Errorf("the service keeps %q", left)
	}

	before := d.read(t, "copies.xlsx")
	d.run(t, 2, "copies.xlsx is there already: name another file, or pass --replace", "export", "copies", "-o", "copies.xlsx")
	d.run(t, 2, items.File+" is there already", "export", "items")
	if d.read(t, "copies.xlsx") != before {
		t.Error("a file was overwritten")
	}
	d.run(t, 0, "Wrote copies.xlsx: 12 rows", "export", "copies", "-o", "copies.xlsx", "--replace", "--keep")
	if d.read(t, "copies.xlsx") == before {
		t.Error("the file was not replaced")
	}
	kept := scalar[string](t, d.database, `select id::text from exports where kind = 'list'`)
	d.run(t, 0, "Wrote again.csv: 12 rows", "export", "--resume", kept, "-o", "again.csv")
	if d.read(t, "again.csv") != d.read(t, "copies.xlsx") {
		t.Error("the same export has other bytes")
	}

	reading := d.owner.must(t, http.StatusCreated, "POST", d.v.url+"/api/administration/api", M{"label": "cron", "scopes": []string{"read"}}).text(t, "token")
	(&desk{dir: d.dir, url: d.url, token: reading}).run(t, 0, "Wrote read.csv", "export", "items", "-o", "read.csv")
	for args, says := range map[string]string{
		"export":                             "say what to export",
		"export everything":                  "say what to export",
		"export collection":                  "by its number or name",
		"export items 3":                     "by its number or name",
		"export items --format pdf":          "is no format",
		"export archive --format csv":        "only lists have a format",
		"export archive --query a=b":         "no meaning",
		"export items --without-files":       "is for archives",
		"export items --resume 3":            "fetches what was asked for",
		"export items -o .":                  "is a folder",
		"export items --query a=%zz":         "as in an address",
		"export items --bananas":             "vitrine export --help",
		"export items copies collection all": "vitrine export --help",
	} {
		d.run(t, 2, says, strings.Fields(args)...)
	}
	d.run(t, 1, "the service refuses it", "export", "items", "--columns", "bananas", "-o", "x.csv")
	d.run(t, 1, "no such thing", "export", "--resume", "4711")
	d.run(t, 1, "cannot be opened", "export", "items", "-o", "no/folder/x.csv")
	if names := d.files(t); slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, ".vitrine") || n == "x.csv" }) {
		t.Errorf("something is left behind: %v", names)
	}
}

// A connection that breaks again and again costs nothing but time, and bytes that are not
// those that were made never get a name.
func TestExportCommandSurvivesABrokenLine(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	d.write(t, "books.csv", books(2000, 1900, 0))
	d.run(t, 0, "Imported", "import", "books.csv", "--new", "Books", "--apply")
	line := newLine(t, d.v)
	line.set(-1, 1_000_000, 0)
	torn := &desk{dir: d.dir, url: line.url, token: d.token}
	torn.run(t, 0, "Wrote torn.csv: 2,000 rows", "export", "items", "-o", "torn.csv")
	d.run(t, 0, "Wrote whole.csv: 2,000 rows", "export", "items", "-o", "whole.csv")
	if d.read(t, "torn.csv") != d.read(t, "whole.csv") || len(d.read(t, "torn.csv")) < 3_800_000 {
		t.Errorf("%d bytes came over a line that breaks, %d otherwise", len(d.read(t, "torn.csv")), len(d.read(t, "whole.csv")))
	}
	if line.calls < 4 {
		t.Errorf("the line had only %d connections", line.calls)
	}
	parts := 0
	for _, request := range d.v.log.lines("request") {
		if request["status"] == float64(http.StatusPartialContent) {
			parts++
		}
	}
	if parts < 3 {
		t.Errorf("%d parts were asked for", parts)
	}
	line.set(-1, 0, 1_500_000)
	torn.run(t, 1, "the file does not match its digest", "export", "items", "-o", "false.csv")
	torn.run(t, 1, "the list does not match its digest", "export", "collection", "Books", "-o", "false.csv")
	if names := d.files(t); len(names) != 3 {
		t.Errorf("the folder has %v", names)
	}
}

// An archive that is being made keeps the account from making another. Whoever is interrupted
// fetches it later.
func TestExportCommandIsInterrupted(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := &desk{dir: t.TempDir(), database: pgtest.Migrated(t)}
	files := []string{"VITRINE_FILES=" + t.TempDir()}
	d.v = begin(t, binary, d.database, files, "serve", "--no-worker") // nobody makes it
	d.v.await(t)
	d.owner = newcomer(t, d.v)
	d.url, d.token = d.v.url, d.owner.token
	said := d.interrupt(t, d, func() bool { return d.count(t, "exports") == 1 }, "export", "archive")
	id := scalar[string](t, d.database, `select id::text from exports`)
	if !strings.Contains(said, "vitrine export --resume "+id) {
		t.Errorf("it says %s", said)
	}
	d.run(t, 5, "export "+id+" of the account is being made", "export", "archive")
	d.url = serve(t, d.database, files...).url
	d.run(t, 0, "Wrote all.zip", "export", "--resume", id, "-o", "all.zip")
	d.run(t, 0, fmt.Sprintf("whole: %d parts", len(portable.Parts)-1), "archive", "verify", "all.zip") // there are no policies
}

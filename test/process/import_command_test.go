package process

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// A plan writes nothing, and leaves nothing behind unless it is kept. What is applied can be
// taken back.
func TestImportCommandPlansAppliesAndTakesBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.newCollection(t, "Home")
	before := d.count(t, "logs")
	dry := d.run(t, 0, "Nothing was written", "import", sample("homebox.csv"), "--collection", "home", "--report", "plan.csv")
	if !strings.Contains(dry.out, "homebox.csv, by homebox: 12 rows. 12 new, 0 changed, 0 as they were, 0 skipped, 0 with errors.") || dry.err != "" {
		t.Errorf("%s%s", dry.out, dry.err)
	}
	if state, _ := d.state(t); state != "cancelled" {
		t.Errorf("it is %s", state)
	}
	for _, table := range []string{"items", "copies", "locations", "tags", "collection_types"} {
		if n := d.count(t, table); n != 0 {
			t.Errorf("a plan has made %d %s", n, table)
		}
	}
	if after := d.count(t, "logs"); after != before {
		t.Errorf("a plan has written %d entries into the log", after-before)
	}
	report, err := csv.NewReader(strings.NewReader(d.read(t, "plan.csv"))).ReadAll()
	if err != nil || len(report) < 13 || report[0][0] != "row" {
		t.Errorf("a report of %d lines: %v", len(report), err)
	}
	d.run(t, 2, "plan.csv is there already", "import", sample("homebox.csv"), "--collection", "Home", "--report", "plan.csv")

	d.run(t, 0, "vitrine import --resume", "import", sample("homebox.csv"), "--collection", "Home", "--keep")
	state, id := d.state(t)
	if state != "planned" {
		t.Fatalf("a plan that is kept is %s", state)
	}
	d.run(t, 0, "12 new", "import", "--resume", id)
	d.run(t, 0, "Imported: 12 new, 0 changed, 0 as they were. It is import "+id+".", "import", "--resume", id, "--apply")
	if n := d.count(t, "items"); n != 12 {
		t.Errorf("%d items", n)
	}
	d.run(t, 0, "11 as they were", "import", sample("homebox.csv"), "--collection", "Home") // one row has no key

	var shown struct {
		ID         string
		Attributes struct {
			State  string
			Report struct{ Create int }
		}
	}
	again := d.run(t, 0, "", "import", sample("plain.csv"), "--new", "Plain", "--apply", "--json")
	if err := json.Unmarshal([]byte(again.out), &shown); err != nil || shown.Attributes.State != "applied" || shown.Attributes.Report.Create == 0 || again.err != "" {
		t.Errorf("%v in %s%s", err, again.out, again.err)
	}
	d.run(t, 0, "Taken back: 12 rows", "import", "--revert", id)
	if n := d.count(t, "items"); n != shown.Attributes.Report.Create {
		t.Errorf("%d items, want those of the other import, %d", n, shown.Attributes.Report.Create)
	}
	d.run(t, 1, "", "import", "--revert", id) // it is taken back
	item := scalar[string](t, d.database, `select collection_id || '/items/' || id from items order by id limit 1`)
	d.owner.must(t, http.StatusOK, "PATCH", d.v.url+"/api/collections/"+item, M{"name": "Renamed since"}, "Content-Type", "application/merge-patch+json")
	d.run(t, 4, "1 row was left", "import", "--revert", shown.ID)
}

// Every exit code but those of an interrupt and of a busy account has its reason.
func TestImportCommandSaysHowItEnded(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	three := d.run(t, 3, "9 rows have errors, and nothing was written", "import", sample("bad/values.csv"), "--new", "Bad")
	if !strings.Contains(three.out, `  error: D5, Price: Expected amount, as 12.50, found "twelve". (bad_money)`) {
		t.Error(three.out)
	}
	d.run(t, 3, "so nothing was written", "import", sample("bad/values.csv"), "--new", "Bad", "--apply")
	if n := d.count(t, "items") + d.count(t, "collections"); n != 0 {
		t.Errorf("%d objects were written", n)
	}
	d.run(t, 4, "9 rows were not imported: 9 with errors", "import", sample("bad/values.csv"), "--new", "Bad", "--apply", "--skip-errors")
	if n := d.count(t, "items"); n != 3 {
		t.Errorf("%d items", n)
	}

	d.write(t, "letter.pdf", "%PDF-1.7\n%âãÏÓ\n")
	d.write(t, "empty.csv", "")
	d.write(t, "wrong.json", `{"columns": [{"column": 1, "to": "nothing"}]}`)
	d.write(t, "right.json", `{"columns": [{"column": 1, "to": "item_name"}]}`)
	d.run(t, 1, "letter.pdf cannot be imported", "import", "letter.pdf", "--new", "Papers")
	d.run(t, 1, "The target is not one that can be imported", "import", sample("plain.csv"), "--new", "Plain", "--mapping", "wrong.json")
	d.run(t, 1, "no collection called", "import", sample("plain.csv"), "--collection", "Nowhere")
	d.run(t, 1, "option", "import", sample("plain.csv"), "--new", "Plain", "--option", "encodings=utf-8")
	d.run(t, 0, "It makes", "import", sample("plain.csv"), "--new", "Plain", "--mapping", "right.json", "--option", "encoding=utf-8", "--option", "header_row=1", "--profile", "none")
	if n := scalar[int](t, d.database, `select count(*)::int from imports where state in ('ready', 'planned', 'uploading')`); n != 0 {
		t.Errorf("%d imports were left behind", n)
	}
	for args, says := range map[string]string{
		"import":                                          "name the file to import",
		"import empty.csv --new X":                        "empty.csv is empty",
		"import none.csv --new X":                         "none.csv cannot be opened",
		"import . --new X":                                "is not a file",
		"import a.csv b.csv --new X":                      "vitrine import --help",
		"import " + sample("plain.csv"):                   "--collection with the number or name",
		"import letter.pdf --new X --collection Y":        "not both",
		"import letter.pdf --new X --skip-errors":         "needs --apply",
		"import letter.pdf --new X --option encoding":     "--option encoding=windows-1252",
		"import letter.pdf --new X --option header_row=a": "number of a row",
		"import letter.pdf --new X --mapping none.json":   "none.json cannot be opened",
		"import letter.pdf --new X --mapping empty.csv":   "is not an object of JSON",
		"import --resume 1 --revert 1":                    "not both",
		"import --resume one":                             "is not the number",
		"import --revert 1 --apply":                       "takes back what is there",
		"import --bananas":                                "vitrine import --help",
	} {
		d.run(t, 2, says, strings.Fields(args)...)
	}
	d.run(t, 1, "there is no such thing", "import", "--resume", "4711")
	viewer := &desk{dir: d.dir, url: d.url, token: d.owner.join(t, d.v, "viewer").token}
	viewer.run(t, 1, "importing needs an editor", "import", sample("plain.csv"), "--new", "X")
	for url, says := range map[string]string{"http://127.0.0.1:1": "no service answers at http://127.0.0.1:1", "ftp://x": "is not the address", "": "VITRINE_URL is not set"} {
		want := 2
		if strings.HasPrefix(url, "http") {
			want = 1
		}
		(&desk{dir: d.dir, url: url, token: d.token}).run(t, want, says, "import", sample("plain.csv"), "--new", "X")
	}
	(&desk{dir: d.dir, url: d.url, token: "vtr_nobody"}).run(t, 1, "does not know the token", "import", sample("plain.csv"), "--new", "X")
	d.write(t, "token", d.token+"\n")
	byFile := d.command("import", sample("plain.csv"), "--new", "X")
	byFile.Env = append(slices.DeleteFunc(byFile.Env, func(v string) bool { return strings.HasPrefix(v, "VITRINE_TOKEN=") }), "VITRINE_TOKEN_FILE="+d.dir+"/token")
	if out, err := byFile.CombinedOutput(); err != nil {
		t.Errorf("a token in a file: %v\n%s", err, out)
	}
}

// Interrupted while it sends and while it writes, an import goes on where it was, and brings
// every row once. Meanwhile the account is busy.
func TestImportCommandGoesOnAfterAnInterrupt(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	const rows = 3000
	d.write(t, "books.csv", books(rows, 60, 6600)) // two parts
	line := newLine(t, d.v)
	line.set(17_500_000, 0, 0) // the second part does not arrive
	held := &desk{dir: d.dir, url: line.url, token: d.token}
	sending := d.interrupt(t, held, func() bool {
		return scalar[int](t, d.database, `select coalesce(max(received), 0)::int from imports`) == 16<<20
	}, "import", "books.csv", "--new", "Books", "--apply")
	_, id := d.state(t)
	if !strings.Contains(sending, "vitrine import books.csv --resume "+id) {
		t.Errorf("it says %s", sending)
	}
	d.run(t, 2, "waits for the rest of its file", "import", "--resume", id)
	d.run(t, 1, "is not the file that import", "import", sample("plain.csv"), "--resume", id)

	writing := d.interrupt(t, d, func() bool {
		return scalar[int](t, d.database, `select count(*)::int from items`) > 0
	}, "import", "books.csv", "--resume", id, "--apply")
	if !strings.Contains(writing, "vitrine import --resume "+id) {
		t.Errorf("it says %s", writing)
	}
	d.run(t, 5, "import "+id+" of the account is under way", "import", sample("plain.csv"), "--new", "Plain")
	d.run(t, 0, "Imported: 3,000 new", "import", "--resume", id)
	if n := scalar[int](t, d.database, `select count(distinct name)::int from items`); n != rows || d.count(t, "items") != rows {
		t.Errorf("%d items of %d names", d.count(t, "items"), n)
	}
	d.run(t, 0, "3,000 as they were", "import", "books.csv", "--collection", "Books") // in parts, at one go
}

// interrupt runs a command, presses Ctrl-C as soon as something holds, and returns what it said.
func (d *desk) interrupt(t *testing.T, at *desk, when func() bool, args ...string) string {
	t.Helper()
	c := at.command(args...)
	said := &journal{}
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	eventually(t, 2*time.Minute, "an import gets so far", func() bool {
		select {
		case err := <-ended:
			t.Fatalf("it ended too early: %v\n%s", err, said.all())
		default:
		}
		return when()
	})
	_ = c.Process.Signal(syscall.SIGINT)
	select {
	case err := <-ended:
		if code(err) != 130 {
			t.Errorf("interrupted, it ended with %v\n%s", err, said.all())
		}
	case <-time.After(20 * time.Second):
		_ = c.Process.Signal(os.Kill)
		t.Fatalf("interrupted, it did not end\n%s", said.all())
	}
	return string(said.all())
}

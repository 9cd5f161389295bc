package process

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// demo is a run of vitrine-demo, which is built beside the program.
func demo(database string, env []string, args ...string) *exec.Cmd {
	run := command(database, env, args...)
	run.Path, run.Args[0] = binary+"-demo", binary+"-demo"
	return run
}

func refuseDemo(t *testing.T, database, reason string, args ...string) {
	t.Helper()
	if out, err := demo(database, nil, args...).CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), reason) {
		t.Errorf("vitrine-demo %q: %v, want exit code 1 and %q:\n%s", args, err, reason, out)
	}
}

// fillDemo runs vitrine-demo, which must succeed.
func fillDemo(t *testing.T, database string, args ...string) {
	t.Helper()
	if out, err := demo(database, nil, args...).CombinedOutput(); err != nil {
		t.Fatalf("vitrine-demo %q: %v\n%s", args, err, out)
	}
}

// page is a list as the API returns it.
type page struct {
	Data []struct {
		ID         string
		Attributes M
	}
	Meta struct{ Total int }
}

func (c *client) list(t *testing.T, url string) (p page) {
	t.Helper()
	a := c.must(t, http.StatusOK, "GET", url, nil)
	if err := json.Unmarshal(a.body, &p); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
	return p
}

// The demo creates what it reports, by the rules of the API.
func TestDemoFillsAnAccount(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	var out, complaints bytes.Buffer
	files := []string{"VITRINE_FILES=" + t.TempDir()}
	run := demo(database, files, "--items=40") // the race detector draws slowly
	run.Stdout, run.Stderr = &out, &complaints
	if err := run.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("%v: %s, but there is no terminal to show a bar on", err, complaints.String())
	}
	said := regexp.MustCompile(`^Registered demo@example\.org\. The password is shown only now: (\S{20})
Made 40 items in 8 collections, with (\d+) photos, (\d+) copies in (\d+) locations and (\d+) insurance records, in \S+s\.\n$`).FindStringSubmatch(out.String())
	if said == nil {
		t.Fatalf("it says:\n%s", out.String())
	}
	v := serve(t, database)
	login := (&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", M{"email": "demo@example.org", "password": said[1]})
	dora := &client{login.text(t, "data", "token")}

	total := func(path string) string { t.Helper(); return fmt.Sprint(dora.list(t, v.url+path).Meta.Total) }
	for path, want := range map[string]string{"/api/items": "40", "/api/photos": said[2], "/api/copies": said[3], "/api/locations": said[4], "/api/collection-types": "8"} {
		if got := total(path); got != want {
			t.Errorf("%s has %s, and was said to have %s", path, got, want)
		}
	}
	sum := 0
	for _, c := range dora.list(t, v.url+"/api/collections?per_page=100").Data {
		sum += dora.list(t, v.url+"/api/collections/"+c.ID+"/items").Meta.Total
	}
	if sum != 40 {
		t.Errorf("the collections hold %d items", sum)
	}
	entries := scalar[string](t, database, `select count(*) filter (where action <> 'logged_in')::text from logs`)
	if want := scalar[string](t, database, `select (2 + (select count(*) from items) + (select count(*) from copies) + (select count(*) from insurance_records)
		+ (select count(*) from locations) + (select count(*) from photos) + (select count(*) from collections) + (select count(*) from collection_types)
		+ (select count(*) from valuations) + (select count(*) from transactions) + (select count(*) from loans)
		+ (select count(*) from maintenance_records) + (select count(*) from tags) + (select count(*) from categories)
		+ (select count(*) from sets) + (select count(*) from series))::text`); entries != want {
		t.Errorf("the log has %s entries of %s changes", entries, want)
	}
	if got := scalar[string](t, database, `select count(*)::text from insurance_records`); got != said[5] {
		t.Errorf("%s insurance records, and %s were said to be made", got, said[5])
	}
	wantFound(t, dora, v, database)
	if report, err := command(database, files, "doctor", "--repair").CombinedOutput(); err != nil || !strings.Contains(string(report), "the totals of 1 accounts were counted, 0 were wrong") {
		t.Errorf("the doctor is not content: %v\n%s", err, report)
	}
	refuseDemo(t, database, "there is a user demo@example.org already")
	if got := total("/api/items"); got != "40" {
		t.Errorf("after a second demo was refused there are %s items", got)
	}
}

// wantFound searches for every tenth item by name, and for a writer's work by a
// text value.
func wantFound(t *testing.T, c *client, v *instance, database string) {
	t.Helper()
	for at, item := range c.list(t, v.url+"/api/items?per_page=100").Data {
		if at%10 != 0 {
			continue
		}
		name := item.Attributes["name"].(string)
		found := c.list(t, v.url+"/api/items?per_page=100&q="+url.QueryEscape(name))
		if !holds(found, item.ID) {
			t.Errorf("a search for %q does not find item %s", name, item.ID)
		}
	}
	writer := scalar[string](t, database, `select value #>> '{}' from item_values v join custom_fields f on f.id = v.custom_field_id where f.name = 'Writer' limit 1`)
	if found := c.list(t, v.url+"/api/items?q="+url.QueryEscape(writer)); found.Meta.Total == 0 {
		t.Errorf("no comic is found by its writer %s", writer)
	}
}

func holds(p page, id string) bool {
	for _, d := range p.Data {
		if d.ID == id {
			return true
		}
	}
	return false
}

// One seed always creates the same collection; the password can be given.
func TestDemosOfOneSeedAreAlike(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	v := serve(t, database)
	fill := func(seed string) (made string) {
		t.Helper()
		email := address()
		run := demo(database, nil, "--items=60", "--password-stdin", "--email="+email, "--seed="+seed)
		run.Stdin = strings.NewReader(password + "\n")
		if out, err := run.CombinedOutput(); err != nil || strings.Contains(string(out), password) {
			t.Fatalf("%v:\n%s", err, out)
		}
		(&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", M{"email": email, "password": password})
		return scalar[string](t, database, `select string_agg(i.name || coalesce(i.description, '') || (select string_agg(value::text, ',' order by f.position, f.name)
				from item_values v join custom_fields f on f.account_id = v.account_id and f.id = custom_field_id where v.account_id = i.account_id and item_id = i.id), E'\n' order by i.id)
			from items i where account_id = (select account_id from users where email = $1)`, email)
	}
	first, second, other := fill("7"), fill("7"), fill("8")
	if first != second || first == other {
		t.Errorf("one seed: %t alike; two seeds: %t alike", first == second, first == other)
	}
}

// A stopped demo leaves complete items and correct totals.
func TestDemoCanBeStopped(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	var log bytes.Buffer
	run := demo(database, nil, "--items=100000")
	run.Stderr = &log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 20*time.Second, "some items are there", func() bool { return scalar[int](t, database, `select count(*) from items`) >= 100 })
	_ = run.Process.Signal(os.Interrupt)
	if err := run.Wait(); code(err) != 1 || !strings.Contains(log.String(), "is incomplete") {
		t.Errorf("%v: %s", err, log.String())
	}
	if report := operate(t, database, "doctor", "--repair"); !strings.Contains(report, "0 were wrong") {
		t.Errorf("the doctor is not content:\n%s", report)
	}
}

func TestDemoSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	refuseDemo(t, pgtest.Database(t), "run vitrine migrate first")
	if out, err := demo(database, nil, "--items=0").CombinedOutput(); code(err) != 2 || !strings.Contains(string(out), "--items must be between 1 and") {
		t.Errorf("no items: %v, want exit code 2\n%s", err, out)
	}
	refuseDemo(t, database, "no password", "--password-stdin")
	refuseDemo(t, database, "must be a valid email", "--email=dora")
	if n := scalar[int](t, database, `select count(*) from accounts`); n != 0 {
		t.Errorf("%d accounts were made all the same", n)
	}
}

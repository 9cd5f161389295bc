package load

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// One of two instances is killed, then PostgreSQL: nothing promised is lost.
// Then the database is tampered with, to see that the checker finds it.
func TestLoadOutlivesFaultsAndTheCheckerFindsTampering(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestCheckFindsTampering")
	binary, database := build(t), private(t)
	url := database("start")
	first, killed := serve(t, binary, url, "127.0.0.1:0"), serve(t, binary, url, "127.0.0.1:0")
	accounts, err := Accounts(t.Context(), url, 50)
	if err != nil {
		t.Fatal(err)
	}
	l := Start(accounts, []string{first.url, killed.url}, Options{Rate: 100, Timeout: 3 * time.Second, Seed: 1})
	time.Sleep(2 * time.Second)
	_ = killed.Process.Kill()
	_ = killed.Wait()
	time.Sleep(time.Second)
	serve(t, binary, url, strings.TrimPrefix(killed.url, "http://"))
	database("kill")
	database("start")
	time.Sleep(2 * time.Second)
	l.Stop()

	v := l.verdict(t, url)
	if faults := v.Faults(); len(faults) > 0 {
		t.Errorf("%d faults, such as %s", len(faults), strings.Join(faults[:min(5, len(faults))], "\n"))
	}
	if v.Acknowledged < 50 || len(l.Samples().Bad()) == 0 || v.Entries != v.Acknowledged+v.UnknownDone {
		t.Errorf("the load proves nothing: %+v, statuses %v", v, l.Samples().Statuses())
	}
	t.Logf("%d acknowledged, %d refused, %d unknown (%d of them done), statuses %v", v.Acknowledged, v.Refused, v.Unknown, v.UnknownDone, l.Samples().Statuses())
	tamper(t, l, url, v)
}

// tamper breaks one promise after the other; each must be found.
func tamper(t *testing.T, l *Load, url string, v Verdict) {
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, c := range []struct {
		sql    string
		finds  func(Verdict) []string
		called string
	}{
		{`delete from items where id = (select id from items where name not like '%seed' limit 1)`, func(v Verdict) []string { return v.Lost }, "a lost row"},
		{`update insurance_records set insured_value = insured_value + 1 where id = (select min(id) from insurance_records)`, func(v Verdict) []string { return v.Lost }, "a row that is not equal"},
		{`insert into items (account_id, collection_id, name, description, sort_name, search) select account_id, collection_id, name, description, sort_name, search from items where name not like '%seed' limit 1`, func(v Verdict) []string { return v.Foreign }, "a row made twice"},
		{`update totals set n = n + 1 where list = 'items'`, func(v Verdict) []string { return v.Broken }, "a wrong total"},
		{`update users set role = 'viewer' where id = (select min(id) from users)`, func(v Verdict) []string { return v.Broken }, "an account without an owner"},
		{`delete from logs where id = (select max(id) from logs)`, func(v Verdict) []string { return v.Audit }, "a missing log entry"},
		{`insert into logs (account_id, user_id, user_name, action, parameters) select account_id, user_id, user_name, action, parameters from logs order by id desc limit 1`, func(v Verdict) []string { return v.Audit }, "a log entry too many"},
	} {
		before := len(c.finds(v))
		if tag, err := conn.Exec(t.Context(), c.sql); err != nil || tag.RowsAffected() == 0 {
			t.Fatalf("%s: %v, %s", c.called, err, tag)
		}
		if v = l.verdict(t, url); len(c.finds(v)) <= before {
			t.Errorf("the checker does not find %s", c.called)
		}
	}
	if got := foreign([]byte(`{"name":"`+l.accounts[1].Marker+`7"}`), l.accounts[0].Marker); len(got) != 1 {
		t.Error("the marker of another account is not seen")
	}
}

func (l *Load) verdict(t *testing.T, url string) Verdict {
	t.Helper()
	v, err := l.Check(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "vitrine")
	compile := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "./cmd/vitrine")
	compile.Dir = pgtest.Root
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// private is a PostgreSQL that may be killed, controlled by words.
func private(t *testing.T) func(string) string {
	name := "load-" + strings.ToLower(rand.Text()[:8])
	tell := func(word string) string {
		cmd := exec.Command(filepath.Join(pgtest.Root, "scripts", "postgres"), word, name)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("scripts/postgres %s: %v", word, err)
		}
		return strings.TrimSpace(string(out))
	}
	t.Cleanup(func() { tell("destroy") })
	return tell
}

type instance struct {
	*exec.Cmd
	url string
}

func serve(t *testing.T, binary, database, address string) instance {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	i := instance{Cmd: exec.CommandContext(ctx, binary, "serve")}
	t.Cleanup(func() { cancel(); _ = i.Wait() })
	i.Env = []string{"DATABASE_URL=" + database, "VITRINE_LISTEN=" + address, "VITRINE_PWNED_PASSWORDS_URL=off", "VITRINE_RATE_LIMIT_API=1000000000"}
	log, err := i.StderrPipe()
	if err == nil {
		err = i.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	for i.url == "" && lines.Scan() {
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			i.url = "http://" + line.Address
		}
	}
	go func() {
		for lines.Scan() {
		}
	}()
	if res, err := http.Get(i.url + "/readyz"); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("an instance is not ready: %v", err)
	}
	return i
}

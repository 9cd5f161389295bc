package process

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// A real Prometheus with the shipped configuration scrapes a real instance: every
// query of the dashboard has a result, and an alert fires when PostgreSQL dies.
// Alerts wait on purpose, so this takes minutes and runs only if
// VITRINE_TEST_PROMETHEUS is set.
func TestPrometheusCallsSomebody(t *testing.T) {
	testkind.WatchesTheClock(t)
	if os.Getenv("VITRINE_TEST_PROMETHEUS") == "" {
		t.Skip("takes four minutes and needs prometheus: VITRINE_TEST_PROMETHEUS=1 go test -run Prometheus ./test/process")
	}
	database := private(t, "postgres")
	v := serve(t, database.url, append(newPostbox(t).settings(), shown, "VITRINE_FILES="+t.TempDir())...)
	l := &load{owner: register(t, v), url: v.url + "/api/locations", end: make(chan struct{})}
	l.start(1, l.read)
	l.start(1, l.write)
	defer l.running.Wait()
	defer close(l.end)
	p := prometheus(t, v.log.first("showing metrics")["address"].(string))
	eventually(t, time.Minute, "Prometheus has rates", func() bool { return len(p.ask(t, "vitrine:errors:ratio_rate5m")) > 0 })
	time.Sleep(15 * time.Second) // a few scrapes

	for title, question := range dashboard(t) {
		if found := p.ask(t, question); len(found) == 0 && !strings.Contains(question, "replica") && !strings.Contains(question, "> 0") {
			t.Errorf("%s: no answer to %s", title, question)
		}
	}
	if firing := p.ask(t, `ALERTS`); len(firing) != 0 {
		t.Errorf("all is well, and yet: %v", firing)
	}

	database.run(t, "kill")
	killed := time.Now()
	for _, alert := range []string{"VitrineDatabaseDown", "VitrineErrorBudgetBurnsFast"} {
		eventually(t, 4*time.Minute, alert, func() bool { return p.fires(t, alert) })
		t.Logf("%s fires %s after PostgreSQL was killed", alert, time.Since(killed).Round(time.Second))
	}
	database.run(t, "start")
	started := time.Now()
	eventually(t, time.Minute, "the alert ends", func() bool { return !p.fires(t, "VitrineDatabaseDown") })
	t.Logf("VitrineDatabaseDown ends %s after PostgreSQL was started", time.Since(started).Round(time.Second))
}

// observer is a running Prometheus.
type observer struct{ url string }

// prometheus starts one with the shipped configuration, except target and
// interval. It ends with the test.
func prometheus(t *testing.T, target string) observer {
	t.Helper()
	dir := t.TempDir()
	for name, change := range map[string]*strings.Replacer{
		"prometheus.yaml": strings.NewReplacer("127.0.0.1:9464", target, "15s", "3s"), "alerts.yaml": strings.NewReplacer(),
	} {
		content, err := os.ReadFile(filepath.Join(pgtest.Root, "deploy/prometheus", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(change.Replace(string(content))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	log := &journal{}
	cmd := exec.Command("prometheus", "--config.file="+dir+"/prometheus.yaml", "--storage.tsdb.path="+dir+"/data", "--web.listen-address="+at)
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (Debian: apt-get install prometheus)", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the last words of Prometheus:\n%s", log.tail(20))
		}
	})
	eventually(t, 30*time.Second, "Prometheus is ready", func() bool {
		a, err := (&client{}).send(http.MethodGet, "http://"+at+"/-/ready", "")
		return err == nil && a.status == http.StatusOK
	})
	return observer{"http://" + at}
}

// ask runs a query and returns the series.
func (o observer) ask(t *testing.T, question string) []any {
	t.Helper()
	a, err := (&client{}).send(http.MethodGet, o.url+"/api/v1/query?query="+url.QueryEscape(question), "")
	var got struct {
		Status string
		Data   struct{ Result []any }
	}
	if err != nil || json.Unmarshal(a.body, &got) != nil || got.Status != "success" {
		t.Fatalf("%s: %v %s", question, err, a.body)
	}
	return got.Data.Result
}

func (o observer) fires(t *testing.T, alert string) bool {
	return len(o.ask(t, fmt.Sprintf(`ALERTS{alertname=%q, alertstate="firing"}`, alert))) > 0
}

// dashboard returns the queries of the shipped dashboard by panel title.
func dashboard(t *testing.T) map[string]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(pgtest.Root, "deploy/grafana/dashboard.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ RefID, Expr string }
		}
	}
	if err := json.Unmarshal(content, &board); err != nil {
		t.Fatal(err)
	}
	filled := strings.NewReplacer("$instance", ".*", "$__rate_interval", "20s")
	questions := map[string]string{}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			questions[panel.Title+" "+target.RefID] = filled.Replace(target.Expr)
		}
	}
	if len(questions) < 20 {
		t.Fatalf("%d questions in the dashboard", len(questions))
	}
	return questions
}

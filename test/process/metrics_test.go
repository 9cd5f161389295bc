package process

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// metrics are an instance's values by name with labels.
type metrics map[string]float64

func (i *instance) metrics(t *testing.T) metrics {
	t.Helper()
	line := i.log.first("showing metrics")
	if line == nil {
		t.Fatal("the instance shows no metrics")
	}
	a, err := (&client{}).send(http.MethodGet, "http://"+line["address"].(string)+"/metrics", "")
	if err != nil || a.status != http.StatusOK {
		t.Fatalf("status %d: %v\n%s", a.status, err, a.body)
	}
	found := metrics{}
	for lines := bufio.NewScanner(bytes.NewReader(a.body)); lines.Scan(); {
		if text := lines.Text(); !strings.HasPrefix(text, "#") {
			cut := strings.LastIndex(text, " ")
			value, err := strconv.ParseFloat(text[cut+1:], 64)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			found[text[:cut]] = value
		}
	}
	return found
}

// names are the metrics without labels and histogram suffixes.
func (m metrics) names() (found []string) {
	for series := range m {
		name, _, _ := strings.Cut(series, "{")
		found = append(found, family(name))
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func family(name string) string {
	return regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
}

const shown = "VITRINE_METRICS_LISTEN=127.0.0.1:0"

// Events are counted by route pattern; nothing that clients sent is shown, and
// the public listener has no metrics.
func TestMetricsTellWhatHappens(t *testing.T) {
	v := serve(t, pgtest.Migrated(t)+"&pool_max_conns=4", shown, "VITRINE_RATE_LIMIT_API=33", "VITRINE_RATE_LIMIT_AUTH=3")
	owner := newcomer(t, v)
	location := v.url + "/api/locations"
	id := owner.must(t, http.StatusCreated, "POST", location, M{"name": "Attic"}).text(t, "data", "id")
	owner.must(t, http.StatusOK, "GET", location+"/"+id, nil)
	owner.must(t, http.StatusNotFound, "GET", location+"/987654321", nil)
	owner.must(t, http.StatusNotFound, "GET", v.url+"/wp-login.php", nil)
	owner.must(t, http.StatusNotFound, "GET", v.url+"/metrics", nil)
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() { _, _ = owner.send("PATCH", location+"/"+id, `{"name":"Cellar"}`) })
	}
	all.Wait()
	for range 5 {
		_, _ = (&client{}).ask("POST", v.url+"/api/login", fmt.Sprintf(`{"email":%q,"password":"wrong horse"}`, owner.email))
	}
	m := v.metrics(t)
	for series, want := range map[string]float64{
		`vitrine_http_requests_total{code="201",route="POST /api/locations"}`:             1,
		`vitrine_http_requests_total{code="200",route="GET /api/locations/{location}"}`:   1,
		`vitrine_http_requests_total{code="404",route="GET /api/locations/{location}"}`:   1,
		`vitrine_http_requests_total{code="503",route="GET /api/locations/{location}"}`:   0,
		`vitrine_http_requests_total{code="200",route="PATCH /api/locations/{location}"}`: 30,
		`vitrine_http_requests_total{code="429",route="PATCH /api/locations/{location}"}`: 10,
		`vitrine_http_requests_total{code="404",route="none"}`:                            2,
		`vitrine_http_requests_total{code="401",route="POST /api/login"}`:                 3,
		`vitrine_http_request_duration_seconds_count{route="POST /api/login"}`:            5,
		`vitrine_rate_limit_refused_total{limit="user"}`:                                  10,
		`vitrine_rate_limit_refused_total{limit="address"}`:                               2,
		`vitrine_rate_limit_missed_total`:                                                 0,
		`vitrine_password_hashes_total`:                                                   4, // one registration and three logins
		`vitrine_password_hashes_waiting`:                                                 0,
		`vitrine_database_connections_max`:                                                4,
		`vitrine_database_up`:                                                             1,
	} {
		if got, there := m[series]; !there || got != want {
			t.Errorf("%s is %v, want %v", series, got, want)
		}
	}
	for _, series := range []string{`vitrine_database_connection_waits_total`,
		`vitrine_database_connection_wait_seconds_total`, `vitrine_password_hash_wait_seconds_total`, `go_goroutines`, `process_resident_memory_bytes`} {
		if m[series] <= 0 {
			t.Errorf("%s is %v after forty changes of one location at once, on four connections", series, m[series])
		}
	}
	everything := fmt.Sprint(m)
	for _, secret := range []string{owner.email, owner.token, "Attic", "987654321", "wp-login", "wrong horse"} {
		if strings.Contains(everything, secret) {
			t.Errorf("%q, which somebody sent, is shown", secret)
		}
	}
}

// Retried changes are counted.
func TestMetricsTellOfRetries(t *testing.T) {
	v := serve(t, pgtest.Migrated(t), shown)
	owner := register(t, v)
	location := v.url + "/api/locations/" + owner.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"}).text(t, "data", "id")
	eventually(t, 20*time.Second, "two changes clash", func() bool {
		var all sync.WaitGroup
		for n := range 16 {
			all.Go(func() { owner.must(t, http.StatusOK, "PATCH", location, M{"name": fmt.Sprint("Attic ", n)}) })
		}
		all.Wait()
		return v.metrics(t)[`vitrine_transaction_retries_total{kind="careful"}`] > 0
	})
}

// Without the setting there is no listener; an unusable address is an error.
func TestMetricsAreOffUnlessAskedFor(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	if v := serve(t, database); v.log.first("showing metrics") != nil {
		t.Error("metrics are shown, though nobody has asked for them")
	}
	first := serve(t, database, shown)
	taken := first.log.first("showing metrics")["address"].(string)
	if out, err := command(database, []string{"VITRINE_METRICS_LISTEN=" + taken}, "serve").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "VITRINE_METRICS_LISTEN cannot be listened on") {
		t.Errorf("a port that is taken: %v\n%s", err, out)
	}
}

// Metrics remain available and show when PostgreSQL or Redis is down.
func TestMetricsOutliveTheDatabase(t *testing.T) {
	testkind.WatchesTheClock(t)
	database, redis := private(t, "postgres"), private(t, "redis")
	v := serve(t, database.url, shown, "REDIS_URL="+redis.url)
	owner := register(t, v)
	redis.run(t, "kill")
	for range 3 {
		owner.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	}
	if m := v.metrics(t); m["vitrine_database_up"] != 1 || m["vitrine_rate_limit_missed_total"] != 3 {
		t.Errorf("the database is up (%v), three requests were counted without Redis (%v)", m["vitrine_database_up"], m["vitrine_rate_limit_missed_total"])
	}
	database.run(t, "kill")
	_, _ = owner.send("GET", v.url+"/api/me", "")
	began := time.Now()
	m := v.metrics(t)
	if up, there := m["vitrine_database_up"]; !there || up != 0 {
		t.Errorf("vitrine_database_up is %v without a database", up)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("the metrics took %s", took)
	}
	if n := m[`vitrine_http_requests_total{code="503",route="GET /api/me"}`]; n != 1 {
		t.Errorf("%v requests were answered 503, want 1", n)
	}
	if _, there := m[`vitrine_jobs{state="available"}`]; there {
		t.Error("an old number of jobs is shown")
	}
}

// A worker shows jobs done, and those waiting after failures.
func TestMetricsTellOfJobs(t *testing.T) {
	t.Parallel()
	database, post := pgtest.Migrated(t), newPostbox(t)
	v := begin(t, binary, database, post.settings(shown), "serve", "--no-worker")
	v.await(t)
	newcomer(t, v).must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": address(), "role": "viewer"})
	if m := v.metrics(t); m[`vitrine_jobs{state="available"}`] != 1 || m[`vitrine_jobs_oldest_seconds`] <= 0 {
		t.Errorf("%v jobs wait, the oldest for %v s; want one", m[`vitrine_jobs{state="available"}`], m[`vitrine_jobs_oldest_seconds`])
	}
	post.close()
	worker := begin(t, binary, database, post.settings(shown), "worker")
	eventually(t, 20*time.Second, "a failed job is seen", func() bool {
		if worker.log.first("showing metrics") == nil {
			return false
		}
		m := worker.metrics(t)
		return m[`vitrine_job_attempts_total{outcome="failed"}`] >= 1 && m[`vitrine_jobs{state="retryable"}`] == 1
	})
	post.open(t)
	scalar[int64](t, database, `update river_job set scheduled_at = now() where state = 'retryable' returning id`) // now instead of later
	eventually(t, 20*time.Second, "the job is done", func() bool {
		return worker.metrics(t)[`vitrine_job_attempts_total{outcome="done"}`] == 1
	})
}

var metricName = regexp.MustCompile(`\b(vitrine|go|process)_[a-z0-9_]*[a-z0-9]\b`)

// Metrics show a lagging replica where PostgreSQL permits it. The dashboard, the
// alerts and the page name only existing metrics, and the page names all of ours.
func TestMetricsAreTheDocumentedOnes(t *testing.T) {
	r := newReplicated(t)
	const lag = `vitrine_database_replica_lag_bytes{replica="walreceiver"}`
	if _, there := r.a.metrics(t)[lag]; there {
		t.Error("a replica is seen by a role that may not see it")
	}
	conn, err := pgx.Connect(t.Context(), r.primary.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `grant pg_read_all_stats to vitrine_app`); err != nil {
		t.Fatal(err)
	}
	r.on(t, `select pg_wal_replay_pause()`)
	v := begin(t, binary, r.primary.url, newPostbox(t).settings(shown, "DATABASE_REPLICA_URL="+r.replica.url, "VITRINE_FILES="+t.TempDir()), "serve")
	v.await(t)
	newcomer(t, v)
	eventually(t, 10*time.Second, "the replica is behind", func() bool { return v.metrics(t)[lag] > 0 })
	r.on(t, `select pg_wal_replay_resume()`)
	eventually(t, 10*time.Second, "the replica has caught up", func() bool { m := v.metrics(t); at, there := m[lag]; return there && at == 0 })
	names := v.metrics(t).names()
	for _, file := range []string{"deploy/grafana/dashboard.json", "deploy/prometheus/alerts.yaml", "docs/operating.md"} {
		text, err := os.ReadFile(filepath.Join(pgtest.Root, file))
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{}
		for _, name := range metricName.FindAllString(string(text), -1) {
			named[family(name)] = true
		}
		delete(named, "vitrine_app") // a role
		for name := range maps.Keys(named) {
			if !slices.Contains(names, name) {
				t.Errorf("%s names %s, which no instance shows", file, name)
			}
		}
		for _, name := range names {
			if file == "docs/operating.md" && strings.HasPrefix(name, "vitrine_") && !named[name] {
				t.Errorf("%s does not explain %s", file, name)
			}
		}
	}
}

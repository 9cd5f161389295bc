package process

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/testkind"
)

// PostgreSQL is killed and restarted while sixteen clients read and write. They
// see only success or "try again", soon; nothing acknowledged is lost; vitrine is
// not restarted.
func TestPostgresIsKilledUnderLoad(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestMetricsOutliveTheDatabase")
	database := private(t, "postgres")
	v := serve(t, database.url)
	l := &load{owner: register(t, v), url: v.url + "/api/locations", end: make(chan struct{})}
	l.start(8, l.read)
	l.start(8, l.write)
	eventually(t, time.Minute, "a load that proves something", l.proves)

	database.run(t, "kill")
	eventually(t, time.Second, "/api/health is 500", func() bool { return v.status("/api/health") == http.StatusInternalServerError })
	if got := v.status("/livez"); got != http.StatusOK {
		t.Errorf("/livez is %d without a database, want 200: a restart would not mend it", got)
	}
	if got := v.status("/readyz"); got != http.StatusServiceUnavailable {
		t.Errorf("/readyz is %d without a database, want 503", got)
	}
	time.Sleep(2 * time.Second)

	database.run(t, "start")
	started := time.Now()
	eventually(t, 12*time.Second, "a second without a refused request", func() bool { return l.goodFor() > time.Second })
	if took := l.lastRefused.Sub(started); took > 10*time.Second {
		t.Errorf("full service %s after the database was back, want 10 s at most", took)
	}
	if got := v.status("/api/health"); got != http.StatusOK {
		t.Errorf("/api/health is %d with the database back", got)
	}
	close(l.end)
	l.running.Wait()

	t.Logf("%d requests succeeded, %d were refused, the slowest took %s", l.succeeded, l.refused, l.slowest)
	for what, n := range l.wrong {
		t.Errorf("%d times: %s", n, what)
	}
	if l.refused == 0 || !l.proves() {
		t.Errorf("the load proves nothing: %d succeeded, %d refused, %d written", l.succeeded, l.refused, len(l.acknowledged))
	}
	kept := names(t, database.url)
	for _, name := range l.acknowledged {
		if !kept[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
}

// names are the names of all locations of all accounts.
func names(t *testing.T, url string) map[string]bool {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `select name from locations`)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, name := range found {
		set[name] = true
	}
	return set
}

// load is many concurrent clients and what they saw.
type load struct {
	owner   *client
	url     string
	end     chan struct{}
	running sync.WaitGroup

	mu                 sync.Mutex
	succeeded, refused int
	lastRefused        time.Time
	slowest            time.Duration
	acknowledged       []string
	wrong              map[string]int
}

func (l *load) start(clients int, act func(client, n int)) {
	for c := range clients {
		l.running.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-l.end:
					return
				case <-time.After(5 * time.Millisecond):
					act(c, n)
				}
			}
		})
	}
}

func (l *load) read(int, int) {
	began := time.Now()
	a, err := l.owner.send(http.MethodGet, l.url, "")
	l.note(a, err, http.StatusOK, time.Since(began))
}

func (l *load) write(c, n int) {
	name := fmt.Sprintf("location %d of client %d", n, c)
	began := time.Now()
	a, err := l.owner.send(http.MethodPost, l.url, newLocation(name))
	if l.note(a, err, http.StatusCreated, time.Since(began)) {
		l.mu.Lock()
		l.acknowledged = append(l.acknowledged, name)
		l.mu.Unlock()
	}
}

// note judges an answer and reports success.
func (l *load) note(a answer, err error, want int, took time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.slowest = max(l.slowest, took)
	wrong := ""
	switch {
	case err != nil:
		wrong = "no answer: " + err.Error()
	case a.status == want:
		l.succeeded++
		return true
	case a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") != "":
		l.refused++
		l.lastRefused = time.Now()
		return false
	default:
		wrong = fmt.Sprintf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	if l.wrong == nil {
		l.wrong = map[string]int{}
	}
	l.wrong[wrong]++
	return false
}

// proves reports whether enough was done for losses to show.
func (l *load) proves() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.succeeded >= 200 && len(l.acknowledged) >= 50
}

func (l *load) goodFor() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.lastRefused)
}

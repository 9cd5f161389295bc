package process

import (
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Queued mails survive an outage of the mail server and a killed process, and are
// sent once when both are back.
func TestMailOutlivesPostboxAndProcess(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestMailOfDeadProcessIsSent")
	t.Parallel() // it waits most of the time
	const mails = 5
	box, database := newPostbox(t), pgtest.Migrated(t)
	box.close()
	env := box.settings()
	v := begin(t, binary, database, env, "serve", "--no-migrate")
	v.await(t)
	owner := newcomer(t, v)
	invited := map[string]int{}
	for range mails {
		email := address()
		invited[email] = 0
		owner.must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": email, "role": "viewer"})
	}
	eventually(t, 20*time.Second, "every mail has failed once", func() bool {
		return scalar[int](t, database, `select count(*) from river_job where kind = 'mail' and state = 'retryable'`) == mails
	})
	v.kill()

	box.open(t)
	again := begin(t, binary, database, env, "serve", "--no-migrate")
	again.await(t)
	wantOnce(t, box.take(t, database, 90*time.Second), invited)
}

// A job left by a process that died while sending is taken over by another.
func TestMailOfDeadProcessIsSent(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel() // it waits most of the time
	box, database := newPostbox(t), pgtest.Migrated(t)
	box.hush(true)
	env := box.settings()
	v := begin(t, binary, database, env, "serve", "--no-migrate")
	v.await(t)
	email := address()
	newcomer(t, v).must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": email, "role": "viewer"})
	eventually(t, 20*time.Second, "the mail is being sent", func() bool { return box.connections() == 1 })
	v.kill()

	box.hush(false)
	const later = `with later as (update river_job set attempted_at = attempted_at - interval '2 minutes' where state = 'running' and kind = 'mail' returning 1) select count(*) from later`
	if n := scalar[int](t, database, later); n != 1 {
		t.Fatalf("%d jobs were left running, want 1", n)
	}
	again := begin(t, binary, database, env, "serve", "--no-migrate")
	again.await(t)
	wantOnce(t, box.take(t, database, 2*time.Minute), map[string]int{email: 0})
}

// One process may serve and another send.
func TestWorkerSendsWhatServerQueues(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := begin(t, binary, database, box.settings(), "serve", "--no-migrate", "--no-worker")
	v.await(t)
	owner := newcomer(t, v)
	queued := map[string]int{}
	for range 3 {
		email := address()
		queued[email] = 0
		owner.must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": email, "role": "viewer"})
	}
	(&client{}).must(t, http.StatusAccepted, "POST", v.url+"/api/password/forgot", M{"email": owner.email})
	queued[owner.email] = 0
	time.Sleep(1500 * time.Millisecond) // longer than a worker's polling interval
	if n := scalar[int](t, database, `select count(*) from river_job where state = 'available' and attempt = 0`); n != 4 || box.connections() > 0 {
		t.Errorf("%d jobs wait, %d connections to the mail server; want 4 and none", n, box.connections())
	}

	worker := begin(t, binary, database, box.settings(), "worker")
	wantOnce(t, box.take(t, database, 30*time.Second), queued)
	worker.stop(t, syscall.SIGTERM)

	out, err := command(database, nil, "worker").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "VITRINE_SMTP_URL") {
		t.Errorf("a worker without a mail server: %v, want exit code 1 and a reason:\n%s", err, out)
	}
}

// wantOnce fails the test unless everybody got exactly one mail.
func wantOnce(t *testing.T, came []letter, wanted map[string]int) {
	t.Helper()
	ids := map[string]bool{}
	for _, l := range came {
		wanted[l.to]++
		ids[l.id] = true
	}
	for to, n := range wanted {
		if n != 1 {
			t.Errorf("%s got %d mails, want one", to, n)
		}
	}
	if len(ids) != len(came) {
		t.Errorf("%d mails have %d ids", len(came), len(ids))
	}
}

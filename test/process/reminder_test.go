package process

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// A reminder is sent once: though the process that sends it dies meanwhile, two others
// take over, and each of them looks who is to be reminded.
func TestReminderIsMailedOnce(t *testing.T) {
	t.Parallel() // it waits most of the time
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := begin(t, binary, database, box.settings(), "serve", "--no-migrate", "--no-worker")
	v.await(t)
	owner, other := newcomer(t, v), newcomer(t, v)
	lend(t, v, owner, "Leica M6")
	lend(t, v, other, "Penny Black")
	owner.must(t, http.StatusOK, "PUT", v.url+"/api/me/reminders", M{"mail": "weekly"})
	if due := scalar[bool](t, database, `select reminded_week >= date_trunc('week', now() at time zone 'UTC') from users where email = $1`, owner.email); !due {
		t.Error("who begins to want reminders is reminded in the same week")
	}
	scalar[string](t, database, `update users set reminded_week = reminded_week - 14 where email = $1 returning email`, owner.email)

	box.hush(true)
	dying := begin(t, binary, database, box.settings(), "worker")
	eventually(t, 30*time.Second, "the reminder is being sent", func() bool { return box.connections() == 1 })
	dying.kill()
	box.hush(false)
	const later = `with later as (update river_job set attempted_at = attempted_at - interval '2 minutes' where state = 'running' and kind = 'reminder' returning 1) select count(*) from later`
	if n := scalar[int](t, database, later); n != 1 {
		t.Fatalf("%d reminders were left being sent, want 1", n)
	}
	scalar[int](t, database, `with gone as (delete from river_leader returning 1) select count(*) from gone`) // instead of waiting for its end
	for range 2 {
		begin(t, binary, database, box.settings(), "worker")
	}
	var came []letter
	eventually(t, 2*time.Minute, "the reminder came", func() bool {
		came = append(came, box.take(t, database, 2*time.Minute)...)
		return len(came) > 0
	})
	time.Sleep(2 * time.Second)
	came = append(came, box.take(t, database, time.Minute)...)
	if len(came) != 1 || came[0].to != owner.email || came[0].subject != "What is due in your collection" {
		t.Fatalf("%d mails: %+v", len(came), came)
	}
	if text := came[0].text; !strings.Contains(text, "- Leica M6 · ") || strings.Contains(text, "Penny") || !strings.Contains(text, "https://vitrine.example/attention") {
		t.Errorf("it says:\n%s", text)
	}
}

// lend makes an item that is lent and should have been returned yesterday.
func lend(t *testing.T, v *instance, who *person, name string) {
	t.Helper()
	made := func(path string, body M) string {
		return who.must(t, http.StatusCreated, "POST", v.url+path, body).text(t, "data", "id")
	}
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	collection := made("/api/collections", M{"name": "Lent", "visibility": "private", "currency": "EUR"})
	item := made("/api/collections/"+collection+"/items", M{"name": name})
	copied := made("/api/items/"+item+"/copies", M{})
	made("/api/copies/"+copied+"/loans", M{"direction": "outgoing", "status": "active", "party": "Jo", "loaned_at": day(-20), "due_at": day(-1)})
}

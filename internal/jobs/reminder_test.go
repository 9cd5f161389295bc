package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/testkind"
)

// post is a database with users who are to be reminded, and what they were sent.
type post struct {
	url  string
	conn *pgx.Conn

	mu    sync.Mutex
	now   time.Time
	mails []mail.Message
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{url: pgtest.Migrated(t), now: time.Date(2031, time.March, 5, 12, 0, 0, 0, time.UTC)} // a Wednesday
	var err error
	if p.conn, err = pgx.Connect(t.Context(), p.url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.conn.Close(context.WithoutCancel(t.Context())) })
	return p
}

func (p *post) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	if _, err := p.conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// member adds a user; those with the same account are members of it.
func (p *post) member(t *testing.T, account int, name, locale string) {
	t.Helper()
	p.exec(t, `insert into accounts (id, name) values ($1, 'x') on conflict do nothing`, account)
	p.exec(t, `insert into users (account_id, role, first_name, last_name, email, password_hash, locale, reminders)
		values ($1, 'viewer', $2, 'Byron', lower($2) || '@example.org', 'x', $3, 'weekly')`, account, name, locale)
}

// copy adds an item with a copy of the same id.
func (p *post) copy(t *testing.T, account, id int, name string) {
	t.Helper()
	p.exec(t, `insert into collections (account_id, id, name, emoji, visibility, currency) values ($1, $1, 'x', '📦', 'private', 'EUR') on conflict do nothing`, account)
	p.exec(t, `insert into items (account_id, id, collection_id, name, sort_name, search) values ($1, $2, $1, $3, $3, '')`, account, id, name)
	p.exec(t, `insert into copies (account_id, id, item_id, status, quantity, search) values ($1, $2, $2, 'owned', 1, '')`, account, id)
}

func (p *post) loan(t *testing.T, account, id int, name, due string) {
	t.Helper()
	p.copy(t, account, id, name)
	p.exec(t, `insert into loans (account_id, id, copy_id, direction, status, party, loaned_at, due_at, include_in_provenance)
		values ($1, $2, $2, 'outgoing', 'active', 'x', '2031-01-01', $3, false)`, account, id, due)
}

// workers starts workers as another process would.
func (p *post) workers(t *testing.T, look time.Duration) *jobs.Workers {
	t.Helper()
	db, err := postgres.Open(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	w, err := jobs.Start(context.WithoutCancel(t.Context()), db, jobs.Options{Log: slog.New(slog.DiscardHandler), Base: "https://vitrine.example", Look: look, Now: p.clock, Send: p.deliver})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close(context.Background()) })
	return w
}

func (p *post) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *post) deliver(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mails = append(p.mails, m)
	return nil
}

// came waits until everybody is reminded of this week and returns the mails since the last
// call, by address.
func (p *post) came(t *testing.T) map[string][]mail.Message {
	t.Helper()
	week := p.clock().AddDate(0, 0, -(int(p.clock().Weekday())+6)%7).Format(time.DateOnly)
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		var left int
		if err := p.conn.QueryRow(t.Context(), `select (select count(*) from users where reminders = 'weekly' and reminded_week < $1::date)
			+ (select count(*) from river_job where kind = 'reminder' and state <> 'completed')`, week).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			break
		}
		if time.Since(began) > 30*time.Second {
			t.Fatalf("%d reminders are left", left)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	all := map[string][]mail.Message{}
	for _, m := range p.mails {
		all[m.To] = append(all[m.To], m)
	}
	p.mails = nil
	return all
}

// Two processes look and send at the same time, again and again: everybody who wants it
// gets one mail a week, with what is due in their own account.
func TestRemindersComeOnceAWeek(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	p := newPost(t)
	p.member(t, 1, "Ada", "en")
	p.member(t, 1, "Grace", "de_DE")
	p.member(t, 1, "Edsger", "en")
	p.member(t, 2, "Barbara", "en")
	p.member(t, 3, "Idle", "en")
	p.exec(t, `update users set reminders = 'off' where first_name = 'Edsger'`)
	p.loan(t, 1, 11, "Leica", "2031-03-01")
	p.loan(t, 1, 12, "Nikon", "2031-03-20")
	p.loan(t, 1, 13, "Far away", "2031-09-01")
	p.loan(t, 2, 21, "Penny Black", "2031-03-09")
	p.copy(t, 1, 14, "Clock")
	p.exec(t, `insert into maintenance_records (account_id, id, copy_id, type, title, include_in_provenance, next_due_at) values (1, 14, 14, 'cleaning', 'x', false, '2031-02-01')`)
	p.exec(t, `insert into insurance_records (account_id, id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, ends_at, is_scheduled_item)
		values (1, 14, 14, 'Axa', 1, 'active', 'EUR', 'EUR', '2031-03-31', false)`)
	p.workers(t, 30*time.Millisecond)
	p.workers(t, 30*time.Millisecond)

	for week := range 3 {
		came := p.came(t)
		time.Sleep(300 * time.Millisecond) // several looks
		for to, more := range p.came(t) {
			came[to] = append(came[to], more...)
		}
		for to, want := range map[string]int{"ada@example.org": 1, "grace@example.org": 1, "barbara@example.org": 1, "edsger@example.org": 0, "idle@example.org": 0} {
			if n := len(came[to]); n != want {
				t.Fatalf("week %d: %s got %d mails, want %d", week, to, n, want)
			}
		}
		if week == 0 {
			wantTold(t, came)
		}
		p.mu.Lock()
		p.now = p.now.AddDate(0, 0, 7)
		p.mu.Unlock()
	}
}

func wantTold(t *testing.T, came map[string][]mail.Message) {
	t.Helper()
	for to, want := range map[string][]string{
		"ada@example.org":     {"Overdue loans\n- Leica · 1 Mar 2031", "Loans due\n- Nikon · 20 Mar 2031", "Maintenance due\n- Clock · 1 Feb 2031", "Insurance that ends\n- Clock · 31 Mar 2031", "Hello Ada Byron,", "https://vitrine.example/attention"},
		"grace@example.org":   {"Überfällige Leihen\n- Leica · 01.03.2031"},
		"barbara@example.org": {"Loans due\n- Penny Black · 9 Mar 2031"},
	} {
		_, text, html, err := mail.Render(came[to][0])
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s is not told %q:\n%s", to, w, text)
			}
		}
		foreign := []string{"Penny Black", "Far away"}
		if to == "barbara@example.org" {
			foreign = []string{"Leica", "Clock", "Nikon"}
		}
		for _, f := range foreign {
			if strings.Contains(text+html, f) {
				t.Errorf("%s is told of %s:\n%s", to, f, text)
			}
		}
		if to == "ada@example.org" && !strings.Contains(html, `href="https://vitrine.example/copies/11"`) {
			t.Errorf("the mail does not lead to the copy:\n%s", html)
		}
	}
}

// A member who leaves or changes their mind after the reminder was queued gets none, and a
// reminder of last week is not sent in this.
func TestReminderIsDroppedWhenNobodyWantsIt(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for i, name := range []string{"Ada", "Grace", "Barbara"} {
		p.member(t, 1, name, "en")
		p.loan(t, 1, 11+i, "Leica", "2031-03-01")
	}
	db, err := postgres.Open(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n, err := people.QueueReminders(t.Context(), db, "2031-03-03", 10); n != 3 || err != nil {
		t.Fatalf("%d are queued, %v", n, err)
	}
	p.exec(t, `delete from users where first_name = 'Ada'`)
	p.exec(t, `update users set reminders = 'off' where first_name = 'Grace'`)
	p.exec(t, `insert into river_job (args, kind, max_attempts) select jsonb_build_object('account_id', account_id, 'user_id', id, 'week', '2031-02-24'), 'reminder', 25 from users`)
	p.workers(t, time.Hour)
	if came := p.came(t); len(came) != 1 || len(came["barbara@example.org"]) != 1 {
		t.Errorf("mails came to %v", came)
	}
}

// However many look at once, each user is queued once, in pages, and a look that fails
// leaves its users to the next.
func TestRemindersAreQueuedOnce(t *testing.T) {
	t.Parallel()
	const users, page = 400, 37
	p := newPost(t)
	p.exec(t, `insert into accounts (id, name) select n, 'x' from generate_series(1, $1::int) n`, users)
	p.exec(t, `insert into users (account_id, role, first_name, last_name, email, password_hash, reminders)
		select n, 'owner', 'A', 'B', n || '@example.org', 'x', 'weekly' from generate_series(1, $1::int) n`, users)
	var all sync.WaitGroup
	var mu sync.Mutex
	var wrong []string
	total := 0
	for range 6 {
		db, err := postgres.Open(t.Context(), p.url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		all.Go(func() {
			for {
				n, err := people.QueueReminders(t.Context(), db, "2031-03-03", page)
				mu.Lock()
				total += n
				if err != nil || n > page {
					wrong = append(wrong, fmt.Sprint(n, err))
				}
				mu.Unlock()
				if n == 0 || err != nil {
					return
				}
			}
		})
	}
	all.Wait()
	var queued, distinct, marked int
	if err := p.conn.QueryRow(t.Context(), `select count(*), count(distinct args->>'user_id'), (select count(*) from users where reminded_week = '2031-03-03') from river_job where kind = 'reminder'`).
		Scan(&queued, &distinct, &marked); err != nil {
		t.Fatal(err)
	}
	if len(wrong) > 0 || !slices.Equal([]int{total, queued, distinct, marked}, []int{users, users, users, users}) {
		t.Errorf("%d were found, %d queued, %d different, %d marked; want %d each; %v", total, queued, distinct, marked, users, wrong)
	}
}

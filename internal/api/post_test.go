package api

import (
	"context"
	"log/slog"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/mail"
)

// post is a server that sends mail, with a letterbox for everybody.
type post struct {
	*harness
	mu    sync.Mutex
	mails []mail.Message
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{harness: newHarness(t, usual(t))}
	queue := p.DB.Jobs()
	inside(p.harness).accounts.Jobs = queue
	workers, err := jobs.Start(context.WithoutCancel(t.Context()), p.DB, jobs.Options{Send: p.deliver, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = workers.Close(context.Background()) }) // the tests check what is left undone
	return p
}

func (p *post) deliver(_ context.Context, m mail.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mails = append(p.mails, m)
	return nil
}

// came waits until no job is left and returns the mails since the last call.
func (p *post) came(t *testing.T) []mail.Message {
	t.Helper()
	for began := time.Now(); scalar[int](t, p.harness, `select count(*) from river_job where state <> 'completed'`) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatal("jobs are left undone")
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { p.mails = nil }()
	return p.mails
}

// wrote lists mails as "what to whom", in a fixed order.
func wrote(mails []mail.Message) []string {
	all := []string{}
	for _, m := range mails {
		all = append(all, m.What+" to "+m.To)
	}
	slices.Sort(all)
	return all
}

var mailedToken = regexp.MustCompile(`vt[a-z]_\w{49}`)

// tokenIn is the token of the link in the only mail of a kind.
func tokenIn(t *testing.T, mails []mail.Message, what string) string {
	t.Helper()
	found := ""
	for _, m := range mails {
		if m.What == what && found == "" {
			found = mailedToken.FindString(m.Data["link"])
		}
	}
	if found == "" {
		t.Fatalf("no token in a mail %s: %q", what, wrote(mails))
	}
	return found
}

package process

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// A demo lets visitors in by a click, and erases what they made when their hour is over. It registers
// nobody, and does not start with a mail server.
func TestADemoEndsByItself(t *testing.T) {
	t.Parallel()
	database, kept := pgtest.Migrated(t), inDirectory(t)
	mails := []string{"VITRINE_DEMO=1", "VITRINE_SMTP_URL=smtp://127.0.0.1:1", "VITRINE_MAIL_FROM=a@example.org", "VITRINE_PUBLIC_URL=http://localhost"}
	if out, err := command(database, mails, "serve").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "VITRINE_SMTP_URL: must be unset with VITRINE_DEMO") {
		t.Errorf("a demo with a mail server starts: %v\n%s", err, out)
	}
	v := serve(t, database, append(kept.env, "VITRINE_DEMO=1")...)
	if a, err := (&client{}).send("POST", v.url+"/api/register", registration(password)); err != nil || a.status == http.StatusCreated {
		t.Errorf("a demo registers: %d, %v", a.status, err)
	}
	guest := newVisitor(t)
	guest.sees(t, v.url+"/", nil, "Try it now")
	guest.sees(t, v.url+"/try", url.Values{}, "This is a trial. It is erased at", `href="/collections/`)
	if len(kept.hashes(t)) == 0 {
		t.Error("the sample has no photos")
	}
	scalar[int64](t, database, `with over as (update trials set ends_at = now() returning 1) select count(*) from over`)
	eventually(t, time.Minute, "the account is erased", func() bool {
		return scalar[int64](t, database, `select count(*) from accounts`) == 0 && len(kept.hashes(t)) == 0
	})
	guest.sees(t, v.url+"/", nil, "Try it now")
}

package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// lent makes an item of a name, and a loan of it that is due in some days.
func lent(t *testing.T, p *apitest.Person, name string, days int) (loan string) {
	t.Helper()
	collection := p.Make(t, "/api/collections", apitest.M{"name": "Lent", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+collection+"/items", apitest.M{"name": name})
	held := p.Make(t, "/api/items/"+item+"/copies", apitest.M{})
	return p.Make(t, "/api/copies/"+held+"/loans", apitest.M{"direction": "outgoing", "status": "active", "party": "Jo", "loaned_at": "2020-01-01", "due_at": inDays(days)})
}

func inDays(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }

// subscribed makes the address of a calendar and returns its path.
func subscribed(t *testing.T, p *apitest.Person) string {
	t.Helper()
	address := p.Send(t, "POST", "/api/me/calendar", nil).Want(t, http.StatusCreated).Dig(t, "data.attributes.url").(string)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return at.Path
}

var shownAddress = regexp.MustCompile(`<code id="token">https://vitrine\.example(/calendar/vtf_\w{49}\.ics)</code>`)

// A page makes the address, shows it once, and revokes it.
func TestCalendarOnThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: "https://vitrine.example"})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	b.get("/settings/calendar/revoke").leadsTo(t, "/settings/profile")
	b.get("/settings/profile").want(t, http.StatusOK, "No address yet.")
	s.stale(t)
	b.post("/settings/calendar", url.Values{}).want(t, http.StatusOK, "Confirm it is you")
	apitest.Exec(t, s.Harness, `update api_keys set proven_at = now() where kind = 'session'`)
	made := b.post("/settings/calendar", url.Values{}).want(t, http.StatusOK, "Copy the address now.")
	path := shownAddress.FindStringSubmatch(made.body)
	if path == nil {
		t.Fatal(made.body)
	}
	if page := b.get("/settings/profile").want(t, http.StatusOK, "Secret address"); strings.Contains(page.body, "vtf_") {
		t.Error("the address is shown again")
	}
	s.browser(t).get(path[1]).want(t, http.StatusOK, "BEGIN:VCALENDAR")
	again := shownAddress.FindStringSubmatch(b.post("/settings/calendar", url.Values{}).body)
	s.browser(t).get(path[1]).want(t, http.StatusNotFound)
	s.browser(t).get(again[1]).want(t, http.StatusOK)
	b.get("/settings/calendar/revoke").want(t, http.StatusOK, "Revoke the address")
	b.post("/settings/calendar/revoke", url.Values{}).leadsTo(t, "/settings/profile?saved")
	s.browser(t).get(again[1]).want(t, http.StatusNotFound)
	b.post("/settings/calendar/revoke", url.Values{}).leadsTo(t, "/settings/profile?saved")
	b.get("/log").want(t, http.StatusOK, "added the address of the calendar", "deleted the address of the calendar")
}

// The calendar shows the due dates of its user's account, in their language, and nothing of others.
func TestCalendarTellsWhatIsDue(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: "https://vitrine.example"})
	p, other := s.Owner(t), s.Owner(t)
	loan := lent(t, p, "Leica, “M6”; black\\silver", 400)
	lent(t, p, "Long ago", -100)
	lent(t, p, "Far away", 1000)
	lent(t, other, "Penny Black", 3)
	viewer := p.Join(t, identity.Viewer)
	viewer.Send(t, "PATCH", "/api/me", apitest.M{"locale": "de_DE"}).Want(t, http.StatusOK)
	path := subscribed(t, viewer)
	got := s.browser(t).get(path).want(t, http.StatusOK, "UID:loan-"+loan+"@vitrine.example\r\n", "SUMMARY:Leihe fällig: Leica\\, “M6”\\; black\\\\silver\r\n",
		"DTSTART;VALUE=DATE:"+strings.ReplaceAll(inDays(400), "-", "")+"\r\n", "URL:https://vitrine.example/copies/")
	if n := strings.Count(got.body, "BEGIN:VEVENT"); n != 1 || got.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || got.Header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%d events, %v:\n%s", n, got.Header, got.body)
	}
	tag := got.Header.Get("ETag")
	for _, sent := range []string{tag, "W/" + tag, `"x", ` + tag} {
		if same := s.browser(t).get(path, "If-None-Match", sent).want(t, http.StatusNotModified); same.body != "" || same.Header.Get("ETag") != tag {
			t.Errorf("%s: %v %q", sent, same.Header, same.body)
		}
	}
	if later := s.browser(t).get(path); later.body != got.body {
		t.Error("the same events are another text")
	}
	lent(t, p, "Nikon", 5)
	s.browser(t).get(path, "If-None-Match", tag).want(t, http.StatusOK, "Nikon")
	if head := s.browser(t).send("HEAD", path, nil).want(t, http.StatusOK); head.body != "" {
		t.Errorf("HEAD has a body: %q", head.body)
	}
}

// An address ends with its user and with a new password. It opens only the calendar, no other token
// opens it, and no log contains it.
func TestCalendarIsSecret(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var out bytes.Buffer
	s := newSite(t, apitest.Settings{Log: slog.New(slog.NewTextHandler(writer(func(b []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return out.Write(b)
	}), nil))})
	p := s.Owner(t)
	member := p.Join(t, identity.Editor)
	nobody := s.browser(t)
	path, ofMember := subscribed(t, p), subscribed(t, member)
	nobody.get(path).want(t, http.StatusOK)
	nobody.get(ofMember).want(t, http.StatusOK)
	token := strings.TrimSuffix(strings.TrimPrefix(path, "/calendar/"), ".ics")

	wrong := nobody.get("/calendar/"+identity.NewSecret(identity.CalendarPrefix)+".ics").want(t, http.StatusNotFound)
	for _, other := range []string{"/calendar/x.ics", "/calendar/" + token, "/calendar/" + p.Token + ".ics", path[:len(path)-5] + "x.ics"} {
		if got := nobody.get(other).want(t, http.StatusNotFound); got.body != wrong.body {
			t.Errorf("%s is answered in another way", other)
		}
	}
	for _, from := range []struct{ header, value string }{{"Authorization", "Bearer " + token}, {"Cookie", "vitrine=" + token + "; __Host-vitrine=" + token}} {
		nobody.get("/api/me", from.header, from.value).want(t, http.StatusUnauthorized)
		nobody.get("/settings/profile", from.header, from.value).want(t, http.StatusSeeOther)
	}
	if names := p.Send(t, "GET", "/api/administration/api", nil).Want(t, http.StatusOK).Dig(t, "data").([]any); len(names) != 1 {
		t.Errorf("the calendar is among the keys: %v", names)
	}

	p.Send(t, "DELETE", "/api/account/members/"+s.MemberID(t, member), nil).Want(t, http.StatusNoContent)
	nobody.get(ofMember).want(t, http.StatusNotFound)
	p.Send(t, "PUT", "/api/me/password", apitest.M{"current_password": apitest.Password, "password": "eight-yellow-spoons", "password_confirmation": "eight-yellow-spoons"}).Want(t, http.StatusNoContent)
	nobody.get(path).want(t, http.StatusNotFound)

	mu.Lock()
	defer mu.Unlock()
	if logged := out.String(); strings.Contains(logged, "vtf_") || !strings.Contains(logged, `route="GET /calendar/{secret}" status=200`) {
		t.Errorf("the log has the address, or not the request:\n%s", logged)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// Wrong addresses are limited by client. Right ones are limited by user, apart from the user's other
// limits.
func TestCalendarsAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{AuthLimit: 20, APILimit: 40})
	p, other := s.Owner(t), s.Owner(t)
	path, free := subscribed(t, p), subscribed(t, other)
	nobody := s.browser(t)
	for range 40 {
		nobody.get(path).want(t, http.StatusOK)
	}
	nobody.get(path).want(t, http.StatusTooManyRequests)
	nobody.get(free).want(t, http.StatusOK)
	p.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	for range 20 {
		nobody.get("/calendar/x.ics").want(t, http.StatusNotFound)
	}
	nobody.get("/calendar/x.ics").want(t, http.StatusTooManyRequests)
	nobody.get(free).want(t, http.StatusOK)
}

// A calendar has at most MaxDue entries of a kind.
func TestCalendarIsBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	lent(t, p, "Leica", 9)
	apitest.Exec(t, s.Harness, `
		insert into copies (account_id, item_id, status, quantity, search) select account_id, id, 'owned', 1, '' from items, generate_series(1, 700);
		insert into loans (account_id, copy_id, direction, status, party, loaned_at, due_at, include_in_provenance)
			select account_id, id, 'outgoing', 'active', 'x', '2020-01-01', current_date + 30, false from copies where status = 'owned'`)
	got := s.browser(t).get(subscribed(t, p)).want(t, http.StatusOK, "DTSTART;VALUE=DATE:"+strings.ReplaceAll(inDays(9), "-", ""))
	if n := strings.Count(got.body, "BEGIN:VEVENT"); n != 500 {
		t.Errorf("%d events", n)
	}
}

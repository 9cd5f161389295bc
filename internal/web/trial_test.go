package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// A visitor of a demo is let in by a click, into an account with a sample that nobody else sees. When its
// hour is over, it is erased with everything in it, and nobody else's.
func TestVisitorsTryADemo(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{Demo: true, Registration: "closed"})
	first, second := s.browser(t), s.browser(t)
	if page := first.get("/sign-in").want(t, http.StatusOK, `action="/try"`, "Try it now"); strings.Contains(page.body, `href="/register"`) {
		t.Error("a demo offers to register")
	}
	for _, b := range []*browser{first, second} {
		b.post("/try", url.Values{}).leadsTo(t, "/")
		b.get("/").want(t, http.StatusOK, "This is a trial. It is erased at")
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(distinct account_id)::int from collections`); n != 2 {
		t.Errorf("two visitors have collections in %d accounts", n)
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from users where email like 'visitor-%@example.org'`); n != 2 {
		t.Errorf("%d users are visitors", n)
	}
	end := func() int {
		t.Helper()
		n, err := s.pages.Accounts.EndTrials(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := end(); n != 0 {
		t.Errorf("%d trials end at once", n)
	}
	apitest.Exec(t, s.Harness, `update trials set ends_at = now() - interval '1 second' where account_id = (select min(account_id) from trials)`)
	if n := end(); n != 1 {
		t.Errorf("%d trials end, want 1", n)
	}
	first.get("/").leadsTo(t, "/sign-in")
	second.get("/").want(t, http.StatusOK, "This is a trial.")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from accounts`); n != 1 {
		t.Errorf("%d accounts are left", n)
	}
	apitest.Exec(t, s.Harness, `with made as (insert into accounts (name, currency) select 'x', 'EUR' from generate_series(1, 499) returning id) insert into trials (account_id, ends_at) select id, now() + interval '1 hour' from made`)
	s.browser(t).post("/try", url.Values{}).want(t, http.StatusServiceUnavailable, "Too many people are trying it right now.")
}

// Where no demo is, nobody is let in by a click, and no account can be ended.
func TestOnlyADemoLetsVisitorsTry(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	if page := b.get("/sign-in").want(t, http.StatusOK); strings.Contains(page.body, "/try") {
		t.Error("the page offers to try it")
	}
	b.post("/try", url.Values{}).want(t, http.StatusNotFound)
	owner := s.Owner(t)
	if got := apitest.Scalar[*int64](t, s.Harness, `select end_trial(max(id)) from accounts`); got != nil {
		t.Errorf("an account that is no trial was ended: %d", *got)
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from accounts`); n != 1 {
		t.Errorf("%d accounts are left, with %s", n, owner.Email)
	}
}

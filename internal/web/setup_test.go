package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

const setupCode = "a code of twelve"

// newcomers is a site that has no user yet.
func newcomers(t *testing.T, with apitest.Settings) *site {
	t.Helper()
	with.Registration, with.SetupCode = "setup", setupCode
	return newSite(t, with)
}

func firstUser(code string) url.Values {
	return url.Values{"code": {code}, "first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {apitest.Address()}, "password": {password}, "password_confirmation": {password},
		"locale": {"de_DE"}, "currency_code": {"CHF"}}
}

// The first visit leads to the code, the code to the owner, and the owner to the templates.
func TestTheFirstMinute(t *testing.T) {
	t.Parallel()
	s := newcomers(t, apitest.Settings{PublicURL: "https://vitrine.example"})
	b := s.browser(t)
	b.get("/").leadsTo(t, "/sign-in")
	b.get("/sign-in").leadsTo(t, "/setup")
	b.get("/register").want(t, http.StatusNotFound)
	b.get("/setup").want(t, http.StatusOK, "Setup code", `action="/setup/code"`)
	b.post("/setup/code", url.Values{"code": {"something else"}}).want(t, http.StatusUnprocessableEntity, "not the setup code", `value="something else"`)
	b.get("/setup?code=something").want(t, http.StatusUnprocessableEntity, "not the setup code")
	b.get("/setup?code="+url.QueryEscape(setupCode)).want(t, http.StatusOK, `name="password"`, `value="`+setupCode+`"`)
	b.post("/setup/code", url.Values{"code": {"A CODE-of-twelve"}}).want(t, http.StatusOK, `name="password"`, `value="A CODE-of-twelve"`, "/setup?code=A+CODE-of-twelve")
	wrong := firstUser(setupCode)
	wrong.Set("email", "nobody")
	wrong.Set("currency_code", "XXQ")
	page := b.post("/setup", wrong).want(t, http.StatusUnprocessableEntity, "not an email address", `value="nobody"`, `value="Mara"`, `value="`+setupCode+`"`)
	if strings.Contains(page.body, password) {
		t.Error("the password is shown again")
	}
	b.post("/setup", firstUser("something else")).want(t, http.StatusUnprocessableEntity, "not the setup code")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*) from users`); n != 0 {
		t.Fatalf("there are %d users before the first", n)
	}
	b.post("/setup", firstUser(setupCode)).leadsTo(t, "/")
	b.get("/").want(t, http.StatusOK, "Hallo, Mara", "Was sammeln Sie?")
	if got := apitest.Scalar[string](t, s.Harness, `select role || ' ' || locale || ' ' || currency from users join accounts on accounts.id = account_id`); got != "owner de_DE CHF" {
		t.Errorf("the first user is %s", got)
	}

	b.get("/settings/installation").want(t, http.StatusOK, "Diese Installation", "Es gibt noch keine Sicherung", "https://vitrine.example zu erreichen")
	apitest.Exec(t, s.Harness, `update users set operates = false`)
	b.get("/settings/installation").want(t, http.StatusNotFound)

	late := s.browser(t)
	late.get("/sign-in").want(t, http.StatusOK, "Welcome back")
	late.get("/setup").leadsTo(t, "/")
	late.get("/setup?code="+url.QueryEscape(setupCode)).leadsTo(t, "/")
	for _, path := range []string{"/setup/code", "/setup"} {
		late.post(path, firstUser(setupCode)).want(t, http.StatusUnprocessableEntity, "has a user already", `action="/sign-in"`)
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(*) from users`); n != 1 {
		t.Errorf("there are %d users", n)
	}
}

// Where anybody may register nothing is set up, and the page is not there.
func TestOpenInstallationsNeedNoCode(t *testing.T) {
	t.Parallel()
	b := newSite(t, apitest.Settings{SetupCode: setupCode}).browser(t)
	b.get("/sign-in").want(t, http.StatusOK, "Create an account")
	b.get("/setup?code="+url.QueryEscape(setupCode)).leadsTo(t, "/")
	b.post("/setup", firstUser(setupCode)).want(t, http.StatusUnprocessableEntity, "has a user already")
}

// A program is refused as where registration is closed, before and after.
func TestProgramsDoNotSetUp(t *testing.T) {
	t.Parallel()
	s := newcomers(t, apitest.Settings{})
	refused := func() {
		t.Helper()
		in := apitest.M{"first_name": "A", "last_name": "B", "email": apitest.Address(), "password": password, "password_confirmation": password, "code": setupCode}
		a := s.Nobody().Send(t, "POST", "/api/register", in).Want(t, http.StatusUnprocessableEntity)
		if message, _ := a.Dig(t, "errors.email.0").(string); !strings.Contains(message, "Registration is closed") {
			t.Errorf("it is told %q", message)
		}
	}
	refused()
	s.browser(t).post("/setup", firstUser(setupCode)).leadsTo(t, "/")
	refused()
}

// Codes cannot be tried at will, whichever way.
func TestCodesAreTriedSlowly(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]func(*browser) seen{
		"the link":       func(b *browser) seen { return b.get("/setup?code=x") },
		"the form":       func(b *browser) seen { return b.post("/setup/code", url.Values{"code": {"x"}}) },
		"the first user": func(b *browser) seen { return b.post("/setup", firstUser("x")) },
	} {
		b := newcomers(t, apitest.Settings{AuthLimit: 3}).browser(t)
		for range 3 {
			try(b).want(t, http.StatusUnprocessableEntity)
		}
		try(b).want(t, http.StatusTooManyRequests)
		b.get("/setup").want(t, http.StatusOK)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

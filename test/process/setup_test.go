package process

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// visitor follows links and fills forms as a browser does.
type visitor struct{ http.Client }

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{http.Client{Jar: jar}}
}

// sees opens a page, or sends a form if there is one, and requires texts.
func (v *visitor) sees(t *testing.T, page string, form url.Values, texts ...string) {
	t.Helper()
	var res *http.Response
	var err error
	if form == nil {
		res, err = v.Get(page)
	} else {
		res, err = v.PostForm(page, form)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	for _, text := range texts {
		if err != nil || !strings.Contains(string(body), text) {
			t.Fatalf("%s shows no %q: status %d, %v", page, text, res.StatusCode, err)
		}
	}
}

func firstUser(code string) url.Values {
	return url.Values{"code": {code}, "first_name": {"Ada"}, "last_name": {"Byron"}, "email": {"ada@example.org"}, "password": {password}, "password_confirmation": {password},
		"locale": {"en"}, "currency_code": {"EUR"}}
}

// firstMinute begins at the address that vitrine local prints, and ends with a collection. It returns
// the password of the first user.
func firstMinute(t *testing.T, v *instance) string {
	t.Helper()
	found := regexp.MustCompile(`http://localhost:\d+/setup\?code=([0-9A-Z-]{19})\n`).FindStringSubmatch(string(v.cmd.Stdout.(*journal).all()))
	if found == nil {
		t.Fatalf("it does not say where to begin:\n%s", v.cmd.Stdout.(*journal).all())
	}
	if a, err := (&client{}).ask("POST", v.url+"/api/register", registration(password)); err != nil || a.status != http.StatusUnprocessableEntity {
		t.Errorf("registering without the code: status %d: %s (%v)", a.status, a.body, err)
	}
	first := newVisitor(t)
	first.sees(t, v.url, nil, "Setup code")
	first.sees(t, v.url+"/setup?code="+found[1], nil, "Who are you?")
	first.sees(t, v.url+"/setup", firstUser(found[1]), "Hello, Ada", "What do you collect?")
	first.sees(t, v.url+"/start", url.Values{"template": {"comic"}}, "Comics")
	newVisitor(t).sees(t, v.url+"/setup", firstUser(found[1]), "has a user already")
	newVisitor(t).sees(t, v.url+"/setup?code="+found[1], nil, "Welcome back")
	return password
}

// Instances that start at once log one code, which any of them takes, until there is a user; none logs
// the code that an operator chose.
func TestInstancesLogOneCode(t *testing.T) {
	t.Parallel()
	const untold = "this installation has no user yet: the setup code makes the first"
	database, key := pgtest.Migrated(t), "VITRINE_SECRET_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
	env := []string{"VITRINE_REGISTRATION=setup", key, "VITRINE_PUBLIC_URL=https://vitrine.example.org", "VITRINE_LOG_LEVEL=info"}
	one, two := launch(t, database, env...), launch(t, database, env...)
	one.await(t)
	two.await(t)
	eventually(t, 20*time.Second, "both log a code", func() bool { return one.log.first(untold) != nil && two.log.first(untold) != nil })
	logged := one.log.first(untold)
	if logged == nil || logged["page"] != "https://vitrine.example.org/setup" || two.log.first(untold)["code"] != logged["code"] {
		t.Fatalf("they log\n%s\n%s", one.log.tail(5), two.log.tail(5))
	}
	own := serve(t, database, append(env, "VITRINE_SETUP_CODE=teapots for two")...)
	eventually(t, 20*time.Second, "the one with a code of its own logs", func() bool { return own.log.first(untold) != nil })
	if code := own.log.first(untold)["code"]; code != "that of VITRINE_SETUP_CODE" {
		t.Errorf("an operator's code is logged as %v", code)
	}
	newVisitor(t).sees(t, own.url+"/setup/code", url.Values{"code": {"teapots for two"}}, "Who are you?")
	operate(t, database, "user", "create", "--email=ada@example.org", "--first-name=Ada", "--last-name=Byron")
	newVisitor(t).sees(t, two.url+"/setup", firstUser(logged["code"].(string)), "has a user already")
	if late := serve(t, database, env...); late.log.first(untold) != nil {
		t.Error("there is a user, and a code is logged")
	}
}

// Who set an installation up sees whether mails leave, when it was backed up and where people come in.
func TestWhoSetsUpSeesWhatIsMissing(t *testing.T) {
	t.Parallel()
	database, box := pgtest.Migrated(t), newPostbox(t)
	env := []string{"VITRINE_REGISTRATION=setup", "VITRINE_SETUP_CODE=teapots for two"}
	v := serve(t, database, append(box.settings("VITRINE_PUBLIC_URL=http://vitrine.example"), env...)...)
	operator := newVisitor(t)
	operator.sees(t, v.url+"/setup", firstUser("teapots for two"), "Mail, backup and address", `href="/settings/installation"`)
	operator.sees(t, v.url+"/settings/installation", nil, "Mails can be sent.", "There is no backup yet.", "http://vitrine.example is not encrypted")
	box.close()
	operate(t, database, "backup", "--without-files", t.TempDir())
	operator.sees(t, v.url+"/settings/installation", nil, "The mail server does not take mails: ", "connection refused", "There is no backup yet.")
	operate(t, database, "backup", t.TempDir())
	operator.sees(t, v.url+"/settings/installation", nil, "The last backup was made on ")

	here := serve(t, database, env...)
	operator.sees(t, here.url+"/sign-in", url.Values{"email": {"ada@example.org"}, "password": {password}}, "What do you collect?")
	operator.sees(t, here.url+"/settings/installation", nil, "No mails are sent", "Only this machine reaches "+here.url)
}

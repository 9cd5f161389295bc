package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Owners can change every setting of the account, and the API shows the changes.
func TestAccountSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	b.get("/settings/account").want(t, http.StatusOK, `name="trash_retention_days"`, `value="USD"`, "Delete…")
	in := url.Values{"name": {""}, "currency_code": {"EUR"}, "photo_place": {"keep"}, "trash_retention_days": {"7"}, "public_sharing": {"1"},
		"uninsured_above": {"1.250,50"}, "under_insured_percent": {"80"}, "attention_days": {"400"}}
	b.post("/settings/account", in).want(t, http.StatusUnprocessableEntity, "Please fill this in.", `value="1.250,50"`, `value="EUR"`)
	in.Set("name", "Aalto & Co")
	b.post("/settings/account", in).want(t, http.StatusUnprocessableEntity, `id="attention_days-wrong"`)
	in.Set("attention_days", "14")
	b.post("/settings/account", in).leadsTo(t, "/settings/account?saved")
	b.get("/settings/account?saved").want(t, http.StatusOK, `value="Aalto &amp; Co"`, `value="1250.50"`, `value="7"`, `role="status"`)
	got := owner.Send(t, "GET", "/api/account", nil).Want(t, http.StatusOK)
	for name, want := range map[string]any{"name": "Aalto & Co", "currency_code": "EUR", "photo_place": "keep", "trash_retention_days": 7.0, "public_sharing": true,
		"uninsured_above": 125050.0, "under_insured_percent": 80.0, "attention_days": 14.0} {
		if value := got.Dig(t, "data.attributes."+name); value != want {
			t.Errorf("%s is %v, want %v", name, value, want)
		}
	}
	in.Del("public_sharing")
	in.Set("uninsured_above", "")
	b.post("/settings/account", in).leadsTo(t, "/settings/account?saved")
	got = owner.Send(t, "GET", "/api/account", nil)
	if got.Dig(t, "data.attributes.public_sharing") != false || got.Dig(t, "data.attributes.uninsured_above") != nil {
		t.Error("what was cleared is still there")
	}
}

// Other members see the settings without controls.
func TestAccountIsChangedByOwners(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	for _, role := range []identity.Role{identity.Viewer, identity.Editor} {
		b := s.signedIn(t, owner.Join(t, role))
		page := b.get("/settings/account").want(t, http.StatusOK, "USD", "Where photos were taken", "Days in the trash")
		for _, control := range []string{`action="/settings/account`, "/settings/account/delete"} {
			if strings.Contains(page.body, control) {
				t.Errorf("the %s sees %s", role, control)
			}
		}
		b.post("/settings/account", url.Values{"name": {"Mine"}, "currency_code": {"EUR"}}).want(t, http.StatusNotFound)
		b.get("/settings/account/delete").want(t, http.StatusNotFound)
		b.post("/settings/account/delete", url.Values{"password": {apitest.Password}}).want(t, http.StatusNotFound)
	}
	owner.Send(t, "GET", "/api/account", nil).Want(t, http.StatusOK)
}

// Deleting the account needs the password, however recent the last proof, and a code with a second
// factor. It ends all sessions.
func TestEraseAccountPage(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := newSite(t, apitest.Settings{Sealer: apitest.Sealer(t), Now: func() time.Time { return now }})
	owner := s.Owner(t)
	editor := s.signedIn(t, owner.Join(t, identity.Editor))
	owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	b := s.signedIn(t, owner)
	page := b.get("/settings/account/delete").want(t, http.StatusOK, "1 collection · 0 items", "all 2 members", "export first")
	if strings.Contains(page.body, `name="code"`) {
		t.Error("a code is asked for that nobody has")
	}
	b.post("/settings/account/delete", url.Values{}).want(t, http.StatusUnprocessableEntity, "Please fill this in.")
	b.post("/settings/account/delete", url.Values{"password": {"wrong"}}).want(t, http.StatusUnprocessableEntity, "This is not your password.")
	secret, _ := owner.Send(t, "POST", "/api/me/two-factor", apitest.M{"password": apitest.Password}).Want(t, http.StatusOK).Dig(t, "data.attributes.secret").(string)
	owner.Send(t, "POST", "/api/me/two-factor/confirm", apitest.M{"code": apitest.CodeAt(t, secret, now)}).Want(t, http.StatusOK)
	now = now.Add(time.Minute)
	b = s.browser(t)
	asked := b.post("/sign-in", url.Values{"email": {owner.Email}, "password": {apitest.Password}}).want(t, http.StatusUnprocessableEntity)
	pending := regexp.MustCompile(`name="pending" value="([^"]+)"`).FindStringSubmatch(asked.body)
	b.post("/sign-in/code", url.Values{"pending": pending[1:], "code": {apitest.CodeAt(t, secret, now)}}).leadsTo(t, "/")
	now = now.Add(time.Minute)
	b.post("/settings/account/delete", url.Values{"password": {apitest.Password}}).want(t, http.StatusUnprocessableEntity, `name="code"`, `id="code-wrong"`)
	b.post("/settings/account/delete", url.Values{"password": {apitest.Password}, "code": {apitest.CodeAt(t, secret, now)}}).leadsTo(t, "/sign-in?deleted")
	b.get("/sign-in?deleted").want(t, http.StatusOK, "The account is deleted")
	editor.get("/").leadsTo(t, "/sign-in")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from accounts`); n != 0 {
		t.Errorf("%d accounts are left", n)
	}
}

// Whoever changes the currency changes it for the collections that have it, unless they say otherwise.
func TestTheCurrencyChangesEverywhere(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	create := func(currency string) string {
		made := owner.Send(t, "POST", "/api/collections", map[string]any{"name": currency, "visibility": "private", "currency": currency}).Want(t, http.StatusCreated)
		return "/api/collections/" + made.Dig(t, "data.id").(string)
	}
	usd, gbp := create("USD"), create("GBP")
	in := url.Values{"name": {"Mine"}, "currency_code": {"EUR"}, "photo_place": {"keep"}, "trash_retention_days": {"7"}, "under_insured_percent": {"80"}, "attention_days": {"14"}, "collections_too": {"1"}}
	b.get("/settings/account").want(t, http.StatusOK, `name="collections_too"`)
	b.post("/settings/account", in).leadsTo(t, "/settings/account?saved")
	in.Del("collections_too")
	in.Set("currency_code", "CHF")
	b.post("/settings/account", in).leadsTo(t, "/settings/account?saved")
	for path, want := range map[string]string{usd: "EUR", gbp: "GBP"} {
		if got := owner.Send(t, "GET", path, nil).Dig(t, "data.attributes.currency"); got != want {
			t.Errorf("%s is in %v, want %s", path, got, want)
		}
	}
}

package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// signedIn is a browser of an existing user.
func (s *site) signedIn(t testing.TB, p *apitest.Person) *browser {
	t.Helper()
	b := s.browser(t)
	b.post("/sign-in", url.Values{"email": {p.Email}, "password": {apitest.Password}}).leadsTo(t, "/")
	return b
}

// A key is shown once and has the chosen rights, until it is revoked.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.post("/settings/keys", url.Values{"label": {""}}).want(t, http.StatusUnprocessableEntity, "Please fill this in.")
	s.stale(t)
	in := url.Values{"label": {"Backup"}, "scopes": {"read"}, "expires_at": {"30"}}
	b.post("/settings/keys", in).want(t, http.StatusOK, "Confirm it is you", `value="Backup"`)
	in["proof"], in["password"] = []string{"1"}, []string{password}
	page := b.post("/settings/keys", in).want(t, http.StatusOK, "It is not shown again.", "curl -H", "Read only")
	token := regexp.MustCompile(`id="token">(\w+)<`).FindStringSubmatch(page.body)[1]
	owner := &apitest.Person{Harness: s.Harness, Token: token}
	owner.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	owner.Send(t, "POST", "/api/locations", apitest.M{"name": "Shelf", "emoji": "📦"}).Want(t, http.StatusNotFound)
	list := b.get("/settings/keys").want(t, http.StatusOK, "Backup")
	if strings.Contains(list.body, token) {
		t.Error("the token is shown again")
	}
	revoke := regexp.MustCompile(`/settings/keys/\d+/revoke`).FindString(list.body)
	b.get(revoke).want(t, http.StatusOK, "Revoke “Backup”?")
	b.post(revoke, url.Values{}).leadsTo(t, "/settings/keys?saved")
	owner.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
}

// Owners change roles, invite and remove; the last owner stays.
func TestMembers(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	joined, b := owner.Join(t, identity.Viewer), s.signedIn(t, owner)
	list := b.get("/settings/members").want(t, http.StatusOK, joined.Email, "You")
	member := regexp.MustCompile(`action="(/settings/members/\d+)"`).FindStringSubmatch(list.body)[1]
	b.post(member, url.Values{"role": {"king"}}).want(t, http.StatusUnprocessableEntity, "choose one from the list")
	b.post(member, url.Values{"role": {"editor"}}).leadsTo(t, "/settings/members?saved")
	s.stale(t)
	b.post(member+"/remove", url.Values{}).want(t, http.StatusOK, "Confirm it is you")
	b.get(member+"/remove").want(t, http.StatusOK, "Remove Vita West?")
	b.post(member+"/remove", url.Values{"proof": {"1"}, "password": {apitest.Password}}).leadsTo(t, "/settings/members?saved")
	self := "/settings/members/" + owner.MemberID(t, owner)
	b.post(self, url.Values{"role": {"viewer"}}).want(t, http.StatusUnprocessableEntity, "needs another owner first")
	page := b.post("/settings/invitations", url.Values{"email": {"eva@example.org"}, "role": {"viewer"}}).want(t, http.StatusOK, "eva@example.org is invited", "/invitations/vti_")
	b.post("/settings/invitations", url.Values{"email": {"eva"}, "role": {"viewer"}}).want(t, http.StatusUnprocessableEntity, "not an email address", `value="eva"`)
	revoke := regexp.MustCompile(`/settings/invitations/\d+/revoke`).FindString(page.body)
	b.post(revoke, url.Values{}).leadsTo(t, "/settings/members?saved")
	if strings.Contains(b.get("/settings/members").body, "eva@example.org") {
		t.Error("the invitation is still there")
	}
}

// Non-owners see no controls for members, and cannot use them.
func TestMembersAreForOwners(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	id := owner.MemberID(t, owner)
	for _, role := range []identity.Role{identity.Viewer, identity.Editor} {
		b := s.signedIn(t, owner.Join(t, role))
		if strings.Contains(b.get("/settings/profile").want(t, http.StatusOK).body, "/settings/members") {
			t.Errorf("a link for owners is shown to the %s", role)
		}
		b.get("/settings/members").want(t, http.StatusNotFound)
		b.post("/settings/members/"+id, url.Values{"role": {"viewer"}}).want(t, http.StatusNotFound)
		b.post("/settings/members/"+id+"/remove", url.Values{}).want(t, http.StatusNotFound)
		b.post("/settings/invitations", url.Values{"email": {apitest.Address()}, "role": {"owner"}}).want(t, http.StatusNotFound)
	}
}

package api

import (
	"net/http"
	"testing"

	"vitrine/internal/identity"
)

// A demoted owner can neither see nor start imports of archives from that moment on, even though the
// role is cached. Nor can a restricted key of an owner.
func TestArchivesAreForThoseWhoAreOwners(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	id, _ := bring(t, d.Person, content)
	second := d.Join(t, identity.Owner)
	temporary, _ := makeKey(t, d.Person, M{"scopes": []string{"read", "write"}})
	for _, p := range []*person{second, temporary} { // and are cached
		p.Send(t, "GET", "/api/imports", nil).Want(t, http.StatusOK)
	}
	planOf(t, d.Person, id, M{})
	d.Send(t, "PUT", "/api/account/members/"+d.MemberID(t, second), M{"role": "editor"}).Want(t, http.StatusOK)
	all := d.Send(t, "GET", "/api/imports", nil).Dig(t, "meta.total").(float64)
	for name, p := range map[string]*person{"a former owner": second, "a restricted key": temporary} {
		same(t, "imports that "+name+" sees", p.Send(t, "GET", "/api/imports", nil).Dig(t, "meta.total"), all-1)
		for _, path := range []string{"", "/rows", "/report", "/preview"} {
			p.Send(t, "GET", "/api/imports/"+id+path, nil).Want(t, http.StatusNotFound)
		}
		p.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{}).Want(t, http.StatusNotFound)
		for _, act := range []string{"apply", "cancel", "revert"} {
			p.Send(t, "POST", "/api/imports/"+id+"/"+act, M{"plan": 1}).Want(t, http.StatusNotFound)
		}
		p.SendForm(t, "/api/imports", "archive.zip", content, nil).Want(t, http.StatusNotFound)
		p.Send(t, "POST", "/api/imports", M{"name": "x.zip", "size": 1 << 40, "sha256": zeros}).Want(t, http.StatusUnprocessableEntity)
		p.Send(t, "POST", "/api/exports", M{"kind": "archive"}).Want(t, http.StatusNotFound)
	}
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

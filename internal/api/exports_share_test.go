package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// finished pretends that all exports of an account were made, with so many bytes each.
func finished(t *testing.T, p *person, size int64) {
	t.Helper()
	apitest.Exec(t, p.Harness, fmt.Sprintf(`update exports set state = 'done', object = 'x' || id, size = %d, sha256 = sha256('x'), expires_at = now() + interval '1 day'
		where state = 'waiting' and account_id = (select account_id from users where email = '%s')`, size, p.Email))
}

// A viewer's packs, being made or kept, do not block those of others.
func TestPacksOfOthersAreNotInTheWay(t *testing.T) {
	t.Parallel()
	h, _ := depot(t, settings{})
	owner := h.Owner(t)
	viewer := owner.Join(t, identity.Viewer)
	item := owner.Make(t, "/api/collections/"+owner.Make(t, "/api/collections", M{"name": "Things", "visibility": "private"})+"/items", M{"name": "Thing"})
	owner.Make(t, "/api/items/"+item+"/copies", M{"status": "owned"})
	pack := M{"kind": "insurance_pack"}
	for range 3 {
		viewer.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusCreated)
		finished(t, viewer, 1)
	}
	viewer.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusUnprocessableEntity)
	owner.Send(t, "POST", "/api/exports", M{"kind": "archive"}).Want(t, http.StatusCreated)
	owner.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusConflict)
	finished(t, owner, 1)

	editor := owner.Join(t, identity.Editor)
	editor.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusCreated)
	editor.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusConflict)
	owner.Send(t, "POST", "/api/exports", pack).Want(t, http.StatusCreated)
}

// Kept exports may not exceed the account's quota.
func TestKeptExportsHaveABound(t *testing.T) {
	t.Parallel()
	h, _ := depot(t, settings{Quota: 1000})
	u, other := h.Owner(t), h.Owner(t)
	list := M{"kind": "list", "list": "items", "format": "csv"}
	u.Send(t, "POST", "/api/exports", list).Want(t, http.StatusCreated)
	finished(t, u, 999)
	second := u.Send(t, "POST", "/api/exports", list).Want(t, http.StatusCreated).ID(t)
	finished(t, u, 1)
	r := u.Send(t, "POST", "/api/exports", list).Want(t, http.StatusUnprocessableEntity)
	if r.Dig(t, "errors.account.0") == nil {
		t.Errorf("%s", r.Content)
	}
	other.Send(t, "POST", "/api/exports", list).Want(t, http.StatusCreated)
	u.Send(t, "DELETE", "/api/exports/"+second, nil).Want(t, http.StatusNoContent)
	u.Send(t, "POST", "/api/exports", list).Want(t, http.StatusCreated)
}

// Announced files count against the quota from the beginning.
func TestAnnouncedPartsCount(t *testing.T) {
	t.Parallel()
	size := int64(len(apitest.Picture()))
	h, _ := depot(t, settings{Quota: 2 * size})
	u := h.Owner(t)
	collection := u.Make(t, "/api/collections", M{"name": "Things", "visibility": "private"})
	announced := u.Make(t, "/api/imports", M{"name": "books.csv", "size": size + 1, "sha256": strings.Repeat("0", 64), "collection_id": collection})
	u.Upload(t, apitest.Picture()).Want(t, http.StatusUnprocessableEntity)
	u.Send(t, "POST", "/api/imports/"+announced+"/cancel", M{}).Want(t, http.StatusOK)
	u.Upload(t, apitest.Picture()).Want(t, http.StatusCreated)
}

package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// An owner orders an archive, sees its progress, downloads and deletes it. Others have no such page.
func TestArchivePage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.get("/settings/archive").want(t, http.StatusOK, "Make an archive", "vitrine archive verify FILE", `href="/settings/archive"`)
	b.send("POST", "/settings/archive", url.Values{"without_files": {"1"}}).want(t, http.StatusSeeOther)
	waiting := b.get("/settings/archive").want(t, http.StatusOK, "vitrine-archive-", "Waiting")
	if waiting.Header.Get("Refresh") == "" {
		t.Error("the page does not follow what is being made")
	}
	b.send("POST", "/settings/archive", url.Values{}).want(t, http.StatusUnprocessableEntity, "One is being made already.")
	apitest.Exec(t, s.Harness, `delete from exports where kind = 'list'`)
	apitest.Exec(t, s.Harness, `update exports e set state = 'done', object = f.object, size = f.size, sha256 = f.sha256, rows = 1, expires_at = now() + interval '7 days'
		from files f where f.account_id = e.account_id and f.id = (select min(id) from files where account_id = e.account_id)`)
	page := b.get("/settings/archive").want(t, http.StatusOK, "Download", ", until ")
	if page.Header.Get("Refresh") != "" {
		t.Error("the page comes again although nothing is being made")
	}
	_, rest, _ := strings.Cut(page.body, `href="/settings/archive/`)
	id, _, _ := strings.Cut(rest, "/file")
	file := b.get("/settings/archive/"+id+"/file").want(t, http.StatusOK)
	if !strings.Contains(file.Header.Get("Content-Disposition"), "vitrine-archive-") {
		t.Errorf("it is sent as %q", file.Header.Get("Content-Disposition"))
	}
	s.signedIn(t, w.Join(t, identity.Editor)).get("/settings/archive").want(t, http.StatusNotFound)
	b.send("POST", "/settings/archive/"+id+"/delete", url.Values{}).want(t, http.StatusSeeOther)
	b.get("/settings/archive").want(t, http.StatusOK, "There are none yet.")
}

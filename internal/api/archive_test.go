package api

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/portable"
)

// archive makes an archive, fetches it and finds it whole.
func archive(t *testing.T, p *person, body M) ([]byte, portable.Verified) {
	t.Helper()
	id, r := orderList(t, p, body)
	same(t, "state", r.Dig(t, "data.attributes.state"), "done")
	content := p.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK).Content
	found, err := portable.Verify(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(found.Findings) > 0 {
		t.Fatalf("the archive is not whole: %v %q", err, found.Findings)
	}
	same(t, "rows", r.Dig(t, "data.attributes.rows"), float64(found.Lines))
	p.Send(t, "DELETE", "/api/exports/"+id, nil).Want(t, http.StatusNoContent)
	return content, found
}

// An archive has a line for each object of the account, and its files, but no secrets.
func TestArchive(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Kept <secretly>", "tag_ids": []string{d.IDs["tag"]}})
	d.Make(t, "/api/items/"+item+"/copies", M{"quantity": 2, "location_id": d.IDs["location"]})
	gone := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "marked-trash"})
	d.Send(t, "DELETE", "/api/items/"+gone, nil).Want(t, http.StatusNoContent)
	d.Make(t, "/api/views", M{"name": "marked-view", "resource": "items"})
	_, key := makeKey(t, d.Person, M{"label": "marked-key"})

	content, found := archive(t, d.Person, M{"kind": "archive"})
	same(t, "parts", len(found.Manifest.Parts), len(portable.Parts))
	for _, e := range found.Manifest.Parts {
		part := strings.TrimSuffix(strings.TrimPrefix(e.Path, "data/"), ".jsonl")
		table := map[string]string{"account": "(select 1 as account_id)", "location_stays": "location_history"}[part]
		if table == "" {
			table = part
		}
		want := 1
		if part != "account" {
			want = scalar[int](t, d.Harness, `select count(*)::int from `+table+` where account_id = (select account_id from items where id = $1)`, item)
		}
		same(t, "lines of "+part, e.Rows, want)
		if want == 0 && part != "import_keys" {
			t.Errorf("the account has no %s", part)
		}
	}
	same(t, "files", found.Files > 0, true)
	for what, secret := range map[string]string{"an address": d.Email, "a token": d.Token, "another token": key.Dig(t, "token").(string), "a key": "marked-key", "a view": "marked-view", "the trash": "marked-trash"} {
		if bytes.Contains(unpackedAll(t, content), []byte(secret)) {
			t.Errorf("%s is in it", what)
		}
	}
	if !bytes.Contains(unpackedAll(t, content), []byte("Kept <secretly>")) {
		t.Error("the search for secrets finds nothing at all")
	}

	_, again := archive(t, d.Person, M{"kind": "archive"})
	same(t, "digest of the same", again.Manifest.Digest, found.Manifest.Digest)
	_, without := archive(t, d.Person, M{"kind": "archive", "without_files": true})
	same(t, "files without files", without.Files, 0)
	d.Send(t, "PATCH", "/api/items/"+item, M{"description": "changed"}).Want(t, http.StatusOK)
	_, changed := archive(t, d.Person, M{"kind": "archive"})
	if changed.Manifest.Digest == found.Manifest.Digest {
		t.Error("a change leaves the digest as it was")
	}
	same(t, "version with a policy", found.Manifest.Version, portable.Version)
	d.Send(t, "DELETE", "/api/policies/"+d.IDs["policy"], nil).Want(t, http.StatusNoContent)
	_, older := archive(t, d.Person, M{"kind": "archive"})
	newest := 0
	for _, p := range portable.Parts {
		if slices.ContainsFunc(older.Manifest.Parts, func(m portable.Entry) bool { return m.Path == p.Path() }) {
			newest = max(newest, p.Since)
		}
	}
	same(t, "version without one: that of its newest part", older.Manifest.Version, newest)
}

// unpackedAll is the bytes of all entries.
func unpackedAll(t *testing.T, content []byte) (all []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

// Only owners make archives; one is made at a time, and three are kept.
func TestArchivesAreFew(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	for _, p := range []*person{w.Join(t, identity.Editor), w.Join(t, identity.Viewer)} {
		p.Send(t, "POST", "/api/exports", M{"kind": "archive"}).Want(t, http.StatusNotFound)
	}
	writer, _ := makeKey(t, w.Person, M{"scopes": []string{"write"}})
	writer.Send(t, "POST", "/api/exports", M{"kind": "archive"}).Want(t, http.StatusNotFound)
	wrongOn(t, w.Send(t, "POST", "/api/exports", M{"kind": "archive", "without_files": "perhaps"}), "without_files")
	first := w.Make(t, "/api/exports", M{"kind": "archive"})
	r := w.Send(t, "POST", "/api/exports", M{"kind": "archive"}).Want(t, http.StatusConflict)
	same(t, "export", r.Dig(t, "export"), first)
	done := `update exports set state = 'done', object = id::text, size = 1, sha256 = sha256('x'), expires_at = now() + interval '1 day' where id = `
	for _, id := range []string{first, "", ""} {
		if id == "" {
			id = w.Make(t, "/api/exports", M{"kind": "archive"})
		}
		apitest.Exec(t, w.Harness, done+id)
	}
	wrongOn(t, w.Send(t, "POST", "/api/exports", M{"kind": "archive"}), "account")
	w.Make(t, "/api/exports", M{"kind": "list", "list": "items"})
	editor := w.Join(t, identity.Editor)
	editor.Send(t, "GET", "/api/exports/"+first, nil).Want(t, http.StatusNotFound)
	w.Send(t, "DELETE", "/api/exports/"+first, nil).Want(t, http.StatusNoContent)
	w.Make(t, "/api/exports", M{"kind": "archive"})
}

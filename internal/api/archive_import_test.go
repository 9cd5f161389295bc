package api

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/identity"
	"vitrine/internal/portable"
)

// bring sends an archive and waits until it is read.
func bring(t *testing.T, p *person, content []byte) (string, response) {
	t.Helper()
	id := p.SendForm(t, "/api/imports", "archive.zip", content, nil).Want(t, http.StatusCreated).ID(t)
	return id, ended(t, p, id)
}

// ended waits until no job works on an import.
func ended(t *testing.T, p *person, id string) response {
	t.Helper()
	return desk{world: &world{Person: p}}.settled(t, id)
}

// planOf plans an archive that is read.
func planOf(t *testing.T, p *person, id string, mapping M) response {
	t.Helper()
	p.Send(t, "PUT", "/api/imports/"+id+"/mapping", mapping).Want(t, http.StatusOK)
	r := ended(t, p, id)
	same(t, "state", r.Dig(t, "data.attributes.state"), "planned")
	return r
}

// carryOut applies the plan of an archive.
func carryOut(t *testing.T, p *person, id string, number any) response {
	t.Helper()
	p.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": number}).Want(t, http.StatusOK)
	r := ended(t, p, id)
	same(t, "state", r.Dig(t, "data.attributes.state"), "applied")
	return r
}

// counts compares what a plan counts.
func counts(t *testing.T, r response, want M) {
	t.Helper()
	for name, n := range want {
		if got := r.Dig(t, "data.attributes.plan."+name); got != n {
			t.Errorf("the plan counts %v as %s, want %v: %s", got, name, n, r.Content)
		}
	}
}

// sameParts compares two archives part by part, which tells more than their digests.
func sameParts(t *testing.T, got, want []byte, but ...string) {
	t.Helper()
	parts := func(content []byte) map[string]string {
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, f := range z.File {
			from, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(from)
			if err != nil {
				t.Fatal(err)
			}
			all[f.Name] = string(data)
		}
		return all
	}
	has, wants := parts(got), parts(want)
	for path, text := range wants {
		if path == "manifest.json" || has[path] == text || slices.Contains(but, path) {
			continue
		}
		lines := strings.Split(has[path], "\n")
		for _, line := range strings.Split(text, "\n") {
			if !slices.Contains(lines, line) {
				t.Errorf("%s lacks %s\nand has %s", path, line, has[path])
				break
			}
		}
	}
}

// Importing an archive into an empty account gives the same archive; importing it again changes nothing.
func TestArchiveComesBackEqual(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	keyed, _ := d.planned(t, "item_key,item_name\nkey-1,Keyed\n", M{})
	carryOut(t, d.Person, keyed, 1)
	place := ""
	for _, name := range []string{"House", "Room", "Shelf", "Box"} { // each in the one before
		body := M{"name": name}
		if place != "" {
			body["parent_id"] = place
		}
		place = d.Make(t, "/api/locations", body)
	}
	d.Send(t, "PATCH", "/api/account", M{"currency_code": "EUR", "attention_days": 12}).Want(t, http.StatusOK)
	content, found := archive(t, d.Person, M{"kind": "archive"})

	empty := d.Owner(t)
	id, r := bring(t, empty, content)
	same(t, "state", r.Dig(t, "data.attributes.state"), "ready")
	same(t, "format", r.Dig(t, "data.attributes.format"), "archive")
	r = planOf(t, empty, id, M{})
	counts(t, r, M{"error": 0.0, "update": 0.0, "skip": 0.0, "create": float64(found.Lines)})
	carryOut(t, empty, id, 1)
	came, again := archive(t, empty, M{"kind": "archive"})
	sameParts(t, came, content)
	same(t, "digest", again.Manifest.Digest, found.Manifest.Digest)

	id, _ = bring(t, empty, content)
	counts(t, planOf(t, empty, id, M{}), M{"create": 0.0, "update": 0.0, "skip": 0.0, "error": 0.0, "unchanged": float64(found.Lines)})
	carryOut(t, empty, id, 1)
}

// Objects that differ are kept, or overwritten if the mapping says so.
func TestArchiveThatDiffers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Thaler"})
	content, found := archive(t, d.Person, M{"kind": "archive"})
	d.Send(t, "PATCH", "/api/items/"+item, M{"description": "later"}).Want(t, http.StatusOK)
	id, _ := bring(t, d.Person, content)
	counts(t, planOf(t, d.Person, id, M{}), M{"create": 0.0, "update": 0.0, "skip": 1.0, "error": 0.0})
	r := d.Send(t, "GET", "/api/imports/"+id+"/rows?action=skip", nil).Want(t, http.StatusOK)
	same(t, "part", r.Dig(t, "data.0.attributes.part"), "items")
	same(t, "field", r.Dig(t, "data.0.attributes.changes.0.field"), "description")
	same(t, "from", r.Dig(t, "data.0.attributes.changes.0.from"), "later")
	wrongOn(t, d.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{"match": M{"differs": "perhaps"}}), "match.differs")
	counts(t, planOf(t, d.Person, id, M{"match": M{"differs": "update"}}), M{"create": 0.0, "update": 1.0, "skip": 0.0, "error": 0.0})
	carryOut(t, d.Person, id, 2)
	same(t, "description", d.Send(t, "GET", "/api/items/"+item, nil).Dig(t, "data.attributes.description"), nil)
	_, again := archive(t, d.Person, M{"kind": "archive"})
	same(t, "digest", again.Manifest.Digest, found.Manifest.Digest)
}

// Only owners may upload archives, from the first byte.
func TestArchiveIsForOwners(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	id, _ := bring(t, d.Person, content)
	editor := d.Join(t, identity.Editor)
	editor.SendForm(t, "/api/imports", "archive.zip", content, nil).Want(t, http.StatusNotFound)
	editor.Send(t, "GET", "/api/imports/"+id, nil).Want(t, http.StatusNotFound)
	editor.Send(t, "GET", "/api/imports/"+id+"/rows", nil).Want(t, http.StatusNotFound)
	editor.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{}).Want(t, http.StatusNotFound)
	editor.Send(t, "POST", "/api/imports/"+id+"/cancel", M{}).Want(t, http.StatusNotFound)
	same(t, "imports of an editor", editor.Send(t, "GET", "/api/imports", nil).Dig(t, "meta.total"), d.Send(t, "GET", "/api/imports", nil).Dig(t, "meta.total").(float64)-1)
	if !portable.Is(bytes.NewReader(content), int64(len(content))) {
		t.Error("it is no archive")
	}
}

// Reverting an archive moves everything it created to one trash entry, and restores what it changed.
func TestArchiveGoesBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	keyed, _ := d.planned(t, "item_key,item_name\nkey-1,Keyed\n", M{})
	carryOut(t, d.Person, keyed, 1)
	content, found := archive(t, d.Person, M{"kind": "archive"})
	empty := d.Owner(t)
	_, before := archive(t, empty, M{"kind": "archive"})
	id, _ := bring(t, empty, content)
	planOf(t, empty, id, M{})
	carryOut(t, empty, id, 1)
	revert := func(p *person, id string) response {
		p.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
		r := ended(t, p, id)
		same(t, "state", r.Dig(t, "data.attributes.state"), "reverted")
		return r
	}
	r := revert(empty, id)
	same(t, "left", r.Dig(t, "data.attributes.report.left"), 0.0)
	_, after := archive(t, empty, M{"kind": "archive"})
	same(t, "digest after taking back", after.Manifest.Digest, before.Manifest.Digest)
	entries := empty.Send(t, "GET", "/api/trash", nil).Want(t, http.StatusOK)
	same(t, "entries of the trash", entries.Dig(t, "meta.total"), 1.0)
	same(t, "object type", entries.Dig(t, "data.0.attributes.object_type"), "import")
	empty.Send(t, "POST", "/api/trash/"+entries.Dig(t, "data.0.id").(string)+"/restore", nil).Want(t, http.StatusOK)
	back, again := archive(t, empty, M{"kind": "archive"})
	sameButSettings(t, back, content)
	same(t, "lines of what came back", again.Lines, found.Lines)
}

// sameButSettings compares all parts but the account.
func sameButSettings(t *testing.T, got, want []byte) {
	t.Helper()
	sameParts(t, got, want, "data/account.jsonl")
}

// An archive is imported into an account with its own data: tags and conditions of the same names are
// reused, positions are made, and reverting leaves what others changed since.
func TestArchiveMeetsOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	p := d.Owner(t)
	tag := p.Make(t, "/api/tags", M{"name": "SILVER", "color": "#112233"})
	p.Make(t, "/api/item-conditions", M{"name": "Worn"})
	fine := p.Make(t, "/api/item-conditions", M{"name": "very fine"})
	content := sampleFile(t, "archive-v1.zip")
	id, _ := bring(t, p, content)
	counts(t, planOf(t, p, id, M{}), M{"create": 25.0, "skip": 2.0, "error": 0.0}) // settings too: there is no collection yet
	r := carryOut(t, p, id, 1)
	same(t, "conflicts", r.Dig(t, "data.attributes.report.conflict"), 0.0)
	item := p.Send(t, "GET", "/api/items?search=crown", nil).Want(t, http.StatusOK)
	same(t, "tags", item.Dig(t, "data.0.attributes.tag_ids"), []any{tag})
	held := p.Send(t, "GET", "/api/copies?search=C-1", nil).Want(t, http.StatusOK)
	same(t, "condition", held.Dig(t, "data.0.attributes.item_condition_id"), fine)
	same(t, "value", held.Dig(t, "data.0.attributes.estimated_value"), 2500.0)

	id2, _ := bring(t, p, content)
	counts(t, planOf(t, p, id2, M{"match": M{"differs": "update"}}), M{"create": 0.0, "update": 2.0, "error": 0.0})
	carryOut(t, p, id2, 1)
	same(t, "name of the tag", p.Send(t, "GET", "/api/tags/"+tag, nil).Dig(t, "data.attributes.name"), "silver")
	p.Send(t, "POST", "/api/imports/"+id2+"/revert", M{}).Want(t, http.StatusOK)
	same(t, "state", ended(t, p, id2).Dig(t, "data.attributes.state"), "reverted")
	same(t, "name of the tag", p.Send(t, "GET", "/api/tags/"+tag, nil).Dig(t, "data.attributes.name"), "SILVER")

	p.Send(t, "PATCH", "/api/items/"+item.Dig(t, "data.0.id").(string), M{"description": "looked at"}).Want(t, http.StatusOK)
	p.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
	r = ended(t, p, id)
	same(t, "state", r.Dig(t, "data.attributes.state"), "reverted")
	if left := r.Dig(t, "data.attributes.report.left").(float64); left < 2 {
		t.Errorf("%v lines are left, want the item and what it needs", left)
	}
	same(t, "items", p.Send(t, "GET", "/api/items", nil).Dig(t, "meta.total"), 1.0)
	same(t, "tags", p.Send(t, "GET", "/api/tags", nil).Dig(t, "meta.total"), 1.0)

	id3, _ := bring(t, p, content)
	r = planOf(t, p, id3, M{})
	if n, ok := r.Dig(t, "data.attributes.plan.codes.in_trash").(float64); !ok || n < 1 {
		t.Errorf("nothing is in the trash: %s", r.Content)
	}
}

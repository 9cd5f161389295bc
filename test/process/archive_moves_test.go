package process

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/testkind"
)

// scribbled is a text of so many bytes that nothing packs well.
func scribbled(seed uint64, size int) string {
	from := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for b.Len() < size-17 {
		fmt.Fprintf(&b, "%016x\n", from.Uint64())
	}
	return b.String()
}

// keep stores a document of a copy.
func (d *desk) keep(t *testing.T, held, content string) {
	t.Helper()
	if a, err := d.owner.ask("PUT", d.url+"/api/files/"+sumOf(content), content, "Content-Type", "application/octet-stream"); err != nil || a.status >= 300 {
		t.Fatalf("%d %s (%v)", a.status, a.body, err)
	}
	d.owner.must(t, http.StatusCreated, "POST", d.url+"/api/copies/"+held+"/documents", M{"document_type": "catalogue", "name": "Pages", "sha256": sumOf(content)})
}

// archived makes the archive of the account, and tells its digest.
func (d *desk) archived(t *testing.T, name string) portable.Verified {
	t.Helper()
	d.run(t, 0, "Wrote "+name, "export", "archive", "-o", name)
	f, err := os.Open(filepath.Join(d.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	about, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	found, err := portable.Verify(f, about.Size())
	if err != nil || len(found.Findings) > 0 {
		t.Fatalf("%s is not whole: %v %q", name, err, found.Findings)
	}
	return found
}

// An account moves to another installation, with a database and a store of its own, in an
// archive that is larger than any table may be: it comes in parts, and neither end holds it in
// memory. The other gives the same archive, and does not know it by anything but what is in it.
func TestALargeArchiveMovesToAnotherInstallation(t *testing.T) {
	testkind.Nightly(t, "TestLargeUploadsAreArchives", "TestArchiveComesBackEqual")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	const enough = "GOMEMLIMIT=160MiB" // so that garbage is not taken for what is held
	from, to := newDeskOf(t, program, enough), newDeskOf(t, program, enough)
	from.run(t, 0, "Imported", "import", sample("archive-v1.zip"), "--apply")
	held := scalar[string](t, from.database, `select id::text from copies limit 1`)
	const documents, each, limit = 13, 24 << 20, 256 << 20
	for n := range documents {
		from.keep(t, held, scribbled(uint64(n), each))
	}
	want := from.archived(t, "large.zip")
	made := peakMemory(t, from.v)
	about, err := os.Stat(filepath.Join(from.dir, "large.zip"))
	if err != nil || about.Size() < 300<<20 || want.Files != documents+2 {
		t.Fatalf("the archive has %d files: %v %v", want.Files, about, err)
	}

	large := filepath.Join(from.dir, "large.zip")
	to.run(t, 0, "Imported", "import", large, "--apply")
	brought := peakMemory(t, to.v)
	if got := to.archived(t, "again.zip"); got.Manifest.Digest != want.Manifest.Digest {
		t.Errorf("the digest is %s there and %s here", want.Manifest.Digest, got.Manifest.Digest)
	}
	to.run(t, 0, "0 new, 0 changed", "import", large)
	t.Logf("an archive of %d MiB: the one that made it had %d MiB at most, the one that took it in %d MiB", about.Size()>>20, made>>20, brought>>20)
	if made > limit || brought > limit {
		t.Errorf("at most %d MiB are allowed", limit>>20)
	}
	if n := to.count(t, "import_parts"); n != 0 {
		t.Errorf("%d parts are left", n)
	}
}

// Only an archive may be so large, which is told as soon as it can be known, and only as large as
// the account has room for.
func TestLargeUploadsAreArchives(t *testing.T) {
	t.Parallel()
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	const quota = 500 << 20
	d := newDeskOf(t, program, "VITRINE_STORAGE_QUOTA=500 MiB")
	announce := func(c *client, want int, size int64) answer {
		t.Helper()
		return c.must(t, want, "POST", d.url+"/api/imports", M{"name": "x.zip", "size": size, "sha256": strings.Repeat("0", 64)})
	}
	refused := func(a answer, field string) {
		t.Helper()
		var said struct{ Errors map[string][]string }
		if err := json.Unmarshal(a.body, &said); err != nil || said.Errors[field] == nil {
			t.Errorf("%s, want an error of %s", a.body, field)
		}
	}
	editor := d.owner.join(t, d.v, "editor")
	refused(announce(editor.client, http.StatusUnprocessableEntity, importing.MaxUpload+1), "size")
	refused(announce(d.owner.client, http.StatusUnprocessableEntity, quota+1), "file")
	id := announce(d.owner.client, http.StatusCreated, 300<<20).text(t, "data", "id")
	refused(announce(d.owner.client, http.StatusUnprocessableEntity, 300<<20), "file") // both would be too much
	a, err := d.owner.ask("PUT", d.url+"/api/imports/"+id+"/file", "a,b\n1,2\n", "Content-Type", "application/octet-stream", "Content-Range", fmt.Sprintf("bytes 0-7/%d", 300<<20))
	if err != nil || a.status != http.StatusUnprocessableEntity {
		t.Fatalf("%d %s (%v)", a.status, a.body, err)
	}
	refused(a, "file")
	d.owner.must(t, http.StatusOK, "POST", d.url+"/api/imports/"+id+"/cancel", M{})
	announce(d.owner.client, http.StatusCreated, 300<<20) // there is room again
}

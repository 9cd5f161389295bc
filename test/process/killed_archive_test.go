package process

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/portable"
	"vitrine/internal/testkind"
)

// The worker is killed at the statements of an archive's import, too, where files are stored
// before the lines that name them: the account gives the same archive in the end, and that of
// an empty account when it is taken back.
func TestKilledArchiveIsTheSame(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestExportIsTakenUp")
	k := newKilledImport(t)
	content, err := os.ReadFile(sample("archive-v1.zip"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := portable.Verify(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	empty := k.archived(t)
	k.upload(t, "archive.zip", string(content), nil)

	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/apply", M{"plan": 1})
	k.work(t, "applied")
	for what, n := range map[string]int{"import_rows where status = 'done'": int(want.Lines), "import_rows": int(want.Lines), "items": 2, "copies": 1, "photos": 1, "documents": 1,
		"import_keys": 1, "logs where action = 'item_created'": 2, "logs where action = 'copy_created'": 1, "logs where action = 'import_applied'": 1} {
		if got := k.count(t, what); got != n {
			t.Errorf("applied: %d of %s, want %d", got, what, n)
		}
	}
	if got := k.archived(t); got != want.Manifest.Digest {
		t.Errorf("applied: the digest is %s, want %s", got, want.Manifest.Digest)
	}

	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/revert", M{})
	k.work(t, "reverted")
	for what, n := range map[string]int{"import_rows where status = 'undone'": int(want.Lines), "items": 0, "copies": 0, "photos": 0, "documents": 0, "import_keys": 0, "trash_entries": 1,
		"trash_rows where relation = 'items'": 2, "logs where action = 'import_reverted'": 1} {
		if got := k.count(t, what); got != n {
			t.Errorf("taken back: %d of %s, want %d", got, what, n)
		}
	}
	if got := k.archived(t); got != empty {
		t.Errorf("taken back: the digest is %s, want that of the empty account, %s", got, empty)
	}
	t.Logf("killed %d times", k.kills)
	if k.kills < 20 {
		t.Errorf("killed only %d times: the moments did not come", k.kills)
	}
}

// archived is the digest of the account, by a worker that nobody disturbs.
func (k *killedImport) archived(t *testing.T) string {
	t.Helper()
	worker := begin(t, k.program, k.database, k.env, "worker")
	defer worker.kill()
	at := k.api.url + "/api/exports/" + k.must(t, http.StatusCreated, "POST", k.api.url+"/api/exports", M{"kind": "archive"}).text(t, "data", "id")
	eventually(t, 20*time.Second, "the archive is made", func() bool {
		return k.must(t, http.StatusOK, "GET", at, nil).text(t, "data", "attributes", "state") == "done"
	})
	content := string(k.must(t, http.StatusOK, "GET", at+"/file", nil).body)
	found, err := portable.Verify(strings.NewReader(content), int64(len(content)))
	if err != nil || len(found.Findings) > 0 {
		t.Fatalf("the archive is not whole: %v %q", err, found.Findings)
	}
	k.must(t, http.StatusNoContent, "DELETE", at, nil)
	return found.Manifest.Digest
}

package process

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// The drill with a bucket instead of a directory: a backup under writes, and a
// restore into another bucket. Then this one loses files.
func TestBackupDrillOfABucket(t *testing.T) {
	testkind.Nightly(t, "TestPlainOwnerBacksUpFiles")
	old, fresh, before, after := pgtest.Database(t), pgtest.Database(t), inBucket(t), inBucket(t)
	v := serve(t, old, before.env...)
	photos := photograph(t, v, v.at)
	eventually(t, 30*time.Second, "some work before the backup", func() bool { return photos.acts.Load() > 5 })
	path := filepath.Join(t.TempDir(), "bucket.backup")
	snapshot, _ := backupWatched(t, old, path, before.env, &photos.acts)
	photos.stop()
	if later := rowHashes(t, old, ""); later["files"] == snapshot["files"] {
		t.Error("nothing was written after the backup began; the drill proves nothing")
	}
	if out, err := command(fresh, after.env, "restore", path).CombinedOutput(); err != nil {
		t.Fatalf("restore: %v\n%s", err, out)
	}
	wantSame(t, rowHashes(t, fresh, ""), snapshot)
	wantSame(t, after.hashes(t), namedHashes(t, fresh))

	w := serve(t, fresh, after.env...)
	if shown := photos.look(t, w.url); shown == 0 {
		t.Error("none of the photos is shown")
	}
	lost := lose(t, after, 2)
	again := path + ".again"
	out, err := command(fresh, after.env, "backup", again).CombinedOutput()
	if code(err) != 3 || !slices.Contains(strings.Split(string(out), "\n"), again) {
		t.Errorf("a backup of a store that has lost files: %v, want exit code 3\n%s", err, out)
	}
	verified := operate(t, "", "backup", "--verify", again)
	for _, name := range lost {
		if !strings.Contains(string(out), "LOST "+name) || !strings.Contains(verified, "not in it: "+name) {
			t.Errorf("%s is not named:\n%s\n%s", name, out, verified)
		}
	}
	if out, err := command(fresh, after.env, "doctor").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "FAIL the store lacks 2 of ") {
		t.Errorf("the doctor misses nothing: %v\n%s", err, out)
	}
	if out, err := command(fresh, after.env, "restore", "--only-files", path).CombinedOutput(); err != nil || !strings.Contains(string(out), "Put back 2 files that were missing and 0 that were damaged; ") {
		t.Errorf("restore --only-files: %v\n%s", err, out)
	}
	wantSame(t, after.hashes(t), namedHashes(t, fresh))
	began := time.Now()
	if out, err := command(fresh, after.env, "backup", "--replace", "--without-files", again).CombinedOutput(); err != nil || !strings.Contains(string(out), "WITHOUT the ") {
		t.Errorf("without files: %v\n%s", err, out)
	}
	t.Logf("backed up without files in %s", time.Since(began).Round(time.Millisecond))
	if verified := operate(t, "", "backup", "--verify", again); !strings.Contains(verified, "made without files; its rows name ") {
		t.Errorf("verify says\n%s", verified)
	}
}

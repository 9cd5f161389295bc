package process

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Files on their way go to the disk of the files. An archive without room there fails before any work, and
// says so: nobody waits for it in vain.
func TestArchiveWithoutRoomSaysSo(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "VITRINE_SPOOL_LIMIT=4 MiB", "TMPDIR=")
	collection := d.newCollection(t, "Papers")
	item := d.owner.must(t, http.StatusCreated, "POST", d.url+"/api/collections/"+collection+"/items", M{"name": "Box"}).text(t, "data", "id")
	copied := d.owner.must(t, http.StatusCreated, "POST", d.url+"/api/items/"+item+"/copies", M{}).text(t, "data", "id")
	for n := range 3 {
		d.keep(t, copied, strings.Repeat(fmt.Sprint(n, " a note\n"), mebibyte/10))
	}
	id := d.owner.must(t, http.StatusCreated, "POST", d.url+"/api/exports", M{"kind": "archive"}).text(t, "data", "id")
	began := time.Now()
	a := d.owner.must(t, http.StatusOK, "GET", d.url+"/api/exports/"+id, nil, "Prefer", "wait=10")
	for a.text(t, "data", "attributes", "state") == "working" || a.text(t, "data", "attributes", "state") == "waiting" {
		if time.Since(began) > 30*time.Second {
			t.Fatalf("it is still tried: %s", a.body)
		}
		a = d.owner.must(t, http.StatusOK, "GET", d.url+"/api/exports/"+id, nil, "Prefer", "wait=10")
	}
	if a.text(t, "data", "attributes", "state") != "failed" || a.text(t, "data", "attributes", "error", "code") != "no_room" || !strings.Contains(string(a.body), "Ask whoever runs this installation to make room") {
		t.Errorf("the archive ended as %s", a.body)
	}
	if d.run(t, 0, "Wrote", "export", "archive", "--without-files"); !d.v.log.contains("there is no room for an export") {
		t.Error("the log does not say that there is no room")
	}
}

// Uploads of one user, or of four, do not fill the disk that everybody's pass through.
func TestUploadsLeaveRoomForOthers(t *testing.T) {
	testkind.WatchesTheClock(t)
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	c := command(pgtest.Migrated(t), []string{"VITRINE_FILES=" + t.TempDir(), "TMPDIR=" + disk, "PATH=" + os.Getenv("PATH")})
	c.Path, err = exec.LookPath("unshare")
	c.Args = []string{"unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=96m vitrine-test "$TMPDIR" && exec "$0" serve`, program}
	if err != nil || exec.Command(c.Path, "-rm", "sh", "-c", "mount -t tmpfs vitrine-test "+disk).Run() != nil {
		t.Logf("a disk cannot be mounted here: %v", err)
		return
	}
	v := start(t, c)
	v.await(t)
	const many = 30
	large := bytes.Repeat([]byte("a text\n"), 5*mebibyte/7)
	small := strings.Repeat("a note\n", 3*mebibyte/7)
	bystander := newcomer(t, v)
	upload := fmt.Sprintf("PUT /api/files/%x HTTP/1.1\r\nContent-Type: application/octet-stream\r\nAuthorization: Bearer ", sha256.Sum256(large))
	var all []held
	for nth := range 4 {
		all = append(all, hold(t, v, many, upload+newcomer(t, v).token, large)...)
		time.Sleep(200 * time.Millisecond) // what the kernel holds is read
		if a, err := bystander.ask("PUT", v.url+"/api/files/"+sumOf(small), small, "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusCreated && a.status != http.StatusOK {
			t.Errorf("beside %d users an upload of another was answered %d %s (%v)", nth+1, a.status, a.body, err)
		}
		if a, err := bystander.ask("GET", v.url+"/api/items/export", ""); err != nil || a.status != http.StatusOK {
			t.Errorf("beside %d users a list of another was answered %d %s (%v)", nth+1, a.status, a.body, err)
		}
	}
	end(all, time.Second)
}

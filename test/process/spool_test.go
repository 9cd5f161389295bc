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

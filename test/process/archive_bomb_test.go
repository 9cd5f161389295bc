package process

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// bombed is an archive that lists so many tags of which none is right. It is small, and unpacks
// to hundreds of megabytes.
func bombed(t *testing.T, lines int) []byte {
	t.Helper()
	z, err := zip.OpenReader(sample("archive-v1.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	line := `{"color":"","created_at":"","name":"` + strings.Repeat("n", 200) + `","updated_at":"","uuid":""}` + "\n"
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.Create(f.Name)
		switch {
		case err != nil:
		case f.Name == "data/tags.jsonl":
			for range lines / 1000 {
				_, err = io.WriteString(to, strings.Repeat(line, 1000))
			}
		case f.Name == "manifest.json":
			told := regexp.MustCompile(`("path":"data/tags.jsonl","rows":)\d+(,"sha256":"\w+","size":)\d+`)
			_, err = to.Write(told.ReplaceAll(content, fmt.Appendf(nil, "${1}%d${2}%d", lines, lines*len(line))))
		default:
			_, err = to.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An archive that is made to have millions of findings is verified and refused within bounds:
// of memory, and of what is told.
func TestABombIsRefusedWithinBounds(t *testing.T) {
	testkind.Nightly(t, "TestBombsNeedLittleMemory")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{dir: t.TempDir(), database: ""}
	const lines, limit = 400_000, 192 << 20
	content := bombed(t, lines)
	if len(content) > 8<<20 {
		t.Fatalf("the archive has %d bytes", len(content))
	}
	d.write(t, "bomb.zip", string(content))
	c := d.command("archive", "verify", filepath.Join(d.dir, "bomb.zip"))
	c.Path = program
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	peak, ended := 0, make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for waiting := true; waiting; {
		select {
		case err = <-ended:
			waiting = false
		case <-time.After(5 * time.Millisecond):
			now, _ := peakOf(c.Process.Pid) // none, once it has ended
			peak = max(peak, now)
		}
	}
	if code(err) != 1 {
		t.Fatalf("it ended with %d", code(err))
	}
	said := strings.Split(out.String(), "\n")
	if len(said) > 250 || !strings.Contains(out.String(), "data/tags.jsonl: and ") {
		t.Errorf("it said %d lines, the last are %q", len(said), said[max(0, len(said)-5):])
	}
	if peak == 0 || peak > limit {
		t.Errorf("verifying took %d MiB of memory, at most %d are allowed", peak>>20, limit>>20)
	} else {
		t.Logf("verifying took %d MiB of memory", peak>>20)
	}

	v := newDeskOf(t, program)
	before := peakMemory(t, v.v)
	id := v.owner.must(t, http.StatusCreated, "POST", v.url+"/api/imports", M{"name": "bomb.zip", "size": len(content), "sha256": sumOf(string(content)), "format": "archive"}).text(t, "data", "id")
	if a, err := v.owner.ask("PUT", v.url+"/api/imports/"+id+"/file", string(content), "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %s (%v)", a.status, a.body, err)
	}
	eventually(t, time.Minute, "the import has failed", func() bool { state, _ := v.state(t); return state == "failed" })
	var told struct {
		Code, Message string
	}
	if err := json.Unmarshal([]byte(scalar[string](t, v.database, `select error::text from imports`)), &told); err != nil || told.Code != "archive_damaged" || len(told.Message) > 2000 {
		t.Errorf("%+v (%v)", told, err)
	}
	if peak := peakMemory(t, v.v); peak-before > limit {
		t.Errorf("reading took %d MiB of memory, at most %d are allowed", (peak-before)>>20, limit>>20)
	} else {
		t.Logf("reading took %d MiB of memory, after %d", (peak-before)>>20, before>>20)
	}
	if n := v.count(t, "import_rows"); n != 0 {
		t.Errorf("%d lines are staged", n)
	}
}

package process

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// inZIP is a ZIP of headers, each with a content.
func inZIP(t *testing.T, entries ...any) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		header, named := entries[i].(*zip.FileHeader)
		if !named {
			header = &zip.FileHeader{Name: entries[i].(string), Method: zip.Deflate}
		}
		w, err := z.CreateHeader(header)
		if err == nil {
			_, err = w.Write([]byte(entries[i+1].(string)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func stored(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(sample("bad/" + name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// laughs is a document whose entities are a billion times as large as it is.
func laughs() string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE l [<!ENTITY l0 \"ha\">")
	for n := 1; n < 10; n++ {
		fmt.Fprintf(&b, "<!ENTITY l%d %q>", n, strings.Repeat("&l"+strconv.Itoa(n-1)+";", 10))
	}
	b.WriteString("]><l><r><x>&l9;</x></r></l>")
	return b.String()
}

// sheet is a spreadsheet that claims to be as large as one can be.
func sheet(t *testing.T, rows string) string {
	t.Helper()
	return inZIP(t, "xl/workbook.xml", `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>`+rows+`</sheetData></worksheet>`)
}

// A stranger's file that would need more than the service has is refused by its code, soon, and
// in little memory. Another account's file is nobody's.
func TestHostileImportsNeedLittle(t *testing.T) {
	testkind.Nightly(t, "TestHostileFilesNeedLittleMemory")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	v := begin(t, program, pgtest.Migrated(t), []string{"VITRINE_FILES=" + t.TempDir()}, "serve")
	v.await(t)
	owner, other := newcomer(t, v), newcomer(t, v)
	collection := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Coins", "visibility": "private"}).text(t, "data", "id")
	link := &zip.FileHeader{Name: "link.jpg"}
	link.SetMode(fs.ModeSymlink | 0o777)
	table := "name,price\nVase,1\n"
	many := []any{"a.csv", table}
	for n := range 10_000 {
		many = append(many, fmt.Sprint(n, ".jpg"), "")
	}
	const mib = 1 << 20
	owner.imports(t, v, collection, "first.csv", table) // what the first one needs is there afterwards
	for _, c := range []struct{ name, content, end string }{
		{"columns.csv", strings.Repeat("x,", 10_000) + "\n1\n", "too_many_columns"},
		{"line.csv", "name,price\n" + strings.Repeat("x", 150*mib), "ready"},
		{"header.csv", strings.Repeat("x", 40*mib), "ready"},
		{"quote.csv", "name,price\n\"" + strings.Repeat("x,\n", 10*mib), "unclosed_quote"},
		{"nul.csv", "name,price\nVa\x00se,1\n" + strings.Repeat("\x00", mib), "ready"},
		{"nul.json", `[{"name":"Va\u0000se"}]`, "ready"},
		{"slip.zip", inZIP(t, "a.csv", table, "../x.jpg", "x"), "unsafe_archive"},
		{"link.zip", inZIP(t, "a.csv", table, link, "/etc/passwd"), "unsafe_archive"},
		{"nested.zip", inZIP(t, "a.csv", table, "b.zip", inZIP(t, "a.csv", table)), "unsafe_archive"},
		{"entries.zip", inZIP(t, many...), "unsafe_archive"},
		{"ratio.zip", inZIP(t, "a.csv", "a,b\n"+strings.Repeat("0", 150*mib)), "unsafe_archive"},
		{"bomb.zip", stored(t, "bomb.zip"), "unsafe_archive"},
		{"bomb.xlsx", stored(t, "bomb.xlsx"), "unsafe_archive"},
		{"corner.xlsx", sheet(t, `<row r="1"><c r="A1" t="str"><v>name</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>`), "ready"},
		{"wide.xlsx", sheet(t, `<row r="1"><c r="A1" t="str"><v>name</v></c><c r="XFD1" t="str"><v>x</v></c></row>`), "too_many_columns"},
		{"laughs.xml", laughs(), "xml_entities"},
		{"deep.json", strings.Repeat(`[`, 10_000) + strings.Repeat("]", 10_000), "too_deep"},
		{"objects.json", `[` + strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000) + "]", "too_deep"},
	} {
		before := v.anew(t)
		took, end := owner.imports(t, v, collection, c.name, c.content)
		grown := (peakMemory(t, v) - before) / mib
		t.Logf("%s: %s in %v, %d MiB", c.name, end, took, grown)
		if end != c.end || took > 20*time.Second || grown > 128 {
			t.Errorf("%s ends as %s in %v with %d MiB more, want %s within 20 s and 128 MiB", c.name, end, took, grown, c.end)
		}
	}
	sum := sumOf(table)
	if a, err := other.ask("POST", v.url+"/api/imports", `{"name":"a.csv","sha256":"`+sum+`"}`); err != nil || a.status != http.StatusUnprocessableEntity || strings.Contains(string(a.body), "Vase") {
		t.Errorf("another account's file: %d %s (%v)", a.status, a.body, err)
	}
}

// imports sends a file, waits until it is read, tells how long that took and what became of it,
// and gives it up.
func (p *person) imports(t *testing.T, v *instance, collection, name, content string) (took time.Duration, end string) {
	t.Helper()
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	_ = form.WriteField("collection_id", collection) // to memory
	if _, err := form.CreateFormFile("file", name); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest("POST", v.url+"/api/imports", io.MultiReader(&head, strings.NewReader(content), strings.NewReader("\r\n--"+form.Boundary()+"--\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + p.token}, "Content-Type": {form.FormDataContentType()}}
	res, err := http.DefaultClient.Do(req) // a large one takes a while
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %s %s (%v)", name, res.Status, body, err)
	}
	address := v.url + "/api/imports/" + answer{body: body}.text(t, "data", "id")
	began := time.Now()
	eventually(t, time.Minute, name+" is read", func() bool {
		a := p.must(t, http.StatusOK, "GET", address, nil)
		if end = a.text(t, "data", "attributes", "state"); end == "failed" {
			end = a.text(t, "data", "attributes", "error", "code")
		}
		return end != "reading" && end != "uploading"
	})
	took = time.Since(began)
	if end == "ready" {
		p.must(t, http.StatusOK, "POST", address+"/cancel", M{})
	}
	return took, end
}

// anew begins to look for the most memory of a process, and tells what it has now.
func (i *instance) anew(t *testing.T) int {
	t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", i.cmd.Process.Pid), []byte("5"), 0); err != nil {
		t.Logf("memory is looked at on Linux only: %v", err)
	}
	return peakMemory(t, i)
}

// While the disk of temporary files is full, downloads and uploads are refused for the moment, and an
// export fails at once; when there is room again, all of them work.
func TestFullDiskIsToldAndPasses(t *testing.T) {
	testkind.WatchesTheClock(t)
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	c := command(pgtest.Migrated(t), []string{"VITRINE_FILES=" + t.TempDir(), "TMPDIR=" + disk, "PATH=" + os.Getenv("PATH")})
	c.Path, err = exec.LookPath("unshare")
	c.Args = []string{"unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=16m vitrine-test "$TMPDIR" && exec "$0" serve`, program}
	if err != nil || exec.Command(c.Path, "-rm", "sh", "-c", "mount -t tmpfs vitrine-test "+disk).Run() != nil {
		t.Logf("a disk cannot be mounted here: %v", err)
		return
	}
	v := start(t, c)
	v.await(t)
	owner := newcomer(t, v)
	collection := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Coins", "visibility": "private"}).text(t, "data", "id")
	owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections/"+collection+"/items", M{"name": "Ducat"})
	table := "name,price\nVase,1\n"
	sent := owner.must(t, http.StatusCreated, "POST", v.url+"/api/imports", M{"name": "a.csv", "size": len(table), "sha256": sumOf(table), "collection_id": collection}).text(t, "data", "id")

	ballast := fmt.Sprintf("/proc/%d/root%s/ballast", v.cmd.Process.Pid, disk)
	if err := os.WriteFile(ballast, make([]byte, 32<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk did not fill: %v", err)
	}
	if a, err := owner.ask("GET", v.url+"/api/items/export", ""); err != nil || a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("a list on a full disk: %d %s (%v)", a.status, a.body, err)
	}
	if a, err := owner.ask("PUT", v.url+"/api/imports/"+sent+"/file", table, "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusServiceUnavailable {
		t.Errorf("an upload on a full disk: %d %s (%v)", a.status, a.body, err)
	}
	list := owner.must(t, http.StatusCreated, "POST", v.url+"/api/exports", M{"kind": "list", "list": "items"}).text(t, "data", "id")
	state := func(path string) string {
		return owner.must(t, http.StatusOK, "GET", v.url+path, nil).text(t, "data", "attributes", "state")
	}
	eventually(t, 20*time.Second, "the list is told to have no room", func() bool { return state("/api/exports/"+list) == "failed" })
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if a, err := owner.ask("PUT", v.url+"/api/imports/"+sent+"/file", table, "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusOK {
		t.Errorf("an upload when there is room again: %d %s (%v)", a.status, a.body, err)
	}
	eventually(t, 60*time.Second, "the import is ready", func() bool { return state("/api/imports/"+sent) == "ready" })
	list = owner.must(t, http.StatusCreated, "POST", v.url+"/api/exports", M{"kind": "list", "list": "items"}).text(t, "data", "id")
	eventually(t, 60*time.Second, "the next list is made", func() bool { return state("/api/exports/"+list) == "done" })
	owner.must(t, http.StatusOK, "GET", v.url+"/api/items/export", nil)
}

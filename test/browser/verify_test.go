package browser

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// Whoever was handed a pack chooses a file of it and sees whether it is as it was made. Nothing
// leaves the browser: it asks for nothing once the file is chosen.
func TestPackIsVerifiedInTheBrowser(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	p.Make(t, "/api/items/"+p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"})+"/copies", apitest.M{"identifier": "700001"})
	address, files := packOf(t, p)

	b := s.open(t, true)
	b.visit(address)
	b.shows("schedule.pdf", "schedule.csv")
	asked, listening := new(atomic.Int64), chromedp.Events(b.ctx, network.RequestWillBeSent)
	go func() {
		for range listening {
			asked.Add(1)
		}
	}()
	dir := t.TempDir()
	forged := bytes.Replace(files["schedule.csv"], []byte("Leica"), []byte("Laica"), 1)
	for _, c := range []struct {
		name, says string
		content    []byte
	}{
		{"schedule.pdf", "schedule.pdf", files["schedule.pdf"]},
		{"renamed.bin", "schedule.csv", files["schedule.csv"]},
		{"forged.csv", "", forged},
		{"large.bin", "", bytes.Repeat([]byte("x"), 9<<20)}, // in pieces
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		b.do(chromedp.SetUploadFiles(`#file`, []string{path}))
		want := "note wrn"
		if c.says != "" {
			want = "note ok"
		}
		got := ""
		for began := time.Now(); time.Since(began) < patience && (got == "" || got == "note"); time.Sleep(20 * time.Millisecond) {
			got = evaluate[string](b, `document.getElementById("verdict").hidden ? "" : document.getElementById("verdict").className`)
		}
		said := evaluate[string](b, `document.getElementById("verdict").textContent`)
		if got != want || !strings.Contains(said, c.says) {
			t.Errorf("%s: %q is said as %q, want %q with %q", c.name, said, got, want, c.says)
		}
		evaluate[bool](b, `(document.getElementById("verdict").hidden = true)`)
	}
	time.Sleep(300 * time.Millisecond) // a request that waits would come
	if n := asked.Load(); n != 0 {
		t.Errorf("the browser sent %d requests after a file was chosen", n)
	}
	b.visit(address) // the counter counts
	if asked.Load() == 0 {
		t.Error("no request is ever counted")
	}
	b.check("verify")

	quiet := s.open(t, false)
	quiet.visit(address)
	quiet.shows("schedule.pdf")
}

// packOf makes a pack, and returns where it is verified and what is in it.
func packOf(t *testing.T, p *apitest.Person) (address string, files map[string][]byte) {
	t.Helper()
	id := p.Send(t, "POST", "/api/exports", apitest.M{"kind": "insurance_pack", "locale": "en"}).Want(t, http.StatusCreated).ID(t)
	made := p.Send(t, "GET", "/api/exports/"+id, nil, "Prefer", "wait=20").Want(t, http.StatusOK)
	for began := time.Now(); made.Dig(t, "data.attributes.state") != "done"; made = p.Send(t, "GET", "/api/exports/"+id, nil, "Prefer", "wait=20").Want(t, http.StatusOK) {
		if time.Since(began) > time.Minute {
			t.Fatalf("the pack is not made: %s", made.Content)
		}
	}
	at, err := url.Parse(made.Dig(t, "data.attributes.verification_url").(string))
	if err != nil {
		t.Fatal(err)
	}
	content := p.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK).Content
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return at.Path, files
}

package browser

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

const under = "/vitrine"

// behindNginx is a tab on a site that nginx shows under a path, by the file in deploy. What is asked
// outside that path is a mistake, as are other origins.
func behindNginx(t *testing.T) (*site, *tab) {
	t.Helper()
	program := installed("nginx", "/usr/sbin/nginx")
	if program == "" {
		t.Skip("NOT RUN: nginx is not installed (Debian: apt-get install nginx)")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	front := l.Addr().String()
	l.Close()
	s := newSiteWith(t, apitest.Settings{PublicURL: "http://" + front + under})
	shipped, err := os.ReadFile("../../deploy/proxies/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	content := "daemon off; worker_processes 1; pid pid; error_log stderr;\nevents {}\nhttp { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;\nserver { listen " + front + ";\n" +
		strings.ReplaceAll(string(shipped), "127.0.0.1:8080", strings.TrimPrefix(s.URL, "http://")) + "}}\n"
	for _, err := range []error{os.Chmod(dir, 0o755), os.Chmod(filepath.Dir(dir), 0o755), os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(content), 0o600)} { // nginx works as another user
		if err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, "-p", dir, "-c", "nginx.conf")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if res, err := http.Get("http://" + front + under + "/readyz"); err == nil {
			res.Body.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatal("nginx does not answer")
		}
	}
	return s, openAt(t, "http://"+front+under, true)
}

// to opens a page under the path.
func (b *tab) to(path string) {
	b.t.Helper()
	b.goes(http.StatusOK, under+path, navigate(b, path))
}

// Behind nginx and under a path, somebody signs in, adds an item with a photo, searches by script,
// finds the app and its service worker there, and signs out. Nothing is asked outside the path.
func TestUnderAPath(t *testing.T) {
	s, b := behindNginx(t)
	w := s.World(t)
	b.goes(http.StatusOK, under+"/sign-in?to=%2Flocations", navigate(b, "/locations"))
	b.fill("email", w.Email, "password", apitest.Password)
	b.send(`form button.pri`, http.StatusOK, under+"/locations")
	wants(t, "the style", evaluate[string](b, `getComputedStyle(document.body).fontFamily.includes("Geist") && document.fonts.check("12px Geist") ? "loaded" : "missing"`), "loaded")

	shelf := w.Fill("/collections/{collection}")
	b.to(shelf)
	b.press("n")
	b.becomes(`document.querySelector("#drawer[open]")`)
	b.do(chromedp.SetUploadFiles(`#drawer .shoot:not(.cam) input`, pictures(t, 1)), chromedp.SendKeys(`#drawer [name=name]`, "Nikon F"), chromedp.Click(`#drawer [data-next]`))
	b.becomes(`document.querySelector("#drawer .saved")?.textContent.includes("Nikon F")`)
	b.to(shelf)
	b.becomes(`[...document.querySelectorAll("#results img")].some(i => i.complete && i.naturalWidth > 0 && new URL(i.src).pathname.startsWith("/vitrine/items/"))`)
	evaluate[bool](b, `document.querySelector("#results a[data-item]").click() ?? true`)
	b.becomes(`document.querySelector("#peek[open] a[href^='/vitrine/items/']")`)

	b.to("/")
	evaluate[bool](b, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true})) || true`)
	b.becomes(`document.querySelector("#palette[open]")`)
	b.do(chromedp.SendKeys(`#palette-q`, "Nikon"))
	b.becomes(`[...document.querySelectorAll("#palette [role=option]")].some(o => o.textContent.includes("Nikon F") && o.pathname.startsWith("/vitrine/items/"))`)
	b.to("/")
	evaluate[bool](b, `["g", "l"].forEach(key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}))) ?? true`)
	b.becomes(`location.pathname === "/vitrine/locations"`)

	wants(t, "the scope of the worker", evaluate[string](b, `navigator.serviceWorker.ready.then((r) => new URL(r.scope).pathname + " " + new URL(r.active.scriptURL).pathname)`), "/vitrine/ /vitrine/sw.js")
	wants(t, "what is kept", evaluate[string](b, `navigator.serviceWorker.ready.then(() => caches.open("offline")).then((kept) => kept.keys()).then((all) => all.map((r) => new URL(r.url).pathname).join())`), "/vitrine/offline")
	wants(t, "the app", evaluate[string](b, `fetch(document.querySelector("link[rel=manifest]").href).then(r => r.json()).then(m => [m.id, m.start_url, m.scope, m.share_target.action].join(" "))`), "/vitrine/ /vitrine/ /vitrine/ /vitrine/share")
	wants(t, "the icons", evaluate[string](b, `fetch("/vitrine/manifest.webmanifest").then(r => r.json()).then(m => Promise.all(m.icons.map(i => fetch(i.src)))).then(all => all.map(r => r.status).join())`), "200,200,200")

	b.to("/settings/profile")
	b.send(`form[action="/vitrine/sign-out"] button.sm`, http.StatusOK, under+"/sign-in")
	b.goes(http.StatusOK, under+"/sign-in?to=%2Flocations", navigate(b, "/locations"))
}

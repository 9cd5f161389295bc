package process

import (
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// proxy is a program with its file in deploy/proxies, and how a test changes that: addresses only.
type proxy struct {
	program string
	file    string
	write   func(shipped, front string) string
	run     []string
}

// nginx has the file in a server block, and no folder but the test's.
func nginx(shipped, front string) string {
	return "daemon off; worker_processes 1; pid pid; error_log stderr;\nevents {}\nhttp { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;\nserver { listen " + front + ";\n" + shipped + "}}\n"
}

var proxies = map[string]proxy{
	"nginx": {"nginx", "nginx.conf", nginx, []string{"-p", ".", "-c", "nginx.conf"}},
	"nginx that cuts the path off": {"nginx", "nginx.conf", func(shipped, front string) string {
		return nginx(regexp.MustCompile(`proxy_pass (\S+);`).ReplaceAllString(shipped, "proxy_pass $1/;"), front)
	}, []string{"-p", ".", "-c", "nginx.conf"}},
	"caddy": {"caddy", "Caddyfile", func(shipped, front string) string {
		return "{\n\tadmin off\n\tauto_https off\n}\n" + strings.Replace(shipped, "home.example {", "http://"+front+" {", 1)
	}, []string{"run", "--adapter", "caddyfile", "--config", "Caddyfile"}},
	"haproxy": {"haproxy", "haproxy.cfg", func(shipped, front string) string { return strings.Replace(shipped, "bind :80", "bind "+front, 1) }, []string{"-db", "-f", "haproxy.cfg"}},
}

// start runs a proxy before an instance, and returns its address.
func (p proxy) start(t *testing.T, back string) string {
	t.Helper()
	program, err := exec.LookPath(p.program)
	for _, folder := range []string{"/usr/sbin", "/sbin"} { // not on everybody's path
		if found := filepath.Join(folder, p.program); err != nil && exec.Command("test", "-x", found).Run() == nil {
			program, err = found, nil
		}
	}
	if err != nil {
		t.Skipf("NOT RUN: %s is not installed (Debian: apt-get install %[1]s)", p.program)
	}
	shipped, err := os.ReadFile(filepath.Join("../../deploy/proxies", p.file))
	if err != nil {
		t.Fatal(err)
	}
	front := free(t)
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { // nginx works as another user
		t.Fatal(err)
	}
	content := p.write(strings.ReplaceAll(string(shipped), "127.0.0.1:8080", back), front)
	if err := os.WriteFile(filepath.Join(dir, p.file), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &journal{}
	cmd := exec.Command(program, p.run...)
	cmd.Dir, cmd.Stderr, cmd.Env = dir, log, []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the last words of %s:\n%s", p.program, log.tail(20))
		}
	})
	eventually(t, 30*time.Second, p.program+" answers", func() bool {
		a, err := (&client{}).send(http.MethodGet, "http://"+front+"/vitrine/readyz", "")
		return err == nil && a.status == http.StatusOK
	})
	return front
}

// free is an address that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// home is the public address of the installations under a path.
const home = "http://home.example/vitrine"

// The files in deploy/proxies lead to Vitrine under a path: somebody registers, sees all that pages
// load, and stays there; links and large files come through.
func TestProxiesServeUnderAPath(t *testing.T) {
	v := serve(t, pgtest.Migrated(t), "VITRINE_PUBLIC_URL="+home, "VITRINE_TRUSTED_PROXIES=127.0.0.1/32", "VITRINE_FILES="+t.TempDir())
	for name, p := range proxies {
		t.Run(name, func(t *testing.T) {
			owner := register(t, v)
			front := p.start(t, strings.TrimPrefix(v.url, "http://"))
			jar, _ := cookiejar.New(nil)
			web := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 30 * time.Second}
			ask := func(method, path string, form url.Values) (*http.Response, string) {
				t.Helper()
				req, err := http.NewRequestWithContext(t.Context(), method, "http://"+front+path, strings.NewReader(form.Encode()))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept", "text/html")
				req.Header.Set("Origin", "http://"+front)
				if form != nil {
					req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				}
				res, err := web.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				defer res.Body.Close()
				body, err := io.ReadAll(res.Body)
				if err != nil {
					t.Fatal(err)
				}
				return res, string(body)
			}
			leads := func(res *http.Response, to string) {
				t.Helper()
				if got := strings.TrimPrefix(res.Header.Get("Location"), "http://"+front); got != to {
					t.Errorf("%s leads to %q with status %d, want %q", res.Request.URL, got, res.StatusCode, to)
				}
			}
			res, _ := ask("GET", "/vitrine", nil)
			leads(res, "/vitrine/")
			res, _ = ask("GET", "/vitrine/", nil)
			leads(res, "/vitrine/sign-in")
			_, page := ask("GET", "/vitrine/sign-in", nil)
			loaded := regexp.MustCompile(`(?:href|src)="(/[^"#?]*/(?:assets/|manifest)[^"#?]*)`).FindAllStringSubmatch(page, -1)
			if len(loaded) < 4 {
				t.Errorf("the page loads only %q", loaded)
			}
			for _, a := range loaded {
				if res, body := ask("GET", a[1], nil); res.StatusCode != http.StatusOK || len(body) == 0 || strings.Contains(res.Header.Get("Content-Type"), "html") {
					t.Errorf("%s is answered %d, %s", a[1], res.StatusCode, res.Header.Get("Content-Type"))
				}
			}
			email := strings.Map(func(r rune) rune {
				if r == ' ' {
					return '-'
				}
				return r
			}, name) + "@example.org"
			const secret = "seven-purple-teapots"
			res, _ = ask("POST", "/vitrine/register", url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {email}, "password": {secret}, "password_confirmation": {secret}})
			leads(res, "/vitrine/")
			if res, page = ask("GET", "/vitrine/", nil); res.StatusCode != http.StatusOK || !strings.Contains(page, `action="/vitrine/sign-out"`) {
				t.Errorf("after registering, the first page is answered %d", res.StatusCode)
			}
			if res, page = ask("GET", "/vitrine/api/openapi.json", nil); !strings.Contains(page, `"url": "/vitrine"`) {
				t.Errorf("the document is answered %d", res.StatusCode)
			}
			table := strings.Repeat("a,b\n", 3<<18) // larger than what proxies take unless told
			made := owner.must(t, http.StatusCreated, "POST", "http://"+front+"/vitrine/api/imports", M{"name": "a.csv", "size": len(table), "sha256": sumOf(table)})
			own := "/api/imports/" + made.text(t, "data", "id")
			if self := made.text(t, "data", "links", "self"); self != home+own {
				t.Errorf("a link leads to %s", self)
			}
			if a, err := owner.ask("PUT", "http://"+front+"/vitrine"+own+"/file", table, "Content-Type", "application/octet-stream"); err != nil || a.status != http.StatusOK {
				t.Errorf("a large file is answered %d: %v", a.status, err)
			}
			res, _ = ask("POST", "/vitrine/sign-out", url.Values{})
			leads(res, "/vitrine/sign-in")
			if res, _ = ask("GET", "/vitrine/locations", nil); res.StatusCode != http.StatusSeeOther {
				t.Errorf("after signing out, a page is answered %d", res.StatusCode)
			}
		})
	}
}

// An instance whose path is that of one of its pages does not start.
func TestPathOfAPageIsRefused(t *testing.T) {
	out, err := command("postgres://127.0.0.1:1/none", []string{"VITRINE_PUBLIC_URL=http://home.example/items"}, "serve").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "choose another path") {
		t.Errorf("%d: %s", code(err), out)
	}
}

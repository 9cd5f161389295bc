package process

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

const (
	mebibyte = 1 << 20
	little   = "GOMEMLIMIT=160MiB" // what is no longer needed does not count
)

// held is a request that has come but for its last byte.
type held struct {
	conn net.Conn
	last []byte
}

// hold sends so many requests of one kind at once, each but for its last byte. Those that the
// service refuses meanwhile are not held.
func hold(t *testing.T, v *instance, n int, head string, body []byte) (all []held) {
	t.Helper()
	var sending sync.WaitGroup
	all = make([]held, n)
	for nth := range n {
		sending.Go(func() {
			conn, err := net.DialTimeout("tcp", strings.TrimPrefix(v.url, "http://"), patience)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { conn.Close() })
			all[nth] = held{conn, body[len(body)-1:]}
			_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
			_, err = fmt.Fprintf(conn, "%s\r\nHost: vitrine\r\nContent-Length: %d\r\n\r\n", head, len(body))
			for rest := body[:len(body)-1]; err == nil && len(rest) > 0; rest = rest[min(len(rest), mebibyte):] {
				_, err = conn.Write(rest[:min(len(rest), mebibyte)]) // none, once it is refused
			}
		})
	}
	sending.Wait()
	return all
}

// end sends what is missing, and closes the connections once they are answered.
func end(all []held, within time.Duration) {
	var ending sync.WaitGroup
	for _, h := range all {
		ending.Go(func() {
			if h.conn == nil {
				return
			}
			defer h.conn.Close()
			_ = h.conn.SetDeadline(time.Now().Add(within))
			_, _ = h.conn.Write(h.last)
			_, _ = h.conn.Read(make([]byte, 1))
		})
	}
	ending.Wait()
}

// grows checks how much memory something takes.
func grows(t *testing.T, v *instance, what string, most int, does func()) {
	t.Helper()
	before := v.anew(t)
	does()
	grown := (peakMemory(t, v) - before) / mebibyte
	t.Logf("%s: %d MiB", what, grown)
	if grown > most {
		t.Errorf("%s took %d MiB of memory, at most %d are allowed", what, grown, most)
	}
}

// What one user sends and does not complete, or completes all at once, takes little memory.
func TestHeldOpenUploadsNeedLittle(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestEndlessFormsNeedLittle")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	const many = 45
	text := bytes.Repeat([]byte("words of a text that is long, and of no table\n"), 16*mebibyte/46+1)
	members := []byte(`{"name":"x"` + strings.Repeat(`,"abcdefghijklmnopqrstuv":"0123456789"`, 27_000) + "}")
	for _, c := range []struct {
		name       string
		many, most int
		made       func(t *testing.T, v *instance, owner *person) (head string, body []byte)
	}{
		{"parts of an import", many, 160, func(t *testing.T, v *instance, owner *person) (string, []byte) {
			whole := 3 * 16 * mebibyte
			id := owner.must(t, http.StatusCreated, "POST", v.url+"/api/imports", M{"name": "a.csv", "size": whole, "sha256": sumOf("none")}).text(t, "data", "id")
			return fmt.Sprintf("PUT /api/imports/%s/file HTTP/1.1\r\nContent-Range: bytes 0-%d/%d", id, 16*mebibyte-1, whole), text[:16*mebibyte]
		}},
		{"files", many, 96, func(*testing.T, *instance, *person) (string, []byte) {
			return fmt.Sprintf("PUT /api/files/%x HTTP/1.1", sha256.Sum256(text)), text // looked at by its content
		}},
		{"bodies", 20 * many, 192, func(*testing.T, *instance, *person) (string, []byte) {
			return "POST /api/locations HTTP/1.1\r\nContent-Type: application/json", members
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := begin(t, program, pgtest.Migrated(t), []string{"VITRINE_FILES=" + t.TempDir(), "VITRINE_RATE_LIMIT_FILES=1000000", little}, "serve")
			v.await(t)
			owner := newcomer(t, v)
			head, body := c.made(t, v, owner)
			grows(t, v, c.name, c.most, func() {
				end(hold(t, v, c.many, head+"\r\nAuthorization: Bearer "+owner.token, body), 5*time.Second)
			})
		})
	}
}

// endless is a form that never ends: the same part again and again, until somebody hangs up or a
// number of bytes is sent.
func endless(v *instance, head, part string, most int) (sent int, answer string) {
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(v.url, "http://"), patience)
	if err != nil {
		return 0, err.Error()
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(8 * time.Second))
	fmt.Fprintf(conn, "%s\r\nHost: vitrine\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n", head, 100*most)
	block := bytes.Repeat([]byte(part), max(1, mebibyte/len(part)))
	for sent < most {
		n, err := conn.Write(block)
		if sent += n; err != nil {
			break
		}
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Second))
	said := make([]byte, 100)
	n, _ := conn.Read(said)
	return sent, string(said[:n])
}

// A form of endless fields, of endless headers or of many large fields takes little memory,
// whether it is sent to a page or to the API.
func TestEndlessFormsNeedLittle(t *testing.T) {
	testkind.WatchesTheClock(t)
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	v := begin(t, program, pgtest.Migrated(t), []string{"VITRINE_FILES=" + t.TempDir(), "VITRINE_RATE_LIMIT_FILES=1000000", "VITRINE_RATE_LIMIT_PAGES=1000000", little}, "serve")
	v.await(t)
	owner := newcomer(t, v)
	api, page := "POST /api/imports HTTP/1.1\r\nAuthorization: Bearer "+owner.token, "POST /share HTTP/1.1\r\nCookie: "+signedIn(t, v, owner)
	const disposition = "--b\r\nContent-Disposition: form-data; name="
	for _, to := range []struct{ name, head string }{{"API", api}, {"page", page}} {
		for _, c := range []struct{ name, part string }{
			{"empty fields", disposition + "a\r\n\r\n\r\n"},
			{"long names", disposition + strings.Repeat("n", 60<<10) + "\r\n\r\n\r\n"},
			{"large fields", disposition + "a\r\n\r\n" + strings.Repeat("v", 60<<10) + "\r\n"},
			{"headers", strings.Repeat("X-Header: "+strings.Repeat("v", 100)+"\r\n", 1000)},
		} {
			grows(t, v, to.name+", "+c.name, 64, func() {
				var all sync.WaitGroup
				for range 8 {
					all.Go(func() {
						if c.name == "headers" {
							endless(v, to.head, "--b\r\n"+strings.Repeat(c.part, 200), 64*mebibyte)
							return
						}
						endless(v, to.head, c.part, 64*mebibyte)
					})
				}
				all.Wait()
			})
		}
	}
}

// signedIn is the cookie of somebody's session.
func signedIn(t *testing.T, v *instance, p *person) string {
	t.Helper()
	stay := &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := stay.PostForm(v.url+"/sign-in", url.Values{"email": {p.email}, "password": {password}})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	for _, c := range res.Cookies() {
		if strings.HasSuffix(c.Name, "vitrine") {
			return c.Name + "=" + c.Value
		}
	}
	said, _ := io.ReadAll(res.Body)
	t.Fatalf("no session: %s %v\n%s", res.Status, res.Cookies(), said)
	return ""
}

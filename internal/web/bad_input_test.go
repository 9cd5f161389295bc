package web

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// odd are texts that browsers never send and the database refuses.
var odd = []string{"\x00", "a\x00b", "\xff\xfe", strings.Repeat("x", 6000), "-1", "9223372036854775808", "' or 1=1 --", "<script>", "%", `\`, "\u202e"}

// No page fails on odd input in its address or form.
func TestNoPageFailsOnOddInput(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica"}}).Header.Get("Location")
	b.post(item+"/copies", url.Values{"status": {"owned"}}).leadsTo(t, item+"#copies")
	fields := []string{"q", "sort", "type", "view", "after", "to", "saved", "token", "name", "description", "emoji", "currency", "email", "first_name", "last_name", "nickname",
		"locale", "language", "theme", "status", "quantity", "identifier", "location_id", "acquired_at", "note", "etag", "pending", "code", "label", "role", "expires_at", "seen", "shown", "page", "here", "missing", "stray", "format", "start", "part", "location", "copy", "item"}
	tried := 0
	for _, p := range s.pages.Pages {
		method, path, _ := strings.Cut(p.Pattern, " ")
		if has(path, "delete", "/end", "/sign-out", "/revoke", "/remove") { // later pages need what this one ends
			continue
		}
		path = strings.NewReplacer("{$}", "", "{collection}", "1", "{item}", "1", "{copy}", "1", "{size}", "thumb").Replace(path)
		for _, text := range odd {
			form := url.Values{}
			for _, name := range fields {
				form.Set(name, text)
			}
			at := replaceIDs(path)
			answer := b.send(method, at+"?"+form.Encode(), nil)
			if method == http.MethodPost {
				answer = b.post(at, form)
			}
			if tried++; answer.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s with %.20q: status %d", p.Pattern, text, answer.StatusCode)
			}
		}
		if b.get(item).StatusCode != http.StatusOK {
			t.Fatalf("%s has ended the session or the item: skip it", p.Pattern)
		}
	}
	if tried < 200 {
		t.Errorf("only %d requests", tried)
	}
}

// replaceIDs replaces the remaining parameters of a path by a number.
func replaceIDs(path string) string {
	for strings.Contains(path, "{") {
		before, rest, _ := strings.Cut(path, "{")
		_, after, _ := strings.Cut(rest, "}")
		path = before + "1" + after
	}
	return path
}

// An oversized form is not read, so that nobody can fill disk or memory.
func TestLargeFormsAreNotRead(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	if _, err := form.CreateFormFile("email", "x"); err != nil {
		t.Fatal(err)
	}
	sent := &counted{Reader: io.MultiReader(&head, io.LimitReader(endless{}, 64<<20))}
	req, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/sign-in", sent)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		res.Body.Close()
	}
	if sent.n > 16<<20 {
		t.Errorf("%d MiB were read", sent.n>>20)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += n
	return n, err
}

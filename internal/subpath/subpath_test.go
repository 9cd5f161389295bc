package subpath

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestPathOfAnAddress(t *testing.T) {
	for address, want := range map[string]Path{"": "", "https://vitrine.example": "", "https://home.example/vitrine": "/vitrine", "https://home.example/our/things/": "/our/things"} {
		if got := Of(address); got != want {
			t.Errorf("%q: %q", address, got)
		}
	}
}

// Both kinds of proxies work: those that pass the path on, and those that cut it off.
func TestPathIsCutOnce(t *testing.T) {
	for sent, want := range map[string]string{
		"/vitrine":                 "",
		"/vitrine/":                "/",
		"/vitrine?a=b":             "?a=b",
		"/vitrine/items/1?q=/x":    "/items/1?q=/x",
		"/vitrine/sets/a%2Fb":      "/sets/a%2Fb",
		"/vitrine/vitrine/items":   "/vitrine/items",
		"/items/1":                 "/items/1",
		"/vitrines/1":              "/vitrines/1",
		"/":                        "/",
		"/%76itrine/sets/a%2Fb":    "/%76itrine/sets/a%2Fb", // nobody writes it so
		"/elsewhere/vitrine/items": "/elsewhere/vitrine/items",
	} {
		r := httptest.NewRequest(http.MethodGet, "http://home.example"+sent, nil)
		before := r.URL.String()
		cut := Path("/vitrine").Cut(r)
		cut.URL.Scheme, cut.URL.Host = "", ""
		got := cut.URL.EscapedPath()
		if cut.URL.RawQuery != "" {
			got += "?" + cut.URL.RawQuery
		}
		if got != want {
			t.Errorf("%s: %s, want %s", sent, got, want)
		}
		if cut != r && r.URL.String() != before {
			t.Errorf("%s: the request of the caller is now for %s", sent, r.URL)
		}
	}
}

func TestHeadersAreUnderThePath(t *testing.T) {
	for to, want := range map[string]string{"/": "/vitrine/", "/items/1?x#y": "/vitrine/items/1?x#y", "//evil.example": "//evil.example", "https://a.example/": "https://a.example/", "false": "false", "": ""} {
		for _, name := range []string{"Location", "HX-Redirect", "HX-Push-Url"} {
			h := http.Header{}
			h.Set(name, to)
			if Path("/vitrine").Head(h); h.Get(name) != want {
				t.Errorf("%s: %q becomes %q", name, to, h.Get(name))
			}
		}
	}
}

func TestCookiesAreForThePath(t *testing.T) {
	if Path("").Cookie() != "/" || Path("/vitrine").Cookie() != "/vitrine" {
		t.Error(Path("").Cookie(), Path("/vitrine").Cookie())
	}
}

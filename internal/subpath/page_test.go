package subpath

import (
	"bytes"
	"html"
	"strings"
	"testing"
)

func TestAddressesOfAPageAreUnderThePath(t *testing.T) {
	for page, want := range map[string]string{
		`<!doctype html><html lang="de"><link rel="icon" href="/assets/mark.svg"/>`: `<!doctype html><html lang="de"><link rel="icon" href="/vitrine/assets/mark.svg"/>`,
		`<a href="/">`: `<a href="/vitrine/">`,
		`<a class="b" href="/items/1?q=a&amp;to=/x#y">/items</a>`:                                    `<a class="b" href="/vitrine/items/1?q=a&amp;to=/x#y">/items</a>`,
		`<form method="post" action="/sign-in"><input name="to" value="/items/1"/>`:                  `<form method="post" action="/vitrine/sign-in"><input name="to" value="/items/1"/>`,
		"<button\n\tformaction=\"/trash\" disabled>":                                                 "<button\n\tformaction=\"/vitrine/trash\" disabled>",
		`<input required hx-get="/search" hx-vals='{"to": "/x"}' data-item="/items/1/peek" hidden/>`: `<input required hx-get="/vitrine/search" hx-vals='{"to": "/x"}' data-item="/vitrine/items/1/peek" hidden/>`,
		`<svg><use href="/assets/icons.svg#a"></use></svg>`:                                          `<svg><use href="/vitrine/assets/icons.svg#a"></use></svg>`,
		`<a href='/x'>`: `<a href='/vitrine/x'>`,

		// What is not an address of ours stays.
		`<a href="?page=2"><a href="#top"><a href=""><a href="//evil.example/"><a href="https://a.example/">`: `<a href="?page=2"><a href="#top"><a href=""><a href="//evil.example/"><a href="https://a.example/">`,
		`<p title="/x" data-label="/x" data-href="/x" xhref="/x">href="/x"</p>`:                               `<p title="/x" data-label="/x" data-href="/x" xhref="/x">href="/x"</p>`,
		`<p title=" href=&#34;/x&#34; ">&lt;a href=&#34;/x&#34;&gt;</p>`:                                      `<p title=" href=&#34;/x&#34; ">&lt;a href=&#34;/x&#34;&gt;</p>`,
		`<p title=" href=/x ">`: `<p title=" href=/x ">`,

		// Nothing that ends early is lost, and nothing fails.
		``: ``, `<`: `<`, `<a`: `<a`, `<a href`: `<a href`, `<a href=`: `<a href=`, `<a href="/x`: `<a href="/vitrine/x`, `<a "`: `<a "`, `<a"/x">`: `<a"/x">`, `<a = "/x">`: `<a = "/x">`, `text > text`: `text > text`, `</a><`: `</a><`,
	} {
		if got := string(Path("/vitrine").Page([]byte(page))); got != want {
			t.Errorf("%s\nbecomes\n%s\nwant\n%s", page, got, want)
		}
		if got := Path("").Page([]byte(page)); string(got) != page {
			t.Errorf("without a path, %s becomes %s", page, got)
		}
	}
}

// Whatever a user writes into a text or a value stays, and changes nothing around it.
func FuzzTextsOfUsersStay(f *testing.F) {
	for _, text := range []string{"/items", ` href="/x"`, `"><a href="/x">`, `' href='/x'`, "<!-- <a href='/x'", "=/", "a=\"/b\" c", "\x00</title>", "href"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		put := func(under string) []byte {
			safe := html.EscapeString(text)
			return []byte(`<p title="` + safe + `" data-label="` + safe + `"><a href="` + under + `/x">` + safe + `</a><input value="` + safe + `"/><textarea>` + safe + `</textarea><img src="` + under + `/y"/>`)
		}
		if got := Path("/vitrine").Page(put("")); !bytes.Equal(got, put("/vitrine")) {
			t.Errorf("%q becomes %s", text, got)
		}
	})
}

func BenchmarkPage(b *testing.B) {
	card := `<li class="card"><a href="/items/4711" data-item="/items/4711/peek" aria-label="A stamp of 1861"><img src="/items/4711/photos/1/small" alt="" width="320" height="240" loading="lazy"/>` +
		`<span class="nm" data-user>A stamp of 1861, with a text of the usual length</span></a><form method="post" action="/items/4711/tags"><input type="hidden" name="to" value="/collections/1"/></form></li>`
	page := []byte("<!doctype html><html><body>" + strings.Repeat(card, 200) + "</body></html>")
	for name, path := range map[string]Path{"without": "", "under": "/vitrine"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				path.Page(page)
			}
		})
	}
}

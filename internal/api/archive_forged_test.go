package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/apitest"
)

var forged = apitest.Forged

func quoted(s string) jsontext.Value { return jsontext.Value(`"` + s + `"`) }

// foreign are bytes that browsers run, or that only begin like a picture.
var foreign = map[string]struct{ content, kind string }{
	"a page":                    {`<!doctype html><script>alert(document.domain)</script>`, "text/html"},
	"a drawing":                 {`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "image/svg+xml"},
	"a page that says picture":  {`<!doctype html><script>alert(2)</script>`, "image/png"},
	"a page behind a signature": {"\xff\xd8\xff<!doctype html><script>alert(3)</script>", "text/html"},
	"the begin of a picture":    {"\x89PNG\r\n\x1a\n and no more", "image/png"},
	"words":                     {"words and nothing else", "text/plain"},
}

// Photos and documents in an archive are checked like uploads, even if the account has their bytes as
// something else. A line with wrong bytes is skipped with an issue.
func TestArchivesBringPicturesOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Thaler"})
	d.SendForm(t, "/api/items/"+item+"/photos", "front.png", apitest.Picture(), nil).Want(t, http.StatusCreated)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	for name, f := range foreign {
		for _, known := range []bool{false, true} {
			bad := []byte(f.content + map[bool]string{true: " "}[known])
			sum := sha256.Sum256(bad)
			hash := quoted(hex.EncodeToString(sum[:]))
			changed := forged(t, content, func(part string, line map[string]jsontext.Value) {
				if part == "photos" {
					line["file"], line["sha256"], line["mime_type"], line["size"] = hash, hash, quoted(f.kind), jsontext.Value(apitest.Encoded(len(bad)))
				}
			}, bad)
			p := d.Owner(t)
			if known {
				p.Upload(t, bad).Want(t, http.StatusCreated)
			}
			id, r := bring(t, p, changed)
			same(t, "state", r.Dig(t, "data.attributes.state"), "ready")
			plan := planOf(t, p, id, M{})
			p.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
			ended(t, p, id)
			photos := p.Send(t, "GET", "/api/photos", nil).Want(t, http.StatusOK)
			if n := photos.Dig(t, "meta.total"); n != 0.0 {
				t.Errorf("%s came in as %v photos: %s", name, n, plan.Content)
			}
			rows := p.Send(t, "GET", "/api/imports/"+id+"/rows?code=photo_bad", nil).Want(t, http.StatusOK)
			if rows.Dig(t, "meta.total") == 0.0 {
				t.Errorf("%s: no issue says so", name)
			}
		}
	}
}

// Bytes stored before these checks are served as a picture or a known kind of document, or only saved:
// never as a page.
func TestOriginalsAreShownAsPictures(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	for _, kind := range []string{"text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "image/png+x", "IMAGE/SVG+XML", ""} {
		apitest.Column[int64](t, h, `update photos set mime_type = $2 where id = $1::bigint returning id`, w.IDs["photo"], kind)
		apitest.Column[int64](t, h, `update files set mime_type = $2 where account_id = (select account_id from users where email = $1) returning id`, w.Email, kind)
		for _, path := range []string{"/api/items/{item}/photos/{photo}/file?size=original", "/api/documents/{document}/file"} {
			r := w.Send(t, "GET", w.Fill(path), nil).Want(t, http.StatusOK)
			same(t, "type", r.Header.Get("Content-Type"), "application/octet-stream")
			same(t, "sniffing", r.Header.Get("X-Content-Type-Options"), "nosniff")
			same(t, "policy", r.Header.Get("Content-Security-Policy"), "sandbox; default-src 'none'")
			if !strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment;") {
				t.Errorf("%s of %q is shown: %s", path, kind, r.Header.Get("Content-Disposition"))
			}
		}
	}
}

package api

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	_ "image/jpeg" // renditions

	"vitrine/internal/apitest"
	"vitrine/internal/files/hostile"
)

// Ranges are sent as RFC 9110 says; invalid ones are refused in JSON.
func TestRanges(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	content := []byte(strings.Repeat("0123456789", 10))
	in := paper("Digits")
	in["sha256"] = apitest.Sum(content)
	w.Upload(t, content).Want(t, http.StatusCreated)
	file := "/api/documents/" + w.Make(t, w.Fill("/api/copies/{copy}/documents"), in) + "/file"
	tag := w.Send(t, "GET", file, nil).Want(t, http.StatusOK).Header.Get("ETag")
	for _, c := range []struct {
		asked, ifRange string
		status         int
		part, sent     string // of the answer
	}{
		{"bytes=0-9", "", 206, "bytes 0-9/100", "0123456789"},
		{"bytes=95-", "", 206, "bytes 95-99/100", "56789"},
		{"bytes=-3", "", 206, "bytes 97-99/100", "789"},
		{"bytes=99-400", "", 206, "bytes 99-99/100", "9"},
		{"bytes=-400", "", 206, "bytes 0-99/100", string(content)},
		{"bytes=0-9", tag, 206, "bytes 0-9/100", "0123456789"},
		{"bytes=0-9", `"other"`, 200, "", string(content)},
		{"bytes=0-9", "W/" + tag, 200, "", string(content)},
		{"lines=0-9", "", 200, "", string(content)},
		{"", "", 200, "", string(content)},
		{"bytes=100-", "", 416, "bytes */100", ""},
		{"bytes=-0", "", 416, "bytes */100", ""},
		{"bytes= -00", "", 416, "bytes */100", ""},
		{"bytes=9-0", "", 416, "bytes */100", ""},
		{"bytes=x", "", 416, "bytes */100", ""},
		{"bytes=99999999999999999999-", "", 416, "bytes */100", ""},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r := w.Send(t, method, file, nil, "Range", c.asked, "If-Range", c.ifRange)
			if r.StatusCode != c.status || r.Header.Get("Content-Range") != c.part || c.status < 300 && method == "GET" && string(r.Content) != c.sent {
				t.Errorf("%s %q if %q: %d, %q: %s", method, c.asked, c.ifRange, r.StatusCode, r.Header.Get("Content-Range"), r.Content)
			}
		}
	}
	several := w.Send(t, "GET", file, nil, "Range", "bytes=0-1,98-99").Want(t, http.StatusPartialContent)
	_, parameters, err := mime.ParseMediaType(several.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts, got := multipart.NewReader(bytes.NewReader(several.Content), parameters["boundary"]), ""
	for part, err := parts.NextPart(); err == nil; part, err = parts.NextPart() {
		got += part.Header.Get("Content-Range") + ";"
	}
	same(t, "several parts", got, "bytes 0-1/100;bytes 98-99/100;")
}

// A client that has the bytes gets 304, whichever header says so.
func TestFilesAreNotSentAgain(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	tags := map[string]bool{}
	for _, size := range []string{"", "?size=original", "?size=thumb", "?size=large"} {
		path := w.Fill("/api/items/{item}/photos/{photo}/file") + size
		first := w.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		tag := first.Header.Get("ETag")
		tags[tag] = true
		for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, "junk, " + tag, "*"} {
			r := w.Send(t, "GET", path, nil, "If-None-Match", known).Want(t, http.StatusNotModified)
			same(t, known, []any{r.Header.Get("ETag"), len(r.Content)}, []any{tag, 0})
		}
		req, err := http.NewRequestWithContext(t.Context(), "GET", w.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{"Authorization": {"Bearer " + w.Token}, "If-None-Match": {`"other"`, tag}}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		same(t, "in a second header", res.StatusCode, http.StatusNotModified)
		again := w.Send(t, "GET", path, nil, "If-None-Match", `"other"`, "If-Match", tag).Want(t, http.StatusOK)
		same(t, "bytes", string(again.Content) == string(first.Content), true)
		w.Send(t, "GET", path, nil, "If-Match", `"other"`).Want(t, http.StatusPreconditionFailed)
	}
	same(t, "tags", len(tags), 3)
}

// Browsers run nothing in a file, and show only harmless kinds.
func TestFilesAreServedWithCare(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	documents := w.Fill("/api/copies/{copy}/documents")
	document := func(name string, content []byte) string {
		return "/api/documents/" + w.SendForm(t, documents, "x", content, paper(name)).Want(t, http.StatusCreated).ID(t) + "/file"
	}
	photo := "/api/items/" + w.IDs["item"] + "/photos/" + w.SendForm(t, w.Fill("/api/items/{item}/photos"), `Ünï "q".png`, apitest.Picture(), nil).Want(t, http.StatusCreated).ID(t) + "/file"
	text, pdf, picture := document("Notes", []byte("Bought at the fair.")), document("Receipt.PDF", []byte("%PDF-1.7\n")), document("Scan", hostile.Sample("jpeg"))
	for _, c := range []struct{ path, kind, disposition string }{
		{photo, "image/png", `inline; filename="_n_ _q_.png"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22q%22.png`},
		{photo + "?size=thumb", "image/jpeg", `inline; filename="_n_ _q_.jpeg"; filename*=UTF-8''%C3%9Cn%C3%AF%20%22q%22.jpeg`},
		{text, "text/plain; charset=utf-8", `attachment; filename="Notes.txt"; filename*=UTF-8''Notes.txt`},
		{text + "?disposition=inline", "text/plain; charset=utf-8", `attachment; filename="Notes.txt"; filename*=UTF-8''Notes.txt`},
		{pdf, "application/pdf", `attachment; filename="Receipt.PDF"; filename*=UTF-8''Receipt.PDF`},
		{pdf + "?disposition=inline", "application/pdf", `inline; filename="Receipt.PDF"; filename*=UTF-8''Receipt.PDF`},
		{picture + "?disposition=attachment", "image/jpeg", `attachment; filename="Scan.jpg"; filename*=UTF-8''Scan.jpg`},
		{picture + "?disposition=inline", "image/jpeg", `inline; filename="Scan.jpg"; filename*=UTF-8''Scan.jpg`},
	} {
		h := w.Send(t, "GET", c.path, nil).Want(t, http.StatusOK).Header
		same(t, c.path, []string{h.Get("Content-Type"), h.Get("Content-Disposition")}, []string{c.kind, c.disposition})
		same(t, c.path, []string{h.Get("Content-Security-Policy"), h.Get("X-Content-Type-Options"), h.Get("Cache-Control"), h.Get("Cross-Origin-Resource-Policy")},
			[]string{"sandbox; default-src 'none'", "nosniff", "private, no-cache", ""})
	}
	w.Send(t, "GET", pdf+"?disposition=open", nil).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "GET", photo+"?size=huge", nil).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "GET", "/api/documents/999999999/file?disposition=open", nil).Want(t, http.StatusNotFound)
}

// Renditions are no larger than asked, never enlarged, and transparent if the
// picture is.
func TestRenditions(t *testing.T) {
	t.Parallel()
	w, photos := album(t)
	drawn := image.NewNRGBA(image.Rect(0, 0, 1200, 600))
	send := func() string {
		var b bytes.Buffer
		if err := png.Encode(&b, drawn); err != nil {
			t.Fatal(err)
		}
		return photos + "/" + w.SendForm(t, photos, "a.png", b.Bytes(), nil).Want(t, http.StatusCreated).ID(t) + "/file?size="
	}
	clear := send()
	for i := range drawn.Pix {
		drawn.Pix[i] = 255
	}
	drawn.Set(0, 0, color.Black)
	for path, format := range map[string]string{clear: "png", send(): "jpeg"} {
		for size, want := range map[string]int{"thumb": 320, "medium": 1024, "large": 1200} {
			for range 2 { // made, then kept
				r := w.Send(t, "GET", path+size, nil).Want(t, http.StatusOK)
				shown, kind, err := image.DecodeConfig(bytes.NewReader(r.Content))
				if err != nil || kind != format || shown.Width != want || shown.Height != want/2 {
					t.Errorf("%s: %v %s, %d by %d", size, err, kind, shown.Width, shown.Height)
				}
			}
		}
	}
}

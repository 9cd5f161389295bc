// Package web is the pages that collectors use. A page calls the same Readers,
// Writers and use cases as the API, with the same inputs, and has no rules of its
// own. It never imports the API.
package web

import (
	"bytes"
	"compress/gzip"
	"log/slog"
	"maps"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/export"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/share"
	"vitrine/internal/typeset"
	"vitrine/internal/web/assets"
)

// Web holds the pages on an HTTP server.
type Web struct {
	*httpserver.Server
	accounts    *account.Accounts
	attachments *attachment.Attachments
	log         *slog.Logger
	origins     *http.CrossOriginProtection
	fonts       *typeset.Fonts
	drawing     *share.Places // of those who draw labels
	lists       *export.Lists
	pages       []row
}

// page is a row of the page map.
type row struct {
	pattern   string
	right     identity.Right
	anybody   bool
	files     bool              // takes files, which are larger than a form
	bucket    httpserver.Bucket // what it is counted in; Calls stands for Pages
	operation string            // the operation of the API that it equals; empty for what only browsers need
	handle    func(*visit) error
}

// maxForm is what a page reads of a form. A larger one counts as empty.
const maxForm = 1 << 20

// mount mounts the pages of a page map.
func mount(front *httpserver.Server, accounts *account.Accounts, attachments *attachment.Attachments, log *slog.Logger, pages []row) *Web {
	w := &Web{Server: front, accounts: accounts, attachments: attachments, log: log, origins: http.NewCrossOriginProtection(), fonts: typeset.Plain(), drawing: newDrawing(), lists: export.NewLists(export.AtOnce, export.Patience), pages: pages}
	for _, p := range w.pages {
		w.HandleTraced(p.pattern, w.serve(p))
	}
	assets.Mount(w.Mux())
	return w
}

// newDrawing lets each user draw one sheet of labels at a time, which takes a processor for
// seconds, and all of them half of the processors.
func newDrawing() *share.Places {
	return share.New(share.Limits{Name: "sheets of labels", Total: int64(max(1, runtime.GOMAXPROCS(0)/2)), Each: 1, Patience: 10 * time.Second})
}

// serve runs a page.
func (w *Web) serve(p row) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		v := &visit{Request: r, web: w, out: out, Member: account.Member{Visitor: account.Visitor{Address: w.ClientAddress(r), Base: w.BaseURL(r), Browser: true}}}
		v.settings()
		if !p.files {
			r.Body = http.MaxBytesReader(out, r.Body, maxForm)
		}
		v.guarded()
		if v.visitor = p.visits(); v.visitor {
			v.openly()
		}
		err := w.origins.Check(r)
		switch {
		case err != nil:
			err = errOrigin
		case p.anybody:
			err = w.welcome(p, v)
		default:
			err = w.admit(p, v)
		}
		if err != nil {
			failed(v, p, err)
		}
		v.send()
	}
}

// guarded sets the headers that every page has. Nothing but our own files runs or is
// shown, and nobody keeps or frames a page.
func (v *visit) guarded() {
	h := v.out.Header()
	if v.secure() {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; "+
		"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vitrine")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Add("Vary", "Cookie, HX-Request, Accept-Language, Accept-Encoding")
}

// mayCompile lets the page run WebAssembly: what reads codes is written in it.
func (v *visit) mayCompile() {
	h := v.out.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1))
}

// render makes a page, compressed for those who accept it. Pages hold no secret that
// a guess in the address could be compared with.
func (v *visit) render(status int, page templ.Component) error {
	var content bytes.Buffer
	if err := page.Render(i18n.Speaking(v.Context(), v.texts), &content); err != nil {
		return err
	}
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	body := content.Bytes()
	if httpserver.TakesGzip(v.Header.Get("Accept-Encoding")) && len(body) > 1024 {
		var packed bytes.Buffer
		pack := gzip.NewWriter(&packed)
		_, _ = pack.Write(body)
		_ = pack.Close()
		body = packed.Bytes()
		h.Set("Content-Encoding", "gzip")
	}
	v.reply = &reply{status, h, body}
	return nil
}

// reply is an answer that waits until the caller is confirmed.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send sends what render or redirect made last. Files are sent by their handlers.
func (v *visit) send() {
	if v.reply == nil {
		return
	}
	h := v.out.Header()
	maps.Copy(h, v.reply.header)
	if v.reply.status != http.StatusNoContent && v.reply.status != http.StatusNotModified {
		h.Set("Content-Length", strconv.Itoa(len(v.reply.body)))
	}
	v.out.WriteHeader(v.reply.status)
	if v.Method != http.MethodHead {
		_, _ = v.out.Write(v.reply.body) // the client may be gone
	}
}

// redirect leads the browser to another page, also after a change, so that going
// back repeats nothing.
func (v *visit) redirect(to string) error {
	v.reply = &reply{status: http.StatusSeeOther, header: http.Header{"Location": {to}}}
	return nil
}

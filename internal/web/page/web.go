// Package page handles a request for a page from the cookie to the answer: user, rights, forms,
// uploads and errors. The packages beside it have the pages.
package page

import (
	"bytes"
	"compress/gzip"
	"context"
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
	"vitrine/internal/web/ui"
)

// Web holds the pages on an HTTP server.
type Web struct {
	*httpserver.Server
	Accounts    *account.Accounts
	Attachments *attachment.Attachments
	log         *slog.Logger
	origins     *http.CrossOriginProtection
	Fonts       *typeset.Fonts
	Drawing     *share.Places // limits who draws labels at the same time
	Lists       *export.Lists
	Pages       []Row
	TryMail     func(context.Context) error // asks the mail server whether it takes mails; nil if none are sent
}

// Row is a row of the page map.
type Row struct {
	Pattern   string
	Right     identity.Right
	Anybody   bool
	files     bool              // takes files, which are larger than a form
	Bucket    httpserver.Bucket // its limit; Calls stands for Pages
	Operation string            // the equivalent operation of the API; empty for pages that only browsers need
	Handle    func(*Visit) error
}

// maxForm limits a form. A larger one counts as empty.
const maxForm = 1 << 20

// Mount mounts the pages of a page map.
func Mount(front *httpserver.Server, accounts *account.Accounts, attachments *attachment.Attachments, log *slog.Logger, pages []Row) *Web {
	w := &Web{Server: front, Accounts: accounts, Attachments: attachments, log: log, origins: http.NewCrossOriginProtection(), Fonts: typeset.Plain(), Drawing: newDrawing(), Lists: export.NewLists(export.AtOnce, export.Patience), Pages: pages}
	for _, p := range w.Pages {
		w.HandleTraced(p.Pattern, w.serve(p))
	}
	assets.Mount(w.Mux(), w.Subpath())
	return w
}

// newDrawing lets each user draw one sheet of labels at a time, which takes seconds of a processor,
// and all users together use half of the processors.
func newDrawing() *share.Places {
	return share.New(share.Limits{Name: "sheets of labels", Total: int64(max(1, runtime.GOMAXPROCS(0)/2)), Each: 1, Patience: 10 * time.Second})
}

// serve runs a page.
func (w *Web) serve(p Row) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		v := &Visit{Request: r, Web: w, Out: out, Member: account.Member{Visitor: account.Visitor{Address: w.ClientAddress(r), Base: w.BaseURL(r), Browser: true}}}
		v.settings()
		if !p.files {
			r.Body = http.MaxBytesReader(out, r.Body, maxForm)
		}
		v.guarded()
		if v.visitor = p.Visits(); v.visitor {
			v.openly()
		}
		err := w.origins.Check(r)
		switch {
		case err != nil:
			err = errOrigin
		case p.Anybody:
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

// guarded sets the headers of every page. Browsers load only our own files, and neither cache nor
// frame a page.
func (v *Visit) guarded() {
	h := v.Out.Header()
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

// MayCompile allows the page WebAssembly, for the barcode reader.
func (v *Visit) MayCompile() {
	h := v.Out.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1))
}

// Render renders a page, compressed if accepted. That is safe because pages contain no secret that
// could be guessed by comparing lengths.
func (v *Visit) Render(status int, page templ.Component) error {
	var content bytes.Buffer
	if err := page.Render(i18n.Speaking(v.Context(), v.Texts), &content); err != nil {
		return err
	}
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	body := v.Web.Subpath().Page(content.Bytes())
	if v.UserID != 0 {
		body = withKeys(body)
	}
	if httpserver.TakesGzip(v.Header.Get("Accept-Encoding")) && len(body) > 1024 {
		var packed bytes.Buffer
		pack := gzip.NewWriter(&packed)
		_, _ = pack.Write(body)
		_ = pack.Close()
		body = packed.Bytes()
		h.Set("Content-Encoding", "gzip")
	}
	v.Reply = &Reply{status, h, body}
	return nil
}

// Reply is an answer that waits until the caller is confirmed.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// send sends the last result of Render or Redirect. Handlers send files themselves.
func (v *Visit) send() {
	if v.Reply == nil {
		return
	}
	h := v.Out.Header()
	maps.Copy(h, v.Reply.Header)
	if to := h.Get("Location"); to != "" && inDialog(v) { // the script would fetch the next page, and show it in the dialog
		h.Del("Location")
		h.Set("HX-Redirect", to)
		v.Reply.Status = http.StatusOK
	}
	if v.Reply.Status != http.StatusNoContent && v.Reply.Status != http.StatusNotModified {
		h.Set("Content-Length", strconv.Itoa(len(v.Reply.Body)))
	}
	v.Out.WriteHeader(v.Reply.Status)
	if v.Method != http.MethodHead {
		_, _ = v.Out.Write(v.Reply.Body) // the client may be gone
	}
}

// inDialog reports whether a form was sent from a dialog.
func inDialog(v *Visit) bool { return v.Fragment() && v.Header.Get("Vitrine-Dialog") != "" }

// OfMany reports whether a script sends one of several parts of a form.
func OfMany(v *Visit) bool { return v.Fragment() && !inDialog(v) }

// Redirect redirects to another page, also after a change, so that going back repeats nothing.
func (v *Visit) Redirect(to string) error {
	v.Reply = &Reply{Status: http.StatusSeeOther, Header: http.Header{"Location": {to}}}
	return nil
}

// Lead is Redirect, from a part of a page, too: the script goes there.
func Lead(v *Visit, to string) error {
	if !v.Fragment() {
		return v.Redirect(to)
	}
	v.Out.Header().Set("HX-Redirect", to)
	return v.Render(http.StatusOK, ui.RefusedFiles(nil))
}

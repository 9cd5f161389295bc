package page

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/account"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/postgres"
	"vitrine/internal/web/ui"
)

// errOrigin is a form sent from another site.
var errOrigin = errors.New("the request comes from another site")

// failed answers a request whose page returned an error.
func failed(v *Visit, p Row, err error) {
	status, retry := http.StatusInternalServerError, ""
	var down *fault.Unavailable
	var invalid *fault.Invalid
	switch {
	case errors.Is(err, fault.ErrUnauthenticated):
		if !v.Fragment() && p.Bucket != httpserver.Files { // another page may have renewed the session meanwhile
			v.SignOut()
		}
		_ = v.signInFirst()
		return
	case errors.Is(err, fault.ErrSuspended):
		v.SignOut()
		status = http.StatusUnauthorized
	case errors.Is(err, fault.ErrNotFound), errors.Is(err, postgres.ErrRefused):
		status = http.StatusNotFound
	case errors.As(err, &invalid): // in an address; forms show their errors themselves
		status = http.StatusUnprocessableEntity
	case errors.Is(err, errOrigin):
		status = http.StatusForbidden
	case errors.Is(err, httpserver.ErrTooMany):
		status, retry = http.StatusTooManyRequests, v.Out.Header().Get("Retry-After")
	case errors.As(err, &down):
		status, retry = http.StatusServiceUnavailable, strconv.FormatInt(httpserver.Seconds(down.After), 10)
		v.Out.Header().Set("Retry-After", retry)
	}
	if status >= http.StatusInternalServerError {
		v.Web.log.Error("request failed", "request_id", v.Out.Header().Get("X-Request-Id"), "route", p.Pattern, "error", err)
	}
	v.refuse(status, retry, down != nil && down.Own)
}

// refuse shows an error page without asking the database again.
func (v *Visit) refuse(status int, retry string, own bool) {
	if h := v.Out.Header(); v.Fragment() { // replaces the whole page
		h.Set("HX-Retarget", "body")
		h.Set("HX-Reselect", "#main")
		h.Set("HX-Reswap", "innerHTML")
	}
	refusal := ui.Refusal
	if v.visitor {
		refusal = ui.ShowcaseRefusal
	}
	_ = v.Render(status, refusal(ui.Entrance{Texts: v.Texts, Theme: v.Theme, At: v.Before(), Own: own}, status, retry))
}

// Before is the page to try again: this one, or the one with the form.
func (v *Visit) Before() string {
	if v.Method == http.MethodGet || v.Method == http.MethodHead {
		return v.URL.RequestURI()
	}
	from, err := url.Parse(v.Referer())
	if err != nil || from.Host != v.Host || !strings.HasPrefix(from.Path, "/") {
		return "/"
	}
	return v.Web.Subpath().Inside(from.RequestURI())
}

// Refuse renders the server's refusals of unknown paths.
func (w *Web) Refuse(out http.ResponseWriter, r *http.Request, status int) {
	v := &Visit{Request: r, Web: w, Out: out, Member: account.Member{Visitor: account.Visitor{Base: w.BaseURL(r)}}}
	v.settings()
	v.guarded()
	v.refuse(status, "", false)
	v.send()
}

// Offline is the page that a browser caches for when it is offline, in the language of the page that
// requested it.
func Offline(v *Visit) error {
	if locale := v.Param("language"); locale != "" {
		v.Texts = i18n.For(strings.ReplaceAll(locale, "-", "_"))
	}
	return v.Render(http.StatusOK, ui.Refusal(ui.Entrance{Texts: v.Texts, Theme: v.Theme, At: "/"}, 0, ""))
}

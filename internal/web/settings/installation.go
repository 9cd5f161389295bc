package settings

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// What the operator looks after before others rely on an installation.
var installationPages = []page.Row{page.Show("GET /settings/installation", "", installation)}

// UseMail lets the page try the mail server.
func UseMail(w *page.Web, try func(context.Context) error) { w.TryMail = try }

// Step is one of these things: well, not done yet, or done and failing.
type Step struct {
	Name, State string
	Text        string
}

const (
	stepWell = "ok"
	stepOpen = "open"
	stepFail = "wrong"
)

const (
	mailPatience = 5 * time.Second
	backupAge    = 8 * 24 * time.Hour // a weekly one may be late
)

func installation(v *page.Visit) error {
	f, err := page.Setting(v, "installation.title")
	if err != nil {
		return err
	}
	if !f.Shell.Operates {
		return fault.ErrNotFound
	}
	backedUp, err := v.Web.Accounts.BackedUp(v.Context())
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Installation(f, []Step{mailStep(v, f), backupStep(f, backedUp), addressStep(f, v.Web.BaseURL(v.Request))}))
}

func mailStep(v *page.Visit, f ui.Frame) Step {
	if v.Web.TryMail == nil {
		return step(f, "mail", stepOpen)
	}
	ctx, cancel := context.WithTimeout(v.Context(), mailPatience)
	defer cancel()
	if err := v.Web.TryMail(ctx); err != nil {
		return step(f, "mail", stepFail, "reason", err.Error())
	}
	return step(f, "mail", stepWell)
}

func backupStep(f ui.Frame, at *time.Time) Step {
	switch {
	case at == nil:
		return step(f, "backup", stepOpen)
	case time.Since(*at) > backupAge:
		return step(f, "backup", stepFail, "day", f.Date(*at))
	}
	return step(f, "backup", stepWell, "day", f.Date(*at))
}

// addressStep judges where people come in. A browser opens the camera, and keeps the app on a home
// screen, only where the address is encrypted.
func addressStep(f ui.Frame, address string) Step {
	at, err := url.Parse(address)
	if err != nil {
		return step(f, "address", stepOpen, "address", address)
	}
	ip, _ := netip.ParseAddr(at.Hostname())
	switch {
	case at.Hostname() == "localhost" || ip.IsLoopback():
		return step(f, "address", stepOpen, "address", address)
	case at.Scheme != "https":
		return step(f, "address", stepFail, "address", address)
	}
	return step(f, "address", stepWell, "address", address)
}

func step(f ui.Frame, name, state string, words ...string) Step {
	return Step{Name: name, State: state, Text: f.T("installation."+name+"."+state, words...)}
}

package settings

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/calendar"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// The days before and after today in a calendar, and how often programs should fetch it.
const (
	calendarPast    = 90
	calendarFuture  = 2 * 365
	calendarRefresh = 6 * time.Hour
)

// createCalendar creates the address of a calendar and shows it once.
func createCalendar(v *page.Visit) error {
	token := identity.NewSecret(identity.CalendarPrefix)
	err := postgres.Change(v.Context(), v.Scope, catalog.CalendarCreated, func(o postgres.Own) error {
		_, err := people.CreateCalendar(v.Context(), o, token)
		return err
	})
	if err != nil {
		return err
	}
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	chosen.Address = v.Base + identity.CalendarPath(token)
	return showProfile(v, chosen)
}

func askRevokeCalendar(v *page.Visit) error {
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	if !chosen.Calendar.Active {
		return v.Redirect("/settings/profile")
	}
	f, err := page.Setting(v, "calendar.title")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Sure(f, "profile", f.T("calendar.revoke.title"), f.T("calendar.revoke.lead"), v.URL.Path, f.T("keys.revoke"), "/settings/profile"))
}

func revokeCalendar(v *page.Visit) error {
	err := postgres.Change(v.Context(), v.Scope, catalog.CalendarDeleted, func(o postgres.Own) error { return people.DeleteCalendar(v.Context(), o) })
	if err != nil && !errors.Is(err, fault.ErrNotFound) { // it may be revoked in another window
		return err
	}
	return v.Redirect("/settings/profile?saved")
}

// calendarPage shows due dates to holders of the address. Wrong addresses are limited by client; right
// ones by user, because one program may fetch many.
func calendarPage(v *page.Visit) error {
	token, named := strings.CutSuffix(v.PathValue("secret"), ".ics")
	hash, ok := identity.ParseSecret(identity.CalendarPrefix, token)
	err := fault.ErrUnauthenticated
	if named && ok {
		err = v.Web.Admit(v.Out, v.Request, hash, identity.View, httpserver.Feeds, func(c *httpserver.Caller) error { return feed(v, c) })
	}
	if !errors.Is(err, fault.ErrUnauthenticated) {
		return err
	}
	if err := v.Web.LimitAddress(v.Out, v.Request, httpserver.Calls); err != nil {
		return err
	}
	return fault.ErrNotFound
}

// feed answers with the calendar, or 304.
func feed(v *page.Visit, c *httpserver.Caller) error {
	reader, err := c.Scope.View(identity.View)
	if err != nil {
		return err
	}
	today := v.Web.Now().UTC().Truncate(24 * time.Hour)
	due, err := figures.Due(v.Context(), reader, today.AddDate(0, 0, -calendarPast), today.AddDate(0, 0, calendarFuture))
	if err != nil {
		return err
	}
	body := calendar.Text("Vitrine", calendarRefresh, events(v, i18n.For(c.Locale), due))
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	v.Reply = &page.Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/calendar; charset=utf-8"}, "Content-Disposition": {`inline; filename="vitrine.ics"`},
		"Cache-Control": {"private, no-cache"}, "Etag": {tag}}, Body: body}
	if known(v.Header.Values("If-None-Match"), tag) {
		v.Reply.Status, v.Reply.Body = http.StatusNotModified, nil
	}
	return nil
}

// known reports whether a program has the answer with this tag.
func known(tags []string, tag string) bool {
	for _, t := range strings.Split(strings.Join(tags, ","), ",") {
		if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
			return true
		}
	}
	return false
}

// events are the due dates in the user's language.
func events(v *page.Visit, texts *i18n.Texts, due []catalog.Due) []calendar.Event {
	names := map[string]string{catalog.LoanDue: "calendar.loan_due", catalog.MaintenanceDue: "calendar.maintenance_due", catalog.InsuranceEnding: "calendar.insurance_ending"}
	host := "vitrine"
	if base, err := url.Parse(v.Base); err == nil {
		host = base.Hostname()
	}
	events := make([]calendar.Event, len(due))
	for i, d := range due {
		events[i] = calendar.Event{UID: catalog.AttentionSources[d.Kind] + "-" + strconv.FormatInt(d.SourceID, 10) + "@" + host, Day: d.DueAt, Revised: d.UpdatedAt,
			Summary: texts.T(names[d.Kind], "name", d.ItemName), URL: v.Base + ui.CopyPath(d.CopyID)}
	}
	return events
}

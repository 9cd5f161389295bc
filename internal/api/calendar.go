package api

import (
	"context"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

var calendars = []route{
	read(member, "GET /api/me/calendar", mine(people.Calendar), one(calendarOf)),
	write(self, "POST /api/me/calendar", catalog.CalendarCreated, makeCalendar, newCalendarOf),
	write(self, "DELETE /api/me/calendar", catalog.CalendarDeleted, without(deleteCalendar), nothing),
}

// newCalendar is a calendar with its token, shown this once.
type newCalendar struct {
	identity.Calendar
	token string
}

func makeCalendar(*request) (func(context.Context, postgres.Own) (newCalendar, error), error) {
	return func(ctx context.Context, o postgres.Own) (made newCalendar, err error) {
		made.token = identity.NewSecret(identity.CalendarPrefix)
		made.Calendar, err = people.CreateCalendar(ctx, o, made.token)
		return made, err
	}, nil
}

func deleteCalendar(ctx context.Context, o postgres.Own, _ *request) error {
	return people.DeleteCalendar(ctx, o)
}

func calendarOf(c identity.Calendar) resource {
	return resource{kind: "calendar", id: c.ID, self: "/api/me/calendar", attributes: attributes{
		{"active", c.Active},
		{"created_at", c.CreatedAt},
		{"last_used_at", c.LastUsedAt},
	}}
}

func newCalendarOf(r *request, c newCalendar) answer {
	shown := calendarOf(c.Calendar)
	shown.attributes = append(attributes{{"url", r.Base + identity.CalendarPath(c.token)}}, shown.attributes...)
	out := appendResource([]byte(`{"data":`), r, shown)
	return answer{status: http.StatusCreated, body: append(out, '}'), secret: true}
}

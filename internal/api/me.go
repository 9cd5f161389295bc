package api

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

var me = []route{
	view("GET /api/me", getMe, one(user)),
	prove("PUT /api/me", "user_updated", profile, nil, (*Server).updateMe, one(user)),
}

func getMe(ctx context.Context, r postgres.Reader, _ *request) (identity.User, error) {
	return r.Me(ctx)
}

func (s *Server) updateMe(ctx context.Context, r *request, in identity.Profile) (done identity.User, err error) {
	err = s.moving(ctx, r, in.Email, func(o postgres.Own) (err error) {
		done, err = o.UpdateMe(ctx, in)
		return err
	})
	return done, err
}

func profile(b *body) identity.Profile {
	return identity.Profile{
		FirstName:     b.text("first_name"),
		LastName:      b.text("last_name"),
		Nickname:      b.optional("nickname"),
		Email:         b.text("email"),
		Locale:        b.text("locale"),
		TimeFormat24h: b.boolean("time_format_24h"),
	}
}

func user(u identity.User) resource {
	return resource{kind: "user", id: u.ID, self: "/api/me", attributes: attributes{
		{"first_name", u.FirstName},
		{"last_name", u.LastName},
		{"nickname", u.Nickname},
		{"email", u.Email},
		{"locale", u.Locale},
		{"time_format_24h", u.TimeFormat24h},
	}}
}

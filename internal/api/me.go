package api

import (
	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var me = []route{
	read(member, "GET /api/me", mine(people.Me), one(user)),
	use(self, "PUT /api/me", catalog.UserUpdated, profile, (*account.Accounts).UpdateProfile, one(user)),
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

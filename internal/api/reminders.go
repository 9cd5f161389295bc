package api

import (
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var reminders = []route{
	read(member, "GET /api/me/reminders", mine(people.Reminders), one(remindersOf)),
	write(self, "PUT /api/me/reminders", catalog.RemindersUpdated, create(remindersInput, people.UpdateReminders), one(remindersOf)),
}

func remindersInput(b *body) identity.RemindersInput {
	return identity.RemindersInput{Mail: b.text("mail")}
}

func remindersOf(r identity.Reminders) resource {
	return resource{kind: "reminders", id: r.ID, self: "/api/me/reminders", attributes: attributes{{"mail", r.Mail}}}
}

package settings

import (
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
)

// reminded is the reminder setting of the profile, read with the page's frame.
func reminded(v *page.Visit) (chosen Reminded, err error) {
	chosen.Mails = v.Web.Accounts.Jobs != nil
	return chosen, v.Together(func(r postgres.Reader) (err error) {
		chosen.Reminders, err = people.Reminders(v.Context(), r)
		return err
	}, func(r postgres.Reader) (err error) {
		chosen.Calendar, err = people.Calendar(v.Context(), r)
		return err
	})
}

// updateReminders saves the choice. The page offers only valid ones, so a refusal has no form to return to.
func updateReminders(v *page.Visit) error {
	in := identity.RemindersInput{Mail: v.Text("mail")}
	if err := in.Validate(); err != nil {
		return err
	}
	err := postgres.Change(v.Context(), v.Scope, catalog.RemindersUpdated, func(o postgres.Own) error {
		_, err := people.UpdateReminders(v.Context(), o, in)
		return err
	})
	if err != nil {
		return err
	}
	return v.Redirect("/settings/profile?saved")
}

package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

func (w *Workers) sendMail(ctx context.Context, job *river.Job[mail.Message]) error {
	if job.Args.Data == nil {
		job.Args.Data = map[string]string{}
	}
	job.Args.Data["message_id"] = fmt.Sprintf("job-%d", job.ID) // the same on every attempt
	return w.deliver(ctx, job.Attempt, job.Args)
}

func (w *Workers) deliver(ctx context.Context, attempt int, m mail.Message) error {
	err := w.Send(ctx, m)
	if err != nil {
		w.Log.Warn("a mail could not be sent", "mail", m.What, "attempt", attempt, "error", err)
	}
	if errors.Is(err, mail.ErrUnsendable) {
		return river.JobCancel(err) // retrying would not help
	}
	return err
}

// offerReset mails a password link to the last confirmed address of a user, if
// there is one.
func (w *Workers) offerReset(ctx context.Context, job *river.Job[people.Forgotten]) error {
	token := identity.NewSecret(identity.ResetPrefix)
	return people.OfferReset(ctx, w.db, job.Args.Email, token, func(box people.Mailbox) postgres.Job {
		return mail.Message{What: mail.PasswordReset, To: box.Confirmed, Locale: box.Locale,
			Data: map[string]string{"name": box.Name(), "link": job.Args.Link + token}}
	})
}

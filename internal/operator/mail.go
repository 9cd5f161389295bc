package operator

import (
	"context"
	"errors"
	"strings"

	"vitrine/internal/config"
	"vitrine/internal/mail"
)

// TryMail asks the mail server whether it would take a mail. The error does not show its password.
func TryMail(ctx context.Context, c config.Config) error {
	sender, err := mail.NewSender(c.SMTPURL, c.MailFrom)
	if err == nil {
		err = sender.Try(ctx)
	}
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), c.SMTPURL, "…"))
	}
	return nil
}

package mail

import (
	"context"
	"fmt"

	gomail "github.com/wneessen/go-mail"
)

// Try talks to the server as for a mail: greeting, TLS, password and sender. It names no recipient,
// so nothing is sent.
func (s *Sender) Try(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return s.connected(ctx, ascii(s.from.Address), func(client *gomail.Client) error {
		talk, err := client.DialToSMTPClientWithContext(ctx)
		if err != nil {
			return err
		}
		if err := talk.Mail(s.from.Address); err != nil {
			return fmt.Errorf("the sender is refused: %w", err)
		}
		return talk.Quit()
	})
}

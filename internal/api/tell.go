package api

import (
	"context"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

// tell mails the calling user about a change to what is their own, in the
// transaction of the change: whoever did it in their name is found out.
func (s *Server) tell(ctx context.Context, r *request, o postgres.Own, what string, data map[string]string) error {
	if s.jobs == nil {
		return nil
	}
	reader, err := s.view(r)
	if err != nil {
		return err
	}
	me, err := reader.Me(ctx)
	if err != nil {
		return err
	}
	all := map[string]string{"name": me.Name(), "time": time.Now().UTC().Format(mail.TimeFormat)}
	for k, v := range data {
		all[k] = v
	}
	o.Mail(mail.Message{What: what, To: me.Email, Locale: me.Locale, Data: all})
	return nil
}

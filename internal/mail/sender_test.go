package mail

import (
	"errors"
	"strings"
	"testing"

	gomail "github.com/wneessen/go-mail"
)

func TestNewSender(t *testing.T) {
	for url, want := range map[string]Sender{
		"smtp://localhost":                              {host: "localhost", port: "587", local: true, starttls: gomail.TLSOpportunistic},
		"smtp://[::1]:1025/":                            {host: "::1", port: "1025", local: true, starttls: gomail.TLSOpportunistic},
		"smtp://u:p@127.0.0.1:25":                       {host: "127.0.0.1", port: "25", user: "u", password: "p", local: true, starttls: gomail.TLSOpportunistic},
		"smtp://mail.example:25":                        {host: "mail.example", port: "25", starttls: gomail.TLSOpportunistic},
		"smtp://mail.example?starttls=required":         {host: "mail.example", port: "587", starttls: gomail.TLSMandatory},
		"smtp://u:p@mail.example":                       {host: "mail.example", port: "587", user: "u", password: "p", starttls: gomail.TLSMandatory},
		"smtp://u:p@mail.example?starttls=optional":     {host: "mail.example", port: "587", user: "u", password: "p", starttls: gomail.TLSOpportunistic},
		"smtp://mail.example?starttls=off":              {host: "mail.example", port: "587", starttls: gomail.NoTLS},
		"smtps://u%40mail.example:p%2F%23@mail.example": {host: "mail.example", port: "465", user: "u@mail.example", password: "p/#", implicit: true, starttls: gomail.TLSMandatory},
	} {
		s, err := NewSender(url, "Vitrine <post@vitrine.example>")
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		got := *s
		if got.from.Name != "Vitrine" || got.from.Address != "post@vitrine.example" || got.tls.ServerName != want.host || got.tls.InsecureSkipVerify {
			t.Errorf("%s: from %v, TLS to %q", url, got.from, got.tls.ServerName)
		}
		if got.from, got.tls = nil, nil; got != want {
			t.Errorf("%s: %+v, not %+v", url, got, want)
		}
	}
}

func TestNewSenderRefuses(t *testing.T) {
	const from = "post@vitrine.example"
	for _, c := range [][2]string{
		{"", from}, {"mail.example:587", from}, {"http://u:hidden@mail.example", from}, {"smtp://", from}, {"smtp://u:hidden@:25", from},
		{"smtp://u:hidden@mail.example:0", from}, {"smtp://u:hidden@mail.example:70000", from}, {"smtp://u:hidden@mail.example:x", from},
		{"smtp://u:hid#den@mail.example", from}, {"smtp://u:hid/den@mail.example", from}, {"smtp://u:hid%zzen@mail.example", from},
		{"smtp://mail.example/hidden", from}, {"smtp://mail.example#hidden", from}, {"smtp://hidden@mail.example", from}, {"smtp://:hidden@mail.example", from},
		{"smtp://mail.example?tls=hidden", from}, {"smtp://mail.example?starttls=hidden", from}, {"smtps://mail.example?starttls=required", from},
		{"smtp://mail.example", ""}, {"smtp://mail.example", "Vitrine"}, {"smtp://mail.example", "a@b.example, c@d.example"},
		{"smtp://mail.example", "a@b.example\r\nBcc: c@d.example"}, {"smtp://mail.example", "a@bücher.example"},
	} {
		s, err := NewSender(c[0], c[1])
		if err == nil || s != nil {
			t.Errorf("%q from %q is taken", c[0], c[1])
		} else if strings.Contains(err.Error(), "hid") || strings.Contains(err.Error(), "mail.example") {
			t.Errorf("%q from %q is repeated: %v", c[0], c[1], err)
		}
	}
}

func TestSendFails(t *testing.T) {
	answer := func(command, with string) *server { return &server{answers: map[string]string{command: with}} }
	for _, c := range []struct {
		name                    string
		server                  *server
		scheme, password, query string
		want                    string // part of the error
		final                   bool
	}{
		{"wrong password", &server{starttls: true, auth: "PLAIN"}, "smtp", "not-this", "", "535", false},
		{"wrong password, LOGIN", &server{implicit: true, auth: "LOGIN"}, "smtps", "not-this", "", "535", false},
		{"nobody can say who they are", &server{starttls: true}, "smtp", rightPassword, "", "AUTH", false},
		{"STARTTLS demanded, not offered", &server{auth: "PLAIN"}, "smtp", rightPassword, "starttls=required", "STARTTLS", false},
		{"TLS expected, not spoken", &server{}, "smtps", "", "", "tls", false},
		{"greylisted", answer("RCPT", "451 later"), "smtp", "", "", "451", false},
		{"no such mailbox", answer("RCPT", "550 nobody"), "smtp", "", "", "550", true},
		{"sender not allowed", answer("MAIL", "550 not you"), "smtp", "", "", "550", false},
		{"busy", answer("MAIL", "421 busy"), "smtp", "", "", "421", false},
		{"no data wanted", answer("DATA", "554 no"), "smtp", "", "", "554", true},
		{"content refused", answer(".", "554 spam"), "smtp", "", "", "554", true},
		{"disk full", answer(".", "452 full"), "smtp", "", "", "452", false},
		{"broken off", answer("DATA", "hang up"), "smtp", "", "", "EOF", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.server.start(t)
			err := c.server.to(t, c.scheme, c.password, c.query).Send(t.Context(), invitation())
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrUnsendable) != c.final {
				t.Fatalf("%v; for good: %v", err, errors.Is(err, ErrUnsendable))
			}
			if c.password != "" && strings.Contains(err.Error(), c.password) {
				t.Errorf("error shows the password: %v", err)
			}
			if got, _ := c.server.seen(); len(got) != 0 {
				t.Errorf("it arrived all the same: %v", got)
			}
		})
	}
}

// The password is never sent where others could read it.
func TestPasswordIsKeptFromStrangers(t *testing.T) {
	for _, c := range []struct {
		name   string
		server *server
		scheme string
		spoil  func(*Sender)
		want   string
	}{
		{"nobody vouches, STARTTLS", &server{starttls: true, auth: "PLAIN"}, "smtp", func(s *Sender) { s.tls.RootCAs = nil }, "certificate"},
		{"nobody vouches, implicit TLS", &server{implicit: true, auth: "PLAIN"}, "smtps", func(s *Sender) { s.tls.RootCAs = nil }, "certificate"},
		{"another's certificate", &server{starttls: true, auth: "PLAIN"}, "smtp", func(s *Sender) { s.tls.ServerName = "mail.example" }, "certificate"},
		{"nothing encrypted, far away", &server{auth: "PLAIN LOGIN"}, "smtp", func(s *Sender) { s.host, s.local = "::ffff:127.0.0.1", false }, "unencrypted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.server.start(t)
			sender := c.server.to(t, c.scheme, rightPassword, "")
			c.spoil(sender)
			if err := sender.Send(t.Context(), invitation()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Error(err)
			}
			if _, commands := c.server.seen(); strings.Contains(commands, "AUTH") {
				t.Errorf("the password was sent:\n%s", commands)
			}
		})
	}
}

func TestTakenIsSent(t *testing.T) {
	s := (&server{answers: map[string]string{"QUIT": "hang up", "RSET": "hang up"}}).start(t)
	if err := s.to(t, "smtp", "", "").Send(t.Context(), invitation()); err != nil {
		t.Errorf("a mail that was taken would be sent again: %v", err)
	}
}

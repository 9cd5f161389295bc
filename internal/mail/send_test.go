package mail

import (
	"context"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// to returns a sender that trusts the server, from a URL as operators write it.
func (s *server) to(t *testing.T, scheme, password, query string) *Sender {
	t.Helper()
	u := url.URL{Scheme: scheme, Host: s.address, RawQuery: query}
	if password != "" {
		u.User = url.UserPassword("vitrine", password)
	}
	sender, err := NewSender(u.String(), "Vitrine für alle <post@vitrine.example>")
	if err != nil {
		t.Fatal(err)
	}
	sender.tls.RootCAs = s.roots
	return sender
}

func invitation() Message {
	return Message{What: Invitation, To: "ada@example.org", Locale: "ja_JP", Data: maps.Clone(sample)}
}

func TestSend(t *testing.T) {
	for _, c := range []struct {
		name                    string
		server                  *server
		scheme, password, query string
		encrypted               bool
	}{
		{"plain", &server{}, "smtp", "", "", false},
		{"plain, with a password on this machine", &server{auth: "PLAIN LOGIN"}, "smtp", rightPassword, "", false},
		{"STARTTLS as it is offered", &server{starttls: true}, "smtp", "", "", true},
		{"STARTTLS as it is demanded", &server{starttls: true, auth: "PLAIN"}, "smtp", rightPassword, "starttls=required", true},
		{"STARTTLS as it is declined", &server{starttls: true}, "smtp", "", "starttls=off", false},
		{"STARTTLS and LOGIN", &server{starttls: true, auth: "LOGIN"}, "smtp", rightPassword, "", true},
		{"implicit TLS", &server{implicit: true, auth: "PLAIN LOGIN"}, "smtps", rightPassword, "", true},
		{"implicit TLS, nobody asked who", &server{implicit: true}, "smtps", "", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.server.start(t)
			if err := c.server.to(t, c.scheme, c.password, c.query).Send(t.Context(), invitation()); err != nil {
				t.Fatal(err)
			}
			got, _ := c.server.seen()
			if len(got) != 1 {
				t.Fatalf("%d mails arrived", len(got))
			}
			d := got[0]
			if d.encrypted != c.encrypted || (d.user != "") != (c.password != "") {
				t.Errorf("encrypted %v, user %q", d.encrypted, d.user)
			}
			if !strings.HasPrefix(d.from, "FROM:<post@vitrine.example>") || d.to != "TO:<ada@example.org>" || d.hello != "vitrine.example" {
				t.Errorf("envelope %q, %q, hello %q", d.from, d.to, d.hello)
			}
			checkInvitation(t, d.message)
		})
	}
}

func checkInvitation(t *testing.T, raw string) {
	t.Helper()
	message, parts := parse(t, raw)
	subject, text, html, _ := Render(invitation())
	for name, want := range map[string]string{"Subject": subject, "From": `Vitrine für alle <post@vitrine.example>`,
		"To": "<ada@example.org>", "Auto-Submitted": "auto-generated", "User-Agent": "", "X-Mailer": ""} {
		if got, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get(name)); err != nil || got != want {
			t.Errorf("%s: %q, not %q, %v", name, got, want, err)
		}
	}
	if _, err := message.Header.Date(); err != nil {
		t.Error(err)
	}
	if parts["text/plain"] != text || parts["text/html"] != html {
		t.Errorf("arrived otherwise than written:\n%s\n%s", parts["text/plain"], parts["text/html"])
	}
	if !strings.Contains(parts["text/plain"], sample["link"]) {
		t.Errorf("no link in\n%s", parts["text/plain"])
	}
}

// parse returns the parts of a multipart/alternative by type.
func parse(t *testing.T, raw string) (*netmail.Message, map[string]string) {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s, %v", kind, err)
	}
	parts := map[string]string{}
	for reader := multipart.NewReader(message.Body, params["boundary"]); ; {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return message, parts
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(part) // decodes quoted-printable
		if err != nil {
			t.Fatal(err)
		}
		kind, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if err != nil || !strings.EqualFold(params["charset"], "utf-8") {
			t.Errorf("part %v, %v", part.Header, err)
		}
		parts[kind] = strings.ReplaceAll(string(content), "\r\n", "\n")
	}
}

func TestNoHeaderCanBeInjected(t *testing.T) {
	s := (&server{}).start(t)
	m := invitation()
	m.Locale = "en"
	m.Data["inviter"] = "Ada\r\nBcc: all@evil.example\r\n\r\n<p>"
	m.Data["account"] = "=?utf-8?q?x=0D=0ABcc:_all@evil.example?= " + strings.Repeat("wide ", 60)
	if err := s.to(t, "smtp", "", "").Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got, _ := s.seen()
	message, _ := parse(t, got[0].message)
	subject, _, _, _ := Render(m)
	read, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || read != subject || message.Header.Get("Bcc") != "" {
		t.Errorf("subject %q, not %q; header %v, %v", read, subject, message.Header, err)
	}
	for _, to := range []string{"", "ada", "ada@example.org\r\nBcc: all@evil.example", "ada@example.org, bob@example.org", "Ada <ada@example.org>", "a@b.example>\r\nRCPT TO:<c@d.example"} {
		m.To = to
		if err := s.to(t, "smtp", "", "").Send(t.Context(), m); !errors.Is(err, ErrUnsendable) {
			t.Errorf("to %q: %v", to, err)
		}
	}
	if got, _ := s.seen(); len(got) != 1 {
		t.Errorf("%d mails arrived", len(got))
	}
}

func TestMessageID(t *testing.T) {
	s := (&server{}).start(t)
	for given, want := range map[string]string{"job-42": "<job-42@vitrine.example>", "job-42@queue.example": "<job-42@queue.example>"} {
		m := invitation()
		m.Data["message_id"] = given
		if err := s.to(t, "smtp", "", "").Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		got, _ := s.seen()
		if message, _ := parse(t, got[len(got)-1].message); message.Header.Get("Message-ID") != want {
			t.Errorf("%q became %q, not %q", given, message.Header.Get("Message-ID"), want)
		}
	}
	for range 2 {
		if err := s.to(t, "smtp", "", "").Send(t.Context(), invitation()); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := s.seen()
	one, _ := parse(t, got[2].message)
	other, _ := parse(t, got[3].message)
	if a, b := one.Header.Get("Message-ID"), other.Header.Get("Message-ID"); a == b || !strings.HasSuffix(a, "@vitrine.example>") {
		t.Errorf("made up %q and %q", a, b)
	}
	m := invitation()
	m.Data["message_id"] = "x>\r\nBcc: all@evil.example"
	if err := s.to(t, "smtp", "", "").Send(t.Context(), m); !errors.Is(err, ErrUnsendable) {
		t.Errorf("broken message_id: %v", err)
	}
}

// A later server without SMTPUTF8 must bounce a mail that was sent with it.
func TestSMTPUTF8OnlyWhereItIsNeeded(t *testing.T) {
	for to, want := range map[string]bool{"ada@example.org": false, "jörg@example.org": true} {
		s := (&server{utf8: true}).start(t)
		m := invitation()
		m.To = to
		if err := s.to(t, "smtp", "", "").Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if got, _ := s.seen(); strings.Contains(got[0].from, "SMTPUTF8") != want || got[0].to != "TO:<"+to+">" {
			t.Errorf("%s: MAIL %s, RCPT %s", to, got[0].from, got[0].to)
		}
	}
}

func TestSendStopsWhenItIsToldTo(t *testing.T) {
	testkind.WatchesTheClock(t)
	s := (&server{answers: map[string]string{"MAIL": "250-wait"}}).start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := s.to(t, "smtp", "", "").Send(ctx, invitation()); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

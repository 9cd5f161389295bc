package mail

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"regexp"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// timeout limits the whole delivery of a mail.
const timeout = 15 * time.Second

// Send writes a mail and hands it to the server. A mail can go out twice if the
// connection breaks before the server confirms it; with a message_id in its
// data, such as "job-42", both have the same Message-ID. ErrUnsendable means
// that retrying is useless.
func (s *Sender) Send(ctx context.Context, m Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err = s.connected(ctx, ascii(m.To+s.from.Address), func(client *gomail.Client) error { return client.DialAndSendWithContext(ctx, msg) })
	var failed *gomail.SendError
	switch {
	case msg.IsDelivered(): // a failure after delivery must not send it again
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("sending mail: %w: %w", ctx.Err(), err)
	case errors.As(err, &failed) && final(failed):
		return fmt.Errorf("%w: %w", ErrUnsendable, err)
	}
	return fmt.Errorf("sending mail: %w", err)
}

// final reports whether the server refused the recipient or the content
// permanently. Other refusals may be caused by settings, so those mails are
// retried.
func final(err *gomail.SendError) bool {
	switch err.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		return err.ErrorCode() >= 500
	}
	return false
}

// connected dials itself: the client would not notice a cancelled ctx while it
// waits for an answer, nor close the connection when it fails early.
func (s *Sender) connected(ctx context.Context, plainAddresses bool, talk func(*gomail.Client) error) error {
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	client, err := s.client(conn, plainAddresses)
	if err != nil {
		return err
	}
	return talk(client)
}

// client talks over a connection that is there.
func (s *Sender) client(conn net.Conn, plainAddresses bool) (*gomail.Client, error) {
	dialled := func(context.Context, string, string) (net.Conn, error) { return conn, nil }
	options := []gomail.Option{
		gomail.WithDialContextFunc(dialled), gomail.WithTimeout(timeout), gomail.WithHELO(domain(s.from.Address)),
		gomail.WithTLSPolicy(s.starttls), gomail.WithTLSConfig(s.tls), gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	if s.implicit {
		options = append(options, gomail.WithSSL())
	}
	if plainAddresses { // otherwise a later server without SMTPUTF8 would bounce the mail
		options = append(options, gomail.WithoutSMTPUTF8())
	}
	if s.user != "" {
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password), s.auth())
	}
	return gomail.NewClient(s.host, options...)
}

func (s *Sender) dial(ctx context.Context) (net.Conn, error) {
	address := net.JoinHostPort(s.host, s.port)
	if s.implicit {
		return (&tls.Dialer{Config: s.tls}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

// auth prefers mechanisms that every server supports. Otherwise the client
// chooses the best one offered.
func (s *Sender) auth() gomail.Option {
	if s.local {
		return gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc)
	}
	return gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthPlain, gomail.SMTPAuthLogin)
}

func (s *Sender) compose(m Message) (*gomail.Msg, error) {
	subject, text, html, err := Render(m)
	if err != nil {
		return nil, err
	}
	to, err := mail.ParseAddress(m.To)
	if err != nil || to.Address != m.To {
		return nil, fmt.Errorf("%w: %s: to is not an address", ErrUnsendable, m.What)
	}
	id, err := s.messageID(m)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(s.from)
	msg.ToMailAddress(to)
	msg.Subject(subject)
	msg.SetMessageIDWithValue(id)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All") // the same for Exchange
	msg.SetBodyString(gomail.TypeTextPlain, text)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	return msg, nil
}

var messageID = regexp.MustCompile(`^[\w.+-]{1,120}(@[\w.-]{1,120})?$`)

// messageID returns that of the message, or a new one. Its domain is the
// sender's, so that the name of the machine stays private.
func (s *Sender) messageID(m Message) (string, error) {
	id := m.Data["message_id"]
	if id == "" {
		id = rand.Text()
	}
	parts := messageID.FindStringSubmatch(id)
	switch {
	case parts == nil:
		return "", fmt.Errorf("%w: %s: message_id must be letters, digits and .+-_, with a domain or without", ErrUnsendable, m.What)
	case parts[1] == "":
		id += "@" + domain(s.from.Address)
	}
	return id, nil
}

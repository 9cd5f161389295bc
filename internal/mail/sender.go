package mail

import (
	"crypto/tls"
	"errors"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Sender hands mails to an SMTP server, with one connection per mail: mails are
// few, and a dead connection is never reused.
type Sender struct {
	host, port     string
	user, password string
	local          bool // the server is on this machine
	implicit       bool // TLS from the first byte
	starttls       gomail.TLSPolicy
	tls            *tls.Config
	from           *mail.Address
}

// NewSender parses the server and the sender.
//
//	smtp://user:password@host:587     STARTTLS if the server offers it
//	smtps://user:password@host:465    TLS from the start
//
// With a password STARTTLS is required, unless ?starttls= says otherwise:
// required, optional, or off (for a local server without a valid certificate).
// A password is never sent unencrypted, except to this machine. Errors do not
// repeat the URL, which may contain a password.
func NewSender(smtpURL, from string) (*Sender, error) {
	u, err := url.Parse(smtpURL)
	if err != nil {
		return nil, errors.New("SMTP URL cannot be read; special characters in a password must be written as %XX")
	}
	if err := errors.Join(onlyServer(u), onlySender(from)); err != nil {
		return nil, err
	}
	s := &Sender{host: u.Hostname(), port: u.Port(), implicit: u.Scheme == "smtps"}
	s.user = u.User.Username()
	s.password, _ = u.User.Password()
	s.local = loopback(s.host)
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	s.from, _ = mail.ParseAddress(from)
	if s.port == "" {
		s.port = map[bool]string{false: "587", true: "465"}[s.implicit]
	}
	if err := s.chooseTLS(u.Query()); err != nil {
		return nil, err
	}
	return s, nil
}

// onlyServer refuses anything after the host, which is often the rest of a
// password with an unescaped # or /.
func onlyServer(u *url.URL) error {
	password, _ := u.User.Password()
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case u.Scheme != "smtp" && u.Scheme != "smtps":
		return errors.New("SMTP URL must begin with smtp:// or smtps://")
	case u.Hostname() == "":
		return errors.New("SMTP URL has no host")
	case u.Port() != "" && (err != nil || port == 0):
		return errors.New("SMTP URL has an impossible port")
	case u.User != nil && (u.User.Username() == "" || password == ""):
		return errors.New("SMTP URL must have a user and a password, or neither")
	case strings.Trim(u.Path, "/") != "" || u.Fragment != "":
		return errors.New("SMTP URL must end after host and port; special characters in a password must be written as %XX")
	}
	return nil
}

// onlySender requires an ASCII domain, which the service greets servers with.
func onlySender(from string) error {
	address, err := mail.ParseAddress(from)
	if err != nil || domain(address.Address) == "" || !ascii(domain(address.Address)) {
		return errors.New(`sender must be an address such as vitrine@example.com or "Vitrine <vitrine@example.com>"`)
	}
	return nil
}

func (s *Sender) chooseTLS(query url.Values) error {
	wish := query.Get("starttls")
	query.Del("starttls")
	switch {
	case len(query) > 0:
		return errors.New("SMTP URL has a parameter other than starttls")
	case wish != "" && s.implicit:
		return errors.New("SMTP URL has starttls, but smtps is encrypted from the start")
	case wish == "required", wish == "" && s.user != "" && !s.local:
		s.starttls = gomail.TLSMandatory
	case wish == "optional", wish == "":
		s.starttls = gomail.TLSOpportunistic
	case wish == "off":
		s.starttls = gomail.NoTLS
	default:
		return errors.New("SMTP URL must have starttls=required, optional or off")
	}
	return nil
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func domain(address string) string { return address[strings.LastIndex(address, "@")+1:] }

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0x7e }) < 0
}

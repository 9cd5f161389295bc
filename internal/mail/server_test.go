package mail

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

// server is an SMTP server that records its mails.
type server struct {
	implicit, starttls bool
	auth               string            // mechanisms offered, PLAIN or LOGIN
	answers            map[string]string // by command, replacing the default; may be "hang up"
	utf8               bool

	address     string
	certificate tls.Certificate
	roots       *x509.CertPool
	mutex       sync.Mutex
	received    []delivery
	commands    []string
}

type delivery struct {
	from, to, message, hello, user string
	encrypted                      bool
}

const rightPassword = "p@ss/word#1"

// start serves until the test ends.
func (s *server) start(t *testing.T) *server {
	t.Helper()
	s.certificate, s.roots = selfMade(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	var talks sync.WaitGroup
	talks.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			talks.Go(func() {
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(10 * time.Second))
				s.talk(conn)
			})
		}
	})
	t.Cleanup(func() { listener.Close(); talks.Wait() })
	return s
}

func (s *server) talk(conn net.Conn) {
	if s.implicit {
		conn = s.secured(conn)
	}
	text := textproto.NewReader(bufio.NewReader(conn))
	var d delivery
	d.encrypted = s.implicit
	fmt.Fprint(conn, "220 ready\r\n")
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		command, rest, _ := strings.Cut(line, " ")
		command = strings.ToUpper(command)
		s.note(line)
		answer := s.answers[command]
		switch {
		case answer == "hang up":
			return
		case answer != "":
		case command == "EHLO":
			d.hello = rest
			answer = s.greeting(d.encrypted)
		case command == "STARTTLS" && s.starttls:
			fmt.Fprint(conn, "220 go ahead\r\n")
			conn = s.secured(conn)
			text, d.encrypted = textproto.NewReader(bufio.NewReader(conn)), true
			continue
		case command == "AUTH":
			d.user, answer = s.login(conn, text, rest)
		case command == "MAIL":
			d.from, answer = rest, "250 ok"
		case command == "RCPT":
			d.to, answer = rest, "250 ok"
		case command == "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			content, _ := io.ReadAll(text.DotReader())
			if answer = s.answers["."]; answer == "" {
				d.message, answer = string(content), "250 taken"
				s.keep(d)
			}
		case command == "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			answer = "502 what?"
		}
		fmt.Fprint(conn, answer+"\r\n")
	}
}

func (s *server) secured(conn net.Conn) net.Conn {
	return tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{s.certificate}})
}

func (s *server) greeting(encrypted bool) string {
	offer := []string{"127.0.0.1"}
	if s.starttls && !encrypted {
		offer = append(offer, "STARTTLS")
	}
	if s.auth != "" {
		offer = append(offer, "AUTH "+s.auth)
	}
	if s.utf8 {
		offer = append(offer, "SMTPUTF8")
	}
	return "250-" + strings.Join(append(offer, "8BITMIME"), "\r\n250-") + "\r\n250 HELP"
}

func (s *server) login(conn net.Conn, text *textproto.Reader, rest string) (user, answer string) {
	mechanism, first, _ := strings.Cut(rest, " ")
	var given []string
	switch mechanism {
	case "PLAIN":
		decoded, _ := base64.StdEncoding.DecodeString(first)
		given = strings.Split(string(decoded), "\x00")[1:]
	case "LOGIN":
		for _, question := range []string{"Username:", "Password:"} {
			fmt.Fprintf(conn, "334 %s\r\n", base64.StdEncoding.EncodeToString([]byte(question)))
			line, _ := text.ReadLine()
			decoded, _ := base64.StdEncoding.DecodeString(line)
			given = append(given, string(decoded))
		}
	}
	if len(given) != 2 || given[0] != "vitrine" || given[1] != rightPassword {
		return "", "535 5.7.8 wrong"
	}
	return given[0], "235 welcome"
}

func (s *server) keep(d delivery) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.received = append(s.received, d)
}

func (s *server) note(command string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.commands = append(s.commands, command)
}

// seen returns the mails and commands so far.
func (s *server) seen() ([]delivery, string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.received, strings.Join(s.commands, "\n")
}

// selfMade returns a self-signed certificate and a pool that trusts it.
func selfMade(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

package process

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// postbox is an SMTP server that keeps its mail. It can be closed and reopened at
// the same address.
type postbox struct {
	address string

	mu       sync.Mutex
	listener net.Listener
	letters  []letter
	taken    int
	silent   bool // accepts connections and says nothing
	greeted  int  // number of connections
	talks    sync.WaitGroup
}

// letter is a mail as its reader sees it.
type letter struct{ id, from, to, subject, text string }

// newPostbox opens a postbox that ends with the test.
func newPostbox(t *testing.T) *postbox {
	t.Helper()
	p := &postbox{address: "127.0.0.1:0"}
	p.open(t)
	t.Cleanup(p.close)
	return p
}

// settings make vitrine send its mails here.
func (p *postbox) settings(more ...string) []string {
	return append([]string{"VITRINE_SMTP_URL=smtp://" + p.address + "?starttls=off", "VITRINE_MAIL_FROM=Vitrine <vitrine@example.org>",
		"VITRINE_PUBLIC_URL=https://vitrine.example"}, more...)
}

func (p *postbox) open(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	p.address, p.listener = listener.Addr().String(), listener
	p.talks.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.talks.Go(func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
				p.talk(conn)
			})
		}
	})
}

// close refuses new connections and waits for open ones.
func (p *postbox) close() {
	p.listener.Close()
	p.talks.Wait()
}

func (p *postbox) talk(conn net.Conn) {
	p.mu.Lock()
	p.greeted++
	silent := p.silent
	p.mu.Unlock()
	text := textproto.NewReader(bufio.NewReader(conn))
	if silent {
		_, _ = text.ReadLine() // until the other side is gone
		return
	}
	fmt.Fprint(conn, "220 ready\r\n")
	var to string
	for {
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		answer := "250 ok"
		switch command, rest, _ := strings.Cut(line, " "); strings.ToUpper(command) {
		case "EHLO":
			answer = "250-postbox\r\n250 8BITMIME"
		case "RCPT":
			to = regexp.MustCompile(`<(.*)>`).FindStringSubmatch(rest)[1]
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			l, err := open(text.DotReader())
			if err != nil || l.to != to {
				l.subject = fmt.Sprintf("UNREADABLE, or to %s: %v", to, err)
			}
			p.mu.Lock()
			p.letters = append(p.letters, l)
			p.mu.Unlock()
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		}
		fmt.Fprint(conn, answer+"\r\n")
	}
}

// open parses a mail and its plain text.
func open(from io.Reader) (l letter, err error) {
	defer io.Copy(io.Discard, from)
	m, err := mail.ReadMessage(from)
	if err != nil {
		return l, err
	}
	to, err := mail.ParseAddress(m.Header.Get("To"))
	if err != nil {
		return l, err
	}
	l = letter{id: m.Header.Get("Message-ID"), from: m.Header.Get("From"), to: to.Address}
	if l.subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		return l, err
	}
	_, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return l, err
	}
	part, err := multipart.NewReader(m.Body, parameters["boundary"]).NextPart()
	if err != nil {
		return l, err
	}
	text, err := io.ReadAll(part)
	l.text = string(text)
	return l, err
}

// take waits until no mail is queued and returns those received since the last
// call.
func (p *postbox) take(t *testing.T, database string, within time.Duration) []letter {
	t.Helper()
	eventually(t, within, "every mail is sent", func() bool {
		return scalar[int](t, database, `select count(*) from river_job where state <> 'completed'`) == 0
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := p.letters[p.taken:]
	p.taken = len(p.letters)
	return fresh
}

// one is take that expects exactly one mail, to this address.
func (p *postbox) one(t *testing.T, database, to, subject string) letter {
	t.Helper()
	came := p.take(t, database, 20*time.Second)
	if len(came) != 1 || came[0].to != to || came[0].subject != subject {
		t.Fatalf("%d mails: %+v, want one to %s: %s", len(came), came, to, subject)
	}
	if from := `"Vitrine" <vitrine@example.org>`; came[0].from != from {
		t.Errorf("it comes from %s, want %s", came[0].from, from)
	}
	return came[0]
}

// none is take that expects no mail.
func (p *postbox) none(t *testing.T, database, after string) {
	t.Helper()
	if came := p.take(t, database, 20*time.Second); len(came) > 0 {
		t.Errorf("after %s: %d mails: %+v, want none", after, len(came), came)
	}
}

// find extracts text from a mail, such as a token in a link.
func (l letter) find(t *testing.T, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(l.text)
	if len(found) != 2 {
		t.Fatalf("no %s in the mail %q:\n%s", pattern, l.subject, l.text)
	}
	return found[1]
}

// hush makes the postbox silent or responsive again.
func (p *postbox) hush(silent bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = silent
}

func (p *postbox) connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.greeted
}

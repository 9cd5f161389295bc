package browser

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
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// earlier is the time step before this one, whose code is still accepted once.
func earlier() time.Time { return time.Now().Add(-30 * time.Second) }

// postbox is an SMTP server that keeps what it is sent.
type postbox struct {
	address string
	mu      sync.Mutex
	letters []letter
}

type letter struct{ to, text string }

func newPostbox(t *testing.T) *postbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postbox{address: listener.Addr().String()}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.talk(conn)
		}
	}()
	return p
}

func (p *postbox) talk(conn net.Conn) {
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	text := textproto.NewReader(bufio.NewReader(conn))
	fmt.Fprint(conn, "220 ready\r\n")
	to := ""
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
			to = strings.TrimSuffix(strings.TrimPrefix(rest, "TO:<"), ">")
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			content := plain(text.DotReader())
			p.mu.Lock()
			p.letters = append(p.letters, letter{to, content})
			p.mu.Unlock()
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		}
		fmt.Fprint(conn, answer+"\r\n")
	}
}

// plain is the text of a mail, or why it cannot be read.
func plain(from io.Reader) string {
	defer io.Copy(io.Discard, from)
	m, err := mail.ReadMessage(from)
	if err != nil {
		return err.Error()
	}
	_, parameters, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return err.Error()
	}
	part, err := multipart.NewReader(m.Body, parameters["boundary"]).NextPart()
	if err != nil {
		return err.Error()
	}
	text, err := io.ReadAll(part)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// link waits for a mail to an address with a link to a page, and returns the link.
func (p *postbox) link(t *testing.T, to, page string) string {
	t.Helper()
	wanted := regexp.MustCompile(`https?://\S*` + regexp.QuoteMeta(page) + `\S*`)
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		p.mu.Lock()
		for _, l := range p.letters {
			if found := wanted.FindString(l.text); found != "" && l.to == to {
				p.mu.Unlock()
				return found
			}
		}
		p.mu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	t.Fatalf("no mail to %s has a link to %s: %+v", to, page, p.letters)
	return ""
}

// mailed waits for any mail to an address.
func (p *postbox) mailed(t *testing.T, to string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		p.mu.Lock()
		came := slices.ContainsFunc(p.letters, func(l letter) bool { return l.to == to })
		p.mu.Unlock()
		if came {
			return
		}
	}
	t.Fatalf("no mail to %s", to)
}

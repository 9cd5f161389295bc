// Package remote imports and exports over the API of a running service, for the commands: it sends
// files, waits for jobs and fetches their results. No SQL.
package remote

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Service is a running Vitrine with a token for it.
type Service struct {
	base, token string
	web         *http.Client
	known       bool // it has answered, so failures may be temporary

	Waits func(time.Duration) // is told of each wait for the limit of requests; nil tells nobody
}

// At is the service at an address.
func At(address, token string) (*Service, error) {
	u, err := url.Parse(strings.TrimRight(strings.TrimSpace(address), "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("%q is not the address of a service, such as https://vitrine.example.org", address)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Service{base: u.String(), token: token, web: &http.Client{CheckRedirect: stay}}, nil
}

// Address is where the service is.
func (s *Service) Address() string { return s.base }

// call is a request whose body can be sent again.
type call struct {
	method, path string
	body         func() (io.Reader, error)
	kind         string // of the body
	header       http.Header
	limit        time.Duration
	key          string // makes the service do a repeated POST once
}

const (
	shortest = time.Minute
	longest  = 11 * time.Minute // lists are written before the answer begins
)

// object is what the API shows.
type object struct {
	ID         string          `json:"id"`
	Attributes json.RawMessage `json:"attributes"`
}

// Get reads an object; with a wait, once it has changed.
func (s *Service) Get(ctx context.Context, path string, wait int) (object, error) {
	c := call{method: http.MethodGet, path: path, limit: shortest}
	if wait > 0 {
		c.header = http.Header{"Prefer": {fmt.Sprintf("wait=%d", wait)}}
	}
	return s.one(ctx, c)
}

// Send changes something; nil is no body. The service refuses members that it does not know.
func (s *Service) Send(ctx context.Context, method, path string, body any) (object, error) {
	c := call{method: method, path: path, limit: shortest, header: http.Header{"Prefer": {"handling=strict"}}}
	if body != nil {
		content, err := json.Marshal(body)
		if err != nil {
			return object{}, err
		}
		c.kind, c.body = "application/json", func() (io.Reader, error) { return bytes.NewReader(content), nil }
	}
	return s.one(ctx, c)
}

// one makes a call that is answered with an object, or with nothing.
func (s *Service) one(ctx context.Context, c call) (object, error) {
	var found struct{ Data object }
	err := s.read(ctx, c, &found)
	return found.Data, err
}

// list reads a page of a list.
func (s *Service) list(ctx context.Context, path string) ([]object, string, error) {
	var found struct {
		Data []object
		Meta struct {
			Next string `json:"next_after"`
		}
	}
	err := s.read(ctx, call{method: http.MethodGet, path: path, limit: shortest}, &found)
	return found.Data, found.Meta.Next, err
}

// mostAnswer exceeds the size of any object.
const mostAnswer = 64 << 20

func (s *Service) read(ctx context.Context, c call, to any) error {
	res, err := s.answer(ctx, c)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	switch {
	case err != nil:
		return &Unreachable{s.base, err}
	case res.StatusCode == http.StatusNoContent:
		return nil
	case json.Unmarshal(content, to) != nil:
		return s.stranger(res)
	}
	return nil
}

// answer repeats a call until the service answers or refuses it.
func (s *Service) answer(ctx context.Context, c call) (*http.Response, error) {
	if c.method == http.MethodPost {
		c.key = rand.Text()
	}
	for try := 1; ; try++ {
		res, err := s.ask(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pause, again := s.again(res, err, try)
		if !again {
			if err != nil {
				return nil, &Unreachable{s.base, err}
			}
			s.known = true
			if res.StatusCode < 300 {
				return res, nil
			}
			defer res.Body.Close()
			return nil, s.refusal(res)
		}
		if res != nil {
			res.Body.Close()
			if res.StatusCode == http.StatusTooManyRequests && s.Waits != nil {
				s.Waits(pause)
			}
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// ask makes a call once. The time limit holds until the body of the answer is closed.
func (s *Service) ask(ctx context.Context, c call) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	var body io.Reader
	var err error
	if c.body != nil {
		if body, err = c.body(); err != nil {
			cancel()
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, c.method, s.base+c.path, body)
	if err != nil {
		cancel()
		return nil, err
	}
	for name, values := range c.header {
		req.Header[name] = values
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("User-Agent", "vitrine")
	if c.kind != "" {
		req.Header.Set("Content-Type", c.kind)
	}
	if c.key != "" {
		req.Header.Set("Idempotency-Key", c.key)
	}
	res, err := s.web.Do(req)
	if err != nil {
		cancel()
		return nil, err
	}
	res.Body = &ending{res.Body, cancel}
	return res, nil
}

// ending is a body that ends the time limit of its request.
type ending struct {
	io.ReadCloser
	end context.CancelFunc
}

func (e *ending) Close() error {
	defer e.end()
	return e.ReadCloser.Close()
}

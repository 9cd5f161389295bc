package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Unreachable is a service that does not answer.
type Unreachable struct {
	address string
	cause   error
}

func (u *Unreachable) Error() string {
	why := u.cause
	for next := errors.Unwrap(why); next != nil; next = errors.Unwrap(why) {
		why = next // the whole chain repeats the address
	}
	return fmt.Sprintf("no service answers at %s (%v): check VITRINE_URL, that it runs, and the network", u.address, why)
}

// Refused is a refusal of the service.
type Refused struct {
	Status   int
	Message  string
	Fields   map[string][]string
	Import   string // the import that prevents this one
	Export   string
	Received int64 // bytes of a file

	address string
}

func (r *Refused) Error() string {
	switch {
	case r.Status == http.StatusUnauthorized:
		return "the service does not know the token: make an API key in your settings, and put it into VITRINE_TOKEN"
	case r.Status == http.StatusNotFound:
		return "there is no such thing, or it is not for this token: importing needs an editor, an archive an owner, and both a key without restrictions"
	case r.Status >= 300 && r.Status < 400:
		return fmt.Sprintf("%s leads elsewhere: set VITRINE_URL to %s", r.address, r.Message)
	case r.Status == http.StatusRequestEntityTooLarge:
		return "the file is larger than the service takes, or a proxy before it does: " + r.Message
	case r.Status >= 500:
		return fmt.Sprintf("the service cannot do it now (status %d: %s): try again in a moment, or ask who runs it", r.Status, r.Message)
	case len(r.Fields) == 0:
		return r.Message
	}
	var said []string
	for field, messages := range r.Fields {
		said = append(said, fmt.Sprintf("%s (%s)", strings.Join(messages, " "), field))
	}
	slices.Sort(said)
	return "the service refuses it: " + strings.Join(said, " ")
}

// On reports whether the service refuses because of a field.
func (r *Refused) On(field string) bool { return r.Fields[field] != nil }

// refusal reads what the service says.
func (s *Service) refusal(res *http.Response) error {
	r := &Refused{Status: res.StatusCode, address: s.base}
	if res.StatusCode < 400 {
		r.Message, _, _ = strings.Cut(res.Header.Get("Location"), "/api/")
		return r
	}
	content, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20)) // what came of it may do
	var said struct {
		Message        string
		Errors         map[string][]string
		Import, Export string
		Received       int64
	}
	if json.Unmarshal(content, &said) != nil || said.Message == "" {
		if res.StatusCode < 500 && res.StatusCode != http.StatusRequestEntityTooLarge {
			return s.stranger(res)
		}
		said.Message = res.Status
	}
	r.Message, r.Fields, r.Import, r.Export, r.Received = said.Message, said.Errors, said.Import, said.Export, said.Received
	return r
}

// stranger is the error for an answer that does not come from Vitrine.
func (s *Service) stranger(res *http.Response) error {
	return fmt.Errorf("%s answers with status %d, but not as Vitrine does: check VITRINE_URL", s.base, res.StatusCode)
}

// mostTries is how often a temporary failure is tried again: for about a minute.
const mostTries = 8

// again reports whether and when to repeat a call. If the service has never answered, the address is
// probably wrong, and the call is not repeated.
func (s *Service) again(res *http.Response, err error, try int) (time.Duration, bool) {
	pause := min(time.Duration(1<<(try-1))*time.Second, 15*time.Second)
	if err != nil {
		return pause, s.known && try < mostTries
	}
	switch res.StatusCode {
	case http.StatusTooManyRequests: // the request was not done; limits end within a minute
		return waitFor(res, pause), true
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return waitFor(res, pause), try < mostTries
	case http.StatusConflict: // the previous try may still be running
		return pause, try > 1 && try < mostTries
	}
	return 0, false
}

// waitFor is the wait that the service asks for, within bounds.
func waitFor(res *http.Response, otherwise time.Duration) time.Duration {
	seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
	if err != nil {
		return otherwise
	}
	return min(max(time.Duration(seconds)*time.Second, time.Second), time.Minute)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

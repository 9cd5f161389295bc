package load

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// lists are read as whole pages.
var lists = []string{"/api/locations", "/api/items", "/api/me", "/api/administration/logs", "/api/collections", "/api/account/members", "/api/items?search=seed"}

// reading is a planned read of an object or a list.
type reading struct {
	*Account
	url     string
	object  *object
	changes int
}

// look draws what to read: a list, or an object without a change in progress.
func (a *Account) look(r *rand.Rand) reading {
	a.mu.Lock()
	defer a.mu.Unlock()
	if o := a.pick(r); o != nil && r.IntN(2) == 0 {
		return reading{a, o.path(), o, o.changes}
	}
	return reading{Account: a, url: lists[r.IntN(len(lists))]}
}

// read reads, and compares an object with its last acknowledged change.
func (l *Load) read(r reading) {
	a := l.send(r.Account, http.MethodGet, r.url, "", "", 0)
	switch {
	case a.status == 0 || a.status >= 500:
		return
	case r.object == nil:
		if a.status != http.StatusOK {
			l.complain("GET %s: status %d: %s", r.url, a.status, a.body)
		}
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.object.changes != r.changes {
		return // raced with a change
	}
	if want := nameOf(r.object.allowed[0]); a.status != http.StatusOK || a.name() != want {
		l.complain("GET %s after it became %q: status %d: %s", r.object.kind.name, want, a.status, a.body)
	}
}

// name returns the object's name in the answer.
func (a answer) name() string {
	var shown struct {
		Data struct {
			Attributes struct{ Name, Provider string }
		}
	}
	_ = json.Unmarshal(a.body, &shown) // no name, which is wrong
	return shown.Data.Attributes.Name + shown.Data.Attributes.Provider
}

// answer is an answer; status 0 means none.
type answer struct {
	status int
	body   []byte
}

// send makes a request, times it, and searches the answer for markers of
// others.
func (l *Load) send(a *Account, method, url, body, key string, again int) answer {
	req, err := http.NewRequest(method, l.base()+url, strings.NewReader(body))
	if err != nil {
		panic(err) // our own URL
	}
	req.Header.Set("Authorization", "Bearer "+a.Token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", strings.ReplaceAll(key, " ", "-"))
	}
	began := time.Now()
	got := answer{}
	res, err := l.client.Do(req)
	if err == nil {
		got.status = res.StatusCode
		got.body, err = io.ReadAll(res.Body)
		res.Body.Close()
	}
	failure := ""
	if err != nil {
		got, failure = answer{}, err.Error()
	}
	if strangers := foreign(got.body, a.Marker); len(strangers) > 0 {
		l.complain("%s", fmt.Sprintf("%s %s of %s shows what belongs to %v", method, url, a.Marker, strangers))
	}
	l.note(Sample{At: began.Sub(l.began), Took: time.Since(began), Write: method != http.MethodGet, Status: got.status, Again: again, Failure: failure})
	return got
}

var marker = regexp.MustCompile(`own-[a-z0-9]{6}-\d{5}-`)

// foreign lists markers of others in an answer.
func foreign(body []byte, own string) []string {
	return slices.DeleteFunc(marker.FindAllString(string(body), -1), func(m string) bool { return m == own })
}

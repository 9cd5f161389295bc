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

// lists are read in whole pages.
var lists = []string{"/api/locations", "/api/items", "/api/me", "/api/administration/logs", "/api/collections", "/api/account/members", "/api/items?search=seed"}

// reading is a read in the making; of an object, or of a list.
type reading struct {
	*Account
	url     string
	object  *object
	changes int
}

// look draws what to read: lists, and objects that no change is under way for.
func (a *Account) look(r *rand.Rand) reading {
	a.mu.Lock()
	defer a.mu.Unlock()
	if o := a.pick(r); o != nil && r.IntN(2) == 0 {
		return reading{a, o.path(), o, o.changes}
	}
	return reading{Account: a, url: lists[r.IntN(len(lists))]}
}

// read reads, and holds an object against what was acknowledged of it: whoever
// has written sees it.
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
		return // a change was under way meanwhile
	}
	if want := nameOf(r.object.allowed[0]); a.status != http.StatusOK || a.name() != want {
		l.complain("GET %s after it became %q: status %d: %s", r.object.kind.name, want, a.status, a.body)
	}
}

// name is what the answer calls its object.
func (a answer) name() string {
	var shown struct {
		Data struct {
			Attributes struct{ Name, Provider string }
		}
	}
	_ = json.Unmarshal(a.body, &shown) // then it has no name, which is wrong
	return shown.Data.Attributes.Name + shown.Data.Attributes.Provider
}

// answer is what came back; status 0 is nothing.
type answer struct {
	status int
	body   []byte
}

// send makes a request, times it, and looks for what is not the caller's.
func (l *Load) send(a *Account, method, url, body, key string, again int) answer {
	req, err := http.NewRequest(method, l.base()+url, strings.NewReader(body))
	if err != nil {
		panic(err) // we made the URL
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

// foreign lists the markers in an answer that are not the caller's.
func foreign(body []byte, own string) []string {
	return slices.DeleteFunc(marker.FindAllString(string(body), -1), func(m string) bool { return m == own })
}

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"vitrine/test/faults/load"
)

// client sends single requests beside the load.
type client struct {
	base, token string
	key         string // Idempotency-Key
}

// reply is an answer; status 0 means none.
type reply struct {
	status int
	header http.Header
	body   []byte
	took   time.Duration
}

func (c client) post(path string, body any) reply {
	content, err := json.Marshal(body)
	if err != nil {
		panic(err) // our own maps
	}
	return c.send(http.MethodPost, path, string(content))
}

func (c client) send(method, path, body string) (r reply) {
	began := time.Now()
	defer func() { r.took = time.Since(began) }()
	req, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		panic(err) // our own URL
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.key != "" {
		req.Header.Set("Idempotency-Key", c.key)
	}
	res, err := beside.Do(req)
	if err != nil {
		return reply{}
	}
	defer res.Body.Close()
	content, _ := io.ReadAll(res.Body) // an incomplete body will do
	return reply{status: res.StatusCode, header: res.Header, body: content}
}

var beside = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// read finds a value in an answer by its path.
func (r reply) read(path ...string) any {
	var at any
	_ = json.Unmarshal(r.body, &at) // leaves nil
	for _, name := range path {
		object, _ := at.(map[string]any)
		at = object[name]
	}
	return at
}

// stranger is an account outside the load, which is not checked.
func (w *world) stranger() (*load.Account, error) {
	made, err := load.Accounts(w.ctx, w.database.url, 1)
	if err != nil {
		return nil, err
	}
	return made[0], nil
}

// crowd repeats an act in many goroutines until stopped, and counts.
func crowd(n int, act func()) (stop func() int) {
	end := make(chan struct{})
	counts := make(chan int, n)
	for range n {
		go func() {
			for count := 0; ; count++ {
				select {
				case <-end:
					counts <- count
					return
				default:
					act()
				}
			}
		}()
	}
	return func() (sum int) {
		close(end)
		for range n {
			sum += <-counts
		}
		return sum
	}
}

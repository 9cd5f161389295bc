package api

import (
	"context"
	"regexp"
	"strconv"
	"time"
)

var wait = regexp.MustCompile(`(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])`)

const (
	longestWait = 20 * time.Second
	lookAgain   = 200 * time.Millisecond
)

// waits is how long a request prefers to wait for a change.
func (r *request) waits() time.Duration {
	m := wait.FindStringSubmatch(r.Header.Get("Prefer"))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // digits
	return min(time.Duration(n)*time.Second, longestWait)
}

// await reads something that a job works on. If the request prefers to wait, it reads again until it
// changes.
func await[T any](ctx context.Context, req *request, read func() (T, error), same func(first, now T) bool) (T, error) {
	found, err := read()
	first := found
	for end := time.Now().Add(req.waits()); err == nil && same(first, found) && time.Now().Before(end) && ctx.Err() == nil; {
		time.Sleep(lookAgain)
		found, err = read()
	}
	return found, err
}

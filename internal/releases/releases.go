// Package releases compares a version with the newest one, which a file at an
// address names that the operator chose. Nothing else asks anybody.
package releases

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	patience = 5 * time.Second // for the whole answer
	maxSize  = 4 << 10         // of the file, whose first line counts
)

var (
	numbered = regexp.MustCompile(`^v?([0-9]{1,6})\.([0-9]{1,6})\.([0-9]{1,6})(-[0-9A-Za-z.]{1,30})?$`)
	between  = regexp.MustCompile(`-[0-9]+-g[0-9a-f]+(-dirty)?$|-dirty$`) // a build of commits after a release
)

// Newest reads the version that the file at an address names.
func Newest(ctx context.Context, address string) (string, error) {
	found, err := read(ctx, address)
	if err != nil {
		return "", fmt.Errorf("the newest release was not found out: %w", err)
	}
	return found, nil
}

func read(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	ask.Header.Set("User-Agent", "vitrine") // not its version: nobody need know which are old
	answer, err := client.Do(ask)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the answer is %s", answer.Status)
	}
	content, err := io.ReadAll(io.LimitReader(answer.Body, maxSize+1))
	switch {
	case err != nil:
		return "", err
	case len(content) > maxSize:
		return "", fmt.Errorf("the answer has more than %d bytes", maxSize)
	}
	first, _, _ := strings.Cut(string(content), "\n")
	first = strings.TrimSpace(first)
	if !numbered.MatchString(first) {
		return "", fmt.Errorf("the first line of the answer is %.40q, and no version such as 0.2.0", first)
	}
	return strings.TrimPrefix(first, "v"), nil
}

// client follows nobody elsewhere: the operator has named one address.
var client = &http.Client{
	Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10},
	CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the answer leads elsewhere, which is not followed")
	},
}

// IsRelease reports whether a version is that of a release, and not of commits in between.
func IsRelease(version string) bool {
	return numbered.MatchString(version) && !between.MatchString(version)
}

// Older reports whether a release is older than another one. What comes before a release, such as
// 0.2.0-rc.1, is older than it.
func Older(a, b string) bool {
	left, right := numbered.FindStringSubmatch(a), numbered.FindStringSubmatch(b)
	for i := 1; i <= 3; i++ {
		if l, r := number(left[i]), number(right[i]); l != r {
			return l < r
		}
	}
	if left[4] == "" || right[4] == "" {
		return left[4] != "" && right[4] == ""
	}
	return olderDraft(strings.Split(left[4], "."), strings.Split(right[4], "."))
}

// olderDraft compares what stands behind the numbers, part by part: rc.2 is older than rc.10.
func olderDraft(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		l, r := a[i], b[i]
		_, lerr := strconv.Atoi(l)
		_, rerr := strconv.Atoi(r)
		switch {
		case l == r:
		case lerr == nil && rerr == nil:
			return number(l) < number(r)
		default:
			return l < r
		}
	}
	return len(a) < len(b)
}

// number is that of digits which were looked at before.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

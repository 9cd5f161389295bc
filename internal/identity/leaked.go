package identity

import (
	"bufio"
	"context"
	"crypto/sha1"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// leaked holds common leaked passwords. The list is embedded, so installations
// without internet access refuse them too.
var leaked = sync.OnceValue(func() map[string]bool { return embeddedSet("leaked-passwords.txt") })

// LeakedMessage explains why a password is refused.
const LeakedMessage = "The given password has appeared in a data leak. Please choose a different password."

// Leaked reports whether a password, in any case, is on the embedded list.
func Leaked(password string) bool { return leaked()[strings.ToLower(password)] }

// Pwned asks a range API like that of Have I Been Pwned. It sends five
// characters of the password's SHA-1, never the password or its whole hash.
type Pwned struct {
	URL    string // followed by a slash and the hash prefix
	Client *http.Client
}

// NewPwned uses the API at url; an empty url disables it.
func NewPwned(url string) *Pwned {
	return &Pwned{strings.TrimRight(url, "/"), &http.Client{Timeout: time.Second}}
}

// Leaked reports whether the API knows the password. If the API fails, the
// answer is no: registration must not depend on another service.
func (p *Pwned) Leaked(ctx context.Context, password string) bool {
	if p.URL == "" {
		return false
	}
	sum := fmt.Sprintf("%X", sha1.Sum([]byte(password)))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/"+sum[:5], nil)
	if err != nil {
		return false
	}
	req.Header.Set("Add-Padding", "true")
	res, err := p.Client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return false
	}
	lines := bufio.NewScanner(http.MaxBytesReader(nil, res.Body, 1<<20))
	for lines.Scan() {
		suffix, count, _ := strings.Cut(strings.TrimSpace(lines.Text()), ":")
		if strings.EqualFold(suffix, sum[5:]) && count != "0" { // padding has the count 0
			return true
		}
	}
	return false
}

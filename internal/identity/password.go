package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
)

// The cost of a password hash: OWASP's minimum for Argon2id.
const (
	argonMemory = 19 * 1024 // KiB
	argonTime   = 2
	argonLanes  = 1
	saltBytes   = 16
	hashBytes   = 32
)

// Hasher limits how many passwords are hashed at a time: a flood of logins must
// not take all memory, or the processors that serve everybody else.
type Hasher struct {
	slots chan struct{}
	dummy func() string

	waiting, entered, waited atomic.Int64
}

// Queue counts who waits to hash, who has hashed, and the time spent waiting.
type Queue struct {
	Waiting, Entered int64
	Waited           time.Duration
}

// Queue returns the current numbers.
func (h *Hasher) Queue() Queue {
	return Queue{h.waiting.Load(), h.entered.Load(), time.Duration(h.waited.Load())}
}

// NewHasher hashes half as many passwords at a time as there are processors;
// the rest serve reads. With all of them, on two processors, reads took four
// times as long under a flood of logins, and no more logins got through.
func NewHasher() *Hasher {
	h := &Hasher{slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
	h.dummy = sync.OnceValue(func() string { return encodeHash("nobody has this password") })
	h.dummy()
	return h
}

// Hash returns a password hash as a PHC string.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return encodeHash(password), nil
}

// Verify reports whether a password belongs to a hash. An empty hash, that of
// an unknown user, takes the same time and never matches.
func (h *Hasher) Verify(ctx context.Context, hash, password string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	if hash == "" {
		matches(h.dummy(), password)
		return false, nil
	}
	return matches(hash, password)
}

func (h *Hasher) enter(ctx context.Context) error {
	began := time.Now()
	h.waiting.Add(1)
	defer func() {
		h.waiting.Add(-1)
		h.waited.Add(int64(time.Since(began)))
	}()
	select {
	case h.slots <- struct{}{}:
		h.entered.Add(1)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Hasher) leave() { <-h.slots }

func encodeHash(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	sum := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, hashBytes)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes,
		b64.EncodeToString(salt), b64.EncodeToString(sum))
}

// matches checks a password against a PHC string. Its cost parameters are
// limited, so that a tampered row cannot take the server down.
func matches(phc, password string) (bool, error) {
	var version, memory, time, lanes uint32
	var rest string
	if _, err := fmt.Sscanf(phc, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s", &version, &memory, &time, &lanes, &rest); err != nil {
		return false, errors.New("identity: not an argon2id hash")
	}
	if version != argon2.Version || memory > 8*argonMemory || time > 8 || lanes > 4 || lanes < 1 || time < 1 {
		return false, errors.New("identity: a hash of unexpected cost")
	}
	var salt, sum []byte
	if err := decodeParts(rest, &salt, &sum); err != nil {
		return false, err
	}
	got := argon2.IDKey([]byte(password), salt, time, memory, uint8(lanes), uint32(len(sum)))
	return subtle.ConstantTimeCompare(got, sum) == 1, nil
}

// decodeParts decodes "salt$sum".
func decodeParts(s string, salt, sum *[]byte) (err error) {
	before, after, ok := strings.Cut(s, "$")
	if *salt, err = base64.RawStdEncoding.DecodeString(before); err != nil {
		return err
	}
	if *sum, err = base64.RawStdEncoding.DecodeString(after); err != nil {
		return err
	}
	if !ok || len(*sum) == 0 {
		return errors.New("identity: a hash without a sum")
	}
	return nil
}

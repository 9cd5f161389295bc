package ratelimit

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// count is one atomic step: hit, begin the window with the first hit, tell how
// long it still lasts. A key that lost its end gets a new one.
var count = redis.NewScript(`
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`)

const (
	redisTimeout = 250 * time.Millisecond
	redisPause   = time.Second     // between tries while it is down
	poolTimeout  = 2 * time.Second // for a connection: a crowd is no reason to count alone
)

type shared struct {
	client *redis.Client
	log    *slog.Logger
	down   atomic.Int64 // when to try again, Unix nanoseconds; 0 while it is up
	missed atomic.Int64 // hits counted locally instead
}

// NewShared counts in the Redis or Valkey at url, and in memory while it is
// down. It need not be up yet.
func NewShared(url string, log *slog.Logger) (*Limiter, error) {
	options, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout = redisTimeout, redisTimeout, redisTimeout
	options.PoolTimeout = poolTimeout
	options.MaxRetries = -1    // a second try would count twice
	redis.SetLogger(silence{}) // what is wrong is told once, below
	return &Limiter{local: newMemory(), shared: &shared{client: redis.NewClient(options), log: log}}, nil
}

// silence keeps the client from writing to stderr by itself.
type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// Ping tells whether the shared store answers; without one it always does.
func (l *Limiter) Ping(ctx context.Context) error {
	if l.shared == nil {
		return nil
	}
	return l.shared.client.Ping(ctx).Err()
}

// Missed is how many hits were counted locally because the store was down.
func (l *Limiter) Missed() int64 {
	if l.shared == nil {
		return 0
	}
	return l.shared.missed.Load()
}

// Close ends the connections to the store.
func (l *Limiter) Close() error {
	if l.shared == nil {
		return nil
	}
	return l.shared.client.Close()
}

func (s *shared) hit(ctx context.Context, key string) (Count, bool) {
	if retry := s.down.Load(); retry > time.Now().UnixNano() {
		s.missed.Add(1)
		return Count{}, false
	}
	answer, err := count.Run(context.WithoutCancel(ctx), s.client, []string{"vitrine:limit:" + key}, Window.Milliseconds()).Int64Slice()
	if err != nil || len(answer) != 2 {
		if s.down.Swap(time.Now().Add(redisPause).UnixNano()) == 0 {
			s.log.Warn("the shared rate limit is down; this instance counts alone", "error", err)
		}
		s.missed.Add(1)
		return Count{}, false
	}
	if s.down.Load() != 0 && s.down.Swap(0) != 0 {
		s.log.Info("the shared rate limit is back")
	}
	return Count{answer[0], time.Duration(answer[1]) * time.Millisecond}, true
}

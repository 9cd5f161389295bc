package ratelimit

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"
)

// count hits a key, starts the window with the first hit, and returns its
// remaining time, atomically. A key without expiry gets a new one, and so does
// one that lasts longer than a window, because the store's clock was set back.
var count = redis.NewScript(1, `
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 or left > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {hits, left}`)

const (
	redisTimeout = 250 * time.Millisecond
	redisPause   = time.Second     // between attempts while it is down
	poolTimeout  = 2 * time.Second // for a connection; contention is no reason to count alone
	idleTimeout  = 5 * time.Minute
)

type shared struct {
	pool   *redis.Pool
	log    *slog.Logger
	down   atomic.Int64 // time of the next attempt, Unix nanoseconds; 0 while it is up
	failed atomic.Int64 // time of the last failure, Unix nanoseconds
	missed atomic.Int64 // hits counted locally instead
}

// NewShared counts in the Redis or Valkey at url, and in memory while that is
// down. It need not be up yet.
func NewShared(url string, log *slog.Logger) (*Limiter, error) {
	to, err := parse(url)
	if err != nil {
		return nil, err
	}
	s := &shared{log: log}
	connections := 10 * runtime.GOMAXPROCS(0)
	s.pool = &redis.Pool{Dial: to.dial, TestOnBorrow: s.fresh, MaxActive: connections, MaxIdle: connections, IdleTimeout: idleTimeout, Wait: true}
	return &Limiter{Now: time.Now, local: newMemory(), shared: s}, nil
}

// fresh refuses connections from before the store last failed: most likely they
// all died with it, and trying each would cost a hit.
func (s *shared) fresh(_ redis.Conn, rested time.Time) error {
	if rested.UnixNano() < s.failed.Load() {
		return errors.New("the store failed since")
	}
	return nil
}

// Ping checks that the shared store answers; without one there is no error.
func (l *Limiter) Ping(ctx context.Context) error {
	if l.shared == nil {
		return nil
	}
	conn, err := l.shared.pool.GetContext(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Do("PING")
	return err
}

// Missed is the number of hits counted locally because the store was down.
func (l *Limiter) Missed() int64 {
	if l.shared == nil {
		return 0
	}
	return l.shared.missed.Load()
}

// Close closes the connections to the store.
func (l *Limiter) Close() error {
	if l.shared == nil {
		return nil
	}
	return l.shared.pool.Close()
}

func (s *shared) hit(ctx context.Context, key string, clock func() time.Time) (Count, bool) {
	if retry := s.down.Load(); retry > clock().UnixNano() {
		s.missed.Add(1)
		return Count{}, false
	}
	c, err := s.ask(ctx, key)
	if err != nil {
		now := clock()
		s.failed.Store(now.UnixNano())
		if s.down.Swap(now.Add(redisPause).UnixNano()) == 0 {
			s.log.Warn("the shared rate limit is down; this instance counts alone", "error", err)
		}
		s.missed.Add(1)
		return Count{}, false
	}
	if s.down.Load() != 0 && s.down.Swap(0) != 0 {
		s.log.Info("the shared rate limit is back")
	}
	return c, true
}

func (s *shared) ask(ctx context.Context, key string) (Count, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), poolTimeout)
	defer cancel()
	conn, err := s.pool.GetContext(ctx)
	if err != nil {
		return Count{}, err
	}
	defer conn.Close()
	answer, err := redis.Int64s(count.Do(conn, "vitrine:limit:"+key, Window.Milliseconds()))
	if err == nil && len(answer) != 2 {
		err = errors.New("not an answer of the script")
	}
	if err != nil {
		return Count{}, err
	}
	return Count{answer[0], time.Duration(answer[1]) * time.Millisecond}, nil
}

package postgres

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// KeyUse records when keys are used and writes it in batches: a write on every
// read would cost most of the throughput.
type KeyUse struct {
	db  *DB
	log *slog.Logger

	mu   sync.Mutex
	seen map[usedKey]time.Time
}

type usedKey struct{ account, id int64 }

const (
	UseResolution = time.Minute // a key is written at most this often
	useInterval   = 5 * time.Second
)

func NewKeyUse(db *DB, log *slog.Logger) *KeyUse {
	return &KeyUse{db: db, log: log, seen: map[usedKey]time.Time{}}
}

// Note records that a key is in use; known is the time that the database has.
func (k *KeyUse) Note(account, id int64, known time.Time) {
	now := time.Now()
	if now.Sub(known) < UseResolution {
		return
	}
	k.mu.Lock()
	k.seen[usedKey{account, id}] = now
	k.mu.Unlock()
}

// Run writes every few seconds, and once more when ctx ends.
func (k *KeyUse) Run(ctx context.Context) {
	tick := time.NewTicker(useInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			k.Flush(ctx)
		case <-ctx.Done():
			k.Flush(context.WithoutCancel(ctx))
			return
		}
	}
}

// Flush writes what was noted since the last flush.
func (k *KeyUse) Flush(ctx context.Context) {
	k.mu.Lock()
	seen := k.seen
	k.seen = map[usedKey]time.Time{}
	k.mu.Unlock()
	if len(seen) == 0 {
		return
	}
	accounts, ids, at := make([]int64, 0, len(seen)), make([]int64, 0, len(seen)), make([]time.Time, 0, len(seen))
	for key, t := range seen {
		accounts, ids, at = append(accounts, key.account), append(ids, key.id), append(at, t)
	}
	if err := k.db.TouchKeys(ctx, accounts, ids, at); err != nil {
		k.log.Warn("the use of keys was not recorded", "keys", len(ids), "error", err)
	}
}

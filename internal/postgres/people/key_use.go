package people

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"vitrine/internal/postgres/internal/engine"

	"github.com/jackc/pgx/v5"
)

// KeyUse records when keys are used, and how often share links, and writes it in
// batches: a write on every read would cost most of the throughput.
type KeyUse struct {
	db  *engine.DB
	log *slog.Logger

	mu    sync.Mutex
	seen  map[usedKey]time.Time
	views map[usedKey]looks
}

// looks counts the views of a share link since the last flush.
type looks struct {
	n    int64
	last time.Time
}

type usedKey struct{ account, id int64 }

const (
	UseResolution = time.Minute // a key is written at most this often
	useInterval   = 5 * time.Second
)

func NewKeyUse(db *engine.DB, log *slog.Logger) *KeyUse {
	return &KeyUse{db: db, log: log, seen: map[usedKey]time.Time{}, views: map[usedKey]looks{}}
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

// NoteView counts a view of a share link.
func (k *KeyUse) NoteView(account, link int64) {
	k.addViews(usedKey{account, link}, looks{1, time.Now()})
}

func (k *KeyUse) addViews(of usedKey, more looks) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.views[of]
	if known.n += more.n; more.last.After(known.last) {
		known.last = more.last
	}
	k.views[of] = known
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
	k.flushKeys(ctx)
	k.flushViews(ctx)
}

// flushViews writes views in the order of their links, in which other instances lock them too. Failed
// ones are kept for the next flush.
func (k *KeyUse) flushViews(ctx context.Context) {
	k.mu.Lock()
	seen := k.views
	k.views = map[usedKey]looks{}
	k.mu.Unlock()
	if len(seen) == 0 {
		return
	}
	order := slices.SortedFunc(maps.Keys(seen), func(a, b usedKey) int { return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.id, b.id)) })
	var accounts, ids, counts []int64
	var at []time.Time
	for _, of := range order {
		accounts, ids, counts, at = append(accounts, of.account), append(ids, of.id), append(counts, seen[of].n), append(at, seen[of].last)
	}
	if err := CountViews(ctx, k.db, accounts, ids, counts, at); err != nil {
		k.log.Warn("the views of share links were not recorded yet; the next write tries again", "links", len(ids), "error", err)
		for of, more := range seen {
			k.addViews(of, more)
		}
	}
}

func (k *KeyUse) flushKeys(ctx context.Context) {
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
	if err := TouchKeys(ctx, k.db, accounts, ids, at); err != nil {
		k.log.Warn("the use of keys was not recorded", "keys", len(ids), "error", err)
	}
}

// CountViews adds to the views of share links; each is identified by account and id.
func CountViews(ctx context.Context, db *engine.DB, accounts, ids, views []int64, at []time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update share_links l set views_count = l.views_count + seen.views, last_viewed_at = greatest(l.last_viewed_at, seen.at)
		from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[]) seen (account_id, id, views, at)
		where l.account_id = seen.account_id and l.id = seen.id`, accounts, ids, views, at)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		_, err := answers.Exec()
		return err
	})
}

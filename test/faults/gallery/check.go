package gallery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/attachment"
	"vitrine/internal/files"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// Verdict is the state of rows and objects after it all.
type Verdict struct {
	Acknowledged, Refused, Unknown int // uploads
	UnknownDone                    int
	Orphans, Swept                 int // objects that nothing named before the sweep; what it took

	Lost    []string // acknowledged photos or deletions that are not so
	Foreign []string // rows that were refused, or that nobody sent
	Bare    []string // rows without their bytes
	Hollow  []string // the same, of rows that nothing uses
	Stray   []string // objects that nothing names after the sweep
	Wrong   []string // what clients must not have seen
}

// Faults lists everything that is wrong.
func (v Verdict) Faults() []string {
	return slices.Concat(v.Lost, v.Foreign, v.Bare, v.Hollow, v.Stray, v.Wrong)
}

// Check compares the rows of all albums with what was promised, and the rows and
// objects of all accounts with each other, before and after a sweep whose clock is a
// day later. The URL must bypass row security.
func Check(ctx context.Context, url string, store files.Store, galleries ...*Gallery) (Verdict, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return Verdict{}, err
	}
	defer conn.Close(ctx)
	var v Verdict
	for _, g := range galleries {
		v.Wrong = append(v.Wrong, g.Wrong()...)
		if err := g.checkRows(ctx, conn, &v); err != nil {
			return v, err
		}
	}
	stray, err := v.compare(ctx, conn, store)
	if err != nil {
		return v, err
	}
	v.Orphans = len(stray)
	if v.Swept, err = Sweep(ctx, conn, url, store); err != nil {
		return v, err
	}
	v.Stray, err = v.compare(ctx, conn, store)
	v.Bare = slices.Compact(slices.Sorted(slices.Values(v.Bare)))
	return v, err
}

// checkRows compares the photos of each album with their fates.
func (g *Gallery) checkRows(ctx context.Context, conn *pgx.Conn, v *Verdict) error {
	for _, a := range g.Albums {
		rows, err := conn.Query(ctx, `select encode(sha256, 'hex') || ' ' || id from photos where account_id = $1 and item_id = $2`, a.ID, a.Item)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		there := map[string]string{} // ids by what was sent, which an item has once
		for _, row := range found {
			sum, id, _ := strings.Cut(row, " ")
			there[sum] = id
		}
		a.mu.Lock()
		claimed := map[string]bool{}
		for _, p := range a.photos {
			sum := p.sum()
			id := there[hex.EncodeToString(sum[:])]
			if v.judge(p, id) {
				claimed[id] = true
			}
		}
		a.mu.Unlock()
		for sum, id := range there {
			if !claimed[id] {
				v.Foreign = append(v.Foreign, fmt.Sprintf("photo %s of account %d, of the bytes %s, was refused, or sent by nobody", id, a.ID, sum))
			}
		}
	}
	return nil
}

// judge compares a photo with the row of its bytes, and reports whether the row may
// be the photo's.
func (v *Verdict) judge(p *Photo, id string) bool {
	if p.ID != "" {
		v.Acknowledged++
	}
	switch p.fate {
	case kept:
		if id != p.ID {
			v.Lost = append(v.Lost, fmt.Sprintf("photo %s was acknowledged and is lost", p.ID))
		}
		return id == p.ID
	case deleted:
		if id != "" && id == p.ID {
			v.Lost = append(v.Lost, fmt.Sprintf("photo %s was deleted and is there", p.ID))
		}
		return false
	case fading:
		return id == p.ID
	case unknown:
		v.Unknown++
		if id != "" {
			v.UnknownDone++
		}
		return true
	}
	v.Refused++
	return false
}

// compare looks for rows without their bytes, and returns the objects without a row.
func (v *Verdict) compare(ctx context.Context, conn *pgx.Conn, store files.Store) (stray []string, err error) {
	rows, err := conn.Query(ctx, `select object, encode(sha256, 'hex'), uses > 0 from files`)
	if err != nil {
		return nil, err
	}
	named, object, sum, used := map[string]bool{}, "", "", false
	if _, err := pgx.ForEachRow(rows, []any{&object, &sum, &used}, func() error {
		named[object] = true
		if got, err := sumOf(ctx, store, object); err != nil || got != sum {
			to := &v.Hollow
			if used {
				to = &v.Bare
			}
			*to = append(*to, fmt.Sprintf("the object %s of a row has the bytes %q (%v)", object, got, err))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for o, err := range store.List(ctx, "") {
		if err != nil {
			return nil, err
		}
		if base, _, _ := strings.Cut(o.Name, "."); !named[base] && o.Name != files.Owner {
			stray = append(stray, "nothing names the object "+o.Name)
		}
	}
	return stray, nil
}

func sumOf(ctx context.Context, store files.Store, object string) (string, error) {
	from, err := store.Get(ctx, object, 0, -1)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, from)
	return hex.EncodeToString(hash.Sum(nil)), errors.Join(err, from.Close())
}

// Sweep sweeps the store as if it were a day later.
func Sweep(ctx context.Context, conn *pgx.Conn, url string, store files.Store) (deleted int, err error) {
	const later = 25 * time.Hour
	if err := Age(ctx, conn, later); err != nil {
		return 0, err
	}
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	done, err := attachment.New(attachment.Options{Store: store}, slog.New(slog.DiscardHandler)).Sweep(ctx, inventory.Files{DB: db}, time.Now().Add(later))
	return int(done.Deleted), err
}

// Age makes the rows of files so much older.
func Age(ctx context.Context, conn *pgx.Conn, by time.Duration) error {
	_, err := conn.Exec(ctx, `update files set named_at = named_at - make_interval(secs => $1)`, by.Seconds())
	return err
}

package attachment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/files"
)

// Rows is what the sweep needs from the rows of all accounts.
type Rows interface {
	Installation(ctx context.Context) (string, error)
	Sweep(ctx context.Context, account int64, stored []string) (gone []string, err error)
}

// Swept counts what a sweep did.
type Swept struct{ Objects, Deleted int64 }

const (
	young     = 24 * time.Hour // an upload may still be naming the object
	sweepSize = 1000           // objects that are looked up at once
)

// ErrNoStore means that there is nothing to sweep.
var ErrNoStore = errors.New("this installation keeps no files")

// Sweep deletes the objects that no row names. Objects of the last day are left: the
// change that names them may be under way.
func (a *Attachments) Sweep(ctx context.Context, rows Rows, now time.Time) (done Swept, err error) {
	if a.store == nil {
		return done, ErrNoStore
	}
	if err := a.claim(ctx, rows); err != nil {
		return done, err
	}
	var errs []error
	group := group{names: map[string]bool{}}
	flush := func() {
		n, err := a.sweepGroup(ctx, rows, group)
		done.Deleted += n
		errs = append(errs, err)
		group.names, group.seen = map[string]bool{}, false
	}
	for object, err := range a.store.List(ctx, "") {
		if err != nil {
			return done, errors.Join(append(errs, err)...)
		}
		account, err := accountOf(object.Name)
		if err != nil {
			continue
		}
		done.Objects++
		if account != group.account || len(group.names) >= sweepSize {
			flush()
			group.account = account
		}
		if base, _, _ := strings.Cut(object.Name, "."); now.Sub(object.Stored) > young {
			group.names[base] = true
		} else {
			group.seen = true
		}
	}
	flush()
	return done, errors.Join(errs...)
}

// group is the old objects of an account, without renditions.
type group struct {
	account int64
	names   map[string]bool
	seen    bool // it has young objects, so rows may have to be swept
}

func (a *Attachments) sweepGroup(ctx context.Context, rows Rows, g group) (deleted int64, err error) {
	if len(g.names) == 0 && !g.seen {
		return 0, nil
	}
	gone, err := rows.Sweep(ctx, g.account, slices.Collect(maps.Keys(g.names)))
	slices.Sort(gone) // an object may be that of a file just forgotten
	for _, object := range slices.Compact(gone) {
		if failure := a.remove(ctx, object); failure != nil {
			err = errors.Join(err, failure)
			continue
		}
		deleted++
	}
	return deleted, err
}

// accountOf is the account that an object belongs to, by its name.
func accountOf(name string) (int64, error) {
	folder, _, _ := strings.Cut(path.Clean(name), "/")
	return strconv.ParseInt(folder, 10, 64)
}

// claim marks the store as this installation's, and fails if it belongs to another.
func (a *Attachments) claim(ctx context.Context, rows Rows) error {
	id, err := rows.Installation(ctx)
	if err != nil {
		return err
	}
	owner, err := a.readAll(ctx, files.Owner)
	if errors.Is(err, files.ErrAbsent) {
		if err = a.store.Put(ctx, files.Owner, strings.NewReader(id), int64(len(id)), sha256.Sum256([]byte(id))); err == nil {
			owner, err = a.readAll(ctx, files.Owner)
		}
	}
	if err != nil {
		return fmt.Errorf("the store of files: %w", err)
	}
	if !bytes.Equal(owner, []byte(id)) {
		return fmt.Errorf("the store of files belongs to another installation (%s, and this is %s): give each a bucket, or a prefix in it, of its own", owner, id)
	}
	return nil
}

package admin

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

// sampleSize is how many files the doctor looks for.
const sampleSize = 1000

// ExamineFiles looks in the store for a sample of the files that the rows name. A
// nil store is right only if they name none.
func ExamineFiles(ctx context.Context, url string, store files.Store) Finding {
	var found Finding
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		sample, all, err := sampleFiles(ctx, conn)
		switch {
		case err != nil:
			return err
		case store == nil && all > 0:
			found = Finding{fmt.Sprintf("the rows name %d files, and VITRINE_FILES is unset", all), "set it to the directory or bucket that has them"}
			return nil
		case store == nil:
			found = Finding{What: "no photos and documents are kept (VITRINE_FILES is unset)"}
			return nil
		}
		if err := refuseForeign(ctx, conn, store); err != nil {
			return err
		}
		found, err = lookForFiles(ctx, conn, store, sample, all)
		return err
	})
	if err != nil {
		return Finding{"photos and documents cannot be checked: " + err.Error(), "check VITRINE_FILES and the store"}
	}
	return found
}

// sampleFiles chooses some of all files, each with the same chance.
func sampleFiles(ctx context.Context, conn *pgx.Conn) (sample []archive.File, all int64, err error) {
	err = pgx.BeginTxFunc(ctx, conn, oneMoment, func(tx pgx.Tx) error {
		tables, _, err := tablesToCopy(ctx, tx)
		if err != nil {
			return err
		}
		scopes, err := everyScope(ctx, tx)
		if err != nil {
			return err
		}
		list, err := listFiles(ctx, tx, tables, scopes)
		if err != nil {
			return err
		}
		defer list.Close()
		for f, err := range list.all() {
			if err != nil {
				return err
			}
			if all++; len(sample) < sampleSize {
				sample = append(sample, f)
			} else if n := rand.N(all); n < sampleSize {
				sample[n] = f
			}
		}
		return nil
	})
	return sample, all, err
}

func lookForFiles(ctx context.Context, conn *pgx.Conn, store files.Store, sample []archive.File, all int64) (Finding, error) {
	each := func(yield func(archive.File, error) bool) {
		for _, f := range sample {
			if !yield(f, nil) {
				return
			}
		}
	}
	look := func(ctx context.Context, f archive.File) error {
		object, err := store.Stat(ctx, f.Name)
		if err == nil && object.Size != f.Size {
			err = errDamaged
		}
		return err
	}
	lost, example := 0, ""
	err := inOrder(ctx, each, look, func(f archive.File, err error) error {
		if err == nil || !errors.Is(err, files.ErrAbsent) && !errors.Is(err, errDamaged) {
			return err
		}
		named, err := stillNamed(ctx, conn, f.Name)
		if named {
			lost, example = lost+1, f.Name
		}
		return err
	})
	switch {
	case err != nil:
		return Finding{}, err
	case lost > 0:
		return Finding{fmt.Sprintf("the store lacks %d of %d files that were looked for, of %d, or has them cut off: %s", lost, len(sample), all, example),
			"put them back from a backup with vitrine restore --only-files, or see that VITRINE_FILES names the right store"}, nil
	}
	return Finding{What: fmt.Sprintf("the store has the %d files that were looked for, of %d", len(sample), all)}, nil
}

package admin

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

const (
	tries    = 3
	patience = 10 // files in a row that may fail before the store is given up
)

var (
	errDamaged = errors.New("its bytes do not match its hash")
	errGaveUp  = errors.New("the store failed too often")
)

// backupFiles adds the bytes of the listed files. Lost or damaged ones are reported and left out. A
// file whose row is gone too was deleted after the snapshot, which is no loss.
func backupFiles(ctx context.Context, conn *pgx.Conn, list *fileList, store files.Store, to *archive.Writer, say Say) (m archive.Files, err error) {
	if m.Named = list.n; m.Named == 0 {
		return m, nil
	}
	if err := to.Sums(list.all()); err != nil {
		return m, err
	}
	tar, err := to.Files()
	if err != nil {
		return m, err
	}
	began, last, failed := time.Now(), time.Now(), 0
	err = inOrder(ctx, list.all(), fetchFrom(store), func(f archive.File, got fetched) error {
		if got.err != nil {
			deleted, err := tellLost(ctx, conn, f, got.err, say)
			if deleted {
				m.Deleted++
			}
			if failed++; errors.Is(got.err, files.ErrAbsent) || errors.Is(got.err, errDamaged) {
				failed = 0 // the store answers
			}
			if err == nil && failed >= patience {
				err = errGaveUp
			}
			return err
		}
		defer got.release()
		failed, m.Held, m.Bytes = 0, m.Held+1, m.Bytes+f.Size
		if now := time.Now(); now.Sub(last) > 5*time.Second {
			last = now
			say("  %d of %d files, %d MB so far", m.Held, m.Named, m.Bytes>>20)
		}
		into, err := tar.Begin(f)
		if err != nil {
			return err
		}
		return got.copyTo(into)
	})
	if errors.Is(err, errGaveUp) {
		say("  The store has failed %d times in a row; the remaining files are skipped.", patience)
		err = nil
	}
	if err = errors.Join(err, tar.Close()); err != nil {
		return m, err
	}
	say("  %-22s %10d of %d, %d MB, %s", "photos and documents", m.Held, m.Named, m.Bytes>>20, time.Since(began).Round(time.Millisecond))
	return m, nil
}

// tellLost reports a lost file, unless its row is gone too.
func tellLost(ctx context.Context, conn *pgx.Conn, f archive.File, why error, say Say) (deleted bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	named, err := stillNamed(ctx, conn, f.Name)
	if err == nil && named {
		if errors.Is(why, files.ErrAbsent) {
			why = errors.New("the store does not have it")
		}
		say("  LOST %s: %v", f.Name, why)
	}
	return err == nil && !named, err
}

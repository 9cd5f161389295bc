package admin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

// FilesRestored counts the files of a backup by what was done with them.
type FilesRestored struct {
	Put      int64 // into the store
	There    int64 // already, with the same bytes
	Replaced int64 // because the store had other bytes
	Unnamed  int64 // by the database, so left out
}

// RestoreFiles puts back the files of a backup that the rows of the database name
// and the store has lost. Rows stay as they are; requests may be served meanwhile.
func RestoreFiles(ctx context.Context, url string, from *archive.Reader, store files.Store, say Say) (done FilesRestored, err error) {
	if from.Manifest.Files.Held == 0 {
		return done, errors.New("there are no files in this backup; use another one")
	}
	if err := readyForFiles(from.Manifest, store, false); err != nil {
		return done, err
	}
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		if err := refuseForeign(ctx, conn, store); err != nil {
			return err
		}
		done, err = putFiles(ctx, from, store, func(object string) (bool, error) { return stillNamed(ctx, conn, object) }, say)
		return err
	})
	return done, err
}

// readyForFiles returns a reason not to begin, if any.
func readyForFiles(m archive.Manifest, store files.Store, without bool) error {
	if m.Files.Held > 0 && store == nil && !without {
		return fmt.Errorf("the backup holds %d photos and documents, and VITRINE_FILES does not say where to put them: set it, or pass --without-files", m.Files.Held)
	}
	return nil
}

func everyFile(string) (bool, error) { return true, nil }

// putFiles puts the wanted files of a backup into a store, several at once.
func putFiles(ctx context.Context, from *archive.Reader, store files.Store, wanted func(object string) (bool, error), say Say) (done FilesRestored, err error) {
	m := from.Manifest.Files
	say("Putting %d files with %d MB into the store.", m.Held, m.Bytes>>20)
	began, last := time.Now(), time.Now()
	put := func(ctx context.Context, f held) placed {
		if f.placed != nil {
			return *f.placed
		}
		return put(ctx, store, f.File, bytes.NewReader(f.content.Bytes()))
	}
	err = inOrder(ctx, heldIn(ctx, from, store, wanted, &done.Unnamed), put, func(f held, p placed) error {
		defer buffers.Put(f.content)
		switch {
		case p.err != nil:
			return fmt.Errorf("put the file %s: %w", f.Name, p.err)
		case p.before == sameBytes:
			done.There++
		case p.before == otherBytes:
			done.Replaced++
			say("  %s had other bytes; they are replaced", f.Name)
		default:
			done.Put++
		}
		if now := time.Now(); now.Sub(last) > 5*time.Second {
			last = now
			say("  %d of %d files so far", done.Put+done.There+done.Replaced, m.Held)
		}
		return nil
	})
	if err == nil {
		say("  %-22s %10d put, %d were there, %s", "photos and documents", done.Put+done.Replaced, done.There, time.Since(began).Round(time.Millisecond))
	}
	return done, err
}

// held is a file of a backup: in memory, or put into the store already.
type held struct {
	archive.File
	content *bytes.Buffer
	placed  *placed
}

// heldIn reads the wanted files of a backup, one after the other, and counts the
// others. Large ones go into the store as they are read.
func heldIn(ctx context.Context, from *archive.Reader, store files.Store, wanted func(object string) (bool, error), unwanted *int64) iter.Seq2[held, error] {
	return func(yield func(held, error) bool) {
		enough := errors.New("no more are wanted")
		err := from.EachFile(func(f archive.File, content io.Reader) error {
			if content == nil {
				return nil
			}
			if ok, err := wanted(f.Name); err != nil || !ok {
				*unwanted++
				return err
			}
			h := held{File: f, content: buffers.Get().(*bytes.Buffer)}
			h.content.Reset()
			if f.Size > inMemory {
				p := put(ctx, store, f, content)
				h.placed = &p
			} else {
				h.content.Grow(int(f.Size) + bytes.MinRead)
				if _, err := io.Copy(h.content, content); err != nil {
					return err
				}
			}
			if !yield(h, nil) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			yield(held{}, err)
		}
	}
}

// placed is what the store had under a file's name before.
type placed struct {
	before int
	err    error
}

const (
	nothing = iota
	sameBytes
	otherBytes
)

// put stores a file unless it is there. The store checks its hash.
func put(ctx context.Context, store files.Store, f archive.File, content io.Reader) placed {
	p := placed{}
	switch got := fetchFrom(store)(ctx, f); {
	case got.err == nil:
		got.release()
		return placed{before: sameBytes}
	case errors.Is(got.err, errDamaged):
		p.before = otherBytes
		if p.err = store.Delete(ctx, f.Name); p.err != nil {
			return p
		}
	case !errors.Is(got.err, files.ErrAbsent):
		return placed{err: got.err}
	}
	p.err = store.Put(ctx, f.Name, content, f.Size, f.Sum)
	return p
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/files"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

// examineFiles tries the store, and looks for files that it should have.
func examineFiles(ctx context.Context, c config.Config) (found []admin.Finding) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // 1000 answers of a bucket
	defer cancel()
	store, err := operator.OpenStore(c)
	found = storeFinding(ctx, store, err)
	if !well(found) {
		return found
	}
	return append(found, admin.ExamineFiles(ctx, c.DatabaseURL, store))
}

// storeFinding tries a store that was opened, perhaps with an error.
func storeFinding(ctx context.Context, store files.Store, err error) []admin.Finding {
	if err == nil && store != nil {
		err = tryStore(ctx, store)
	}
	if err != nil {
		what, advice, _ := strings.Cut(operator.OfStore(err), ": ")
		return []admin.Finding{{What: cmp.Or(what, "the store of files cannot be used") + " (" + err.Error() + ")", Advice: cmp.Or(advice, "check VITRINE_FILES")}}
	}
	if store == nil {
		return nil
	}
	return []admin.Finding{{What: "the store of files keeps, gives and deletes what it is told to"}}
}

// tryStore writes, reads and deletes an object of no account.
func tryStore(ctx context.Context, store files.Store) error {
	name, content := files.NewName(0), []byte(rand.Text())
	if err := store.Put(ctx, name, bytes.NewReader(content), int64(len(content)), sha256.Sum256(content)); err != nil {
		return err
	}
	from, err := store.Get(ctx, name, 0, -1)
	if err == nil {
		var read []byte
		read, err = io.ReadAll(from)
		if err = errors.Join(err, from.Close()); err == nil && !bytes.Equal(read, content) {
			err = errors.New("it gives other bytes than it was given")
		}
	}
	return errors.Join(err, store.Delete(ctx, name))
}

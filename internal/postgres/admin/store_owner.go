package admin

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/files"
)

// installationIn is the id of the installation whose tables a schema has; empty if
// it has no store yet.
func installationIn(ctx context.Context, conn *pgx.Conn, schema string) (id string, err error) {
	table, known := pgx.Identifier{schema, "installation"}.Sanitize(), false
	if err := conn.QueryRow(ctx, `select to_regclass($1) is not null`, table).Scan(&known); err != nil || !known {
		return "", err
	}
	err = conn.QueryRow(ctx, `select id::text from `+table).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return id, err
}

// ownerOf is the id of the installation that a store belongs to; empty if nobody has
// claimed it.
func ownerOf(ctx context.Context, store files.Store) (string, error) {
	from, err := store.Get(ctx, files.Owner, 0, -1)
	if errors.Is(err, files.ErrAbsent) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer from.Close()
	id, err := io.ReadAll(io.LimitReader(from, 100))
	return string(id), err
}

// refuseForeign refuses a store of another installation.
func refuseForeign(ctx context.Context, conn *pgx.Conn, store files.Store) error {
	owner, err := ownerOf(ctx, store)
	if err != nil || owner == "" {
		return err
	}
	var schema string
	if err := conn.QueryRow(ctx, `select current_schema()::text`).Scan(&schema); err != nil {
		return err
	}
	ours, err := installationIn(ctx, conn, schema)
	if err == nil && ours != owner {
		err = foreignError(owner)
	}
	return err
}

// handOver makes a store that belonged to the present database belong to the
// restored one.
func handOver(ctx context.Context, conn *pgx.Conn, store files.Store) error {
	owner, err := ownerOf(ctx, store)
	if err != nil || owner == "" {
		return err
	}
	restored, err := installationIn(ctx, conn, staging)
	if err != nil || owner == restored {
		return err
	}
	if err := refuseForeign(ctx, conn, store); err != nil {
		return err
	}
	if err := store.Delete(ctx, files.Owner); err != nil || restored == "" {
		return err
	}
	return store.Put(ctx, files.Owner, strings.NewReader(restored), int64(len(restored)), sha256.Sum256([]byte(restored)))
}

func foreignError(owner string) error {
	return fmt.Errorf("the store in VITRINE_FILES belongs to another installation (%s): choose another directory, bucket or prefix. "+
		"Only if you are sure that nothing else uses it, delete the object %q in it", owner, files.Owner)
}

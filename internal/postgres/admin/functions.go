package admin

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/schema"
)

// FunctionsToApply counts the files of functions in which the database differs from this program.
// Functions of a later program are right.
func FunctionsToApply(ctx context.Context, url string) (n int, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		missing, err := toApply(ctx, conn)
		n = len(missing)
		return err
	})
	return n, err
}

// toApply are the changed files, none if a later program has applied its own.
func toApply(ctx context.Context, conn *pgx.Conn) ([]schema.File, error) {
	applied, version := map[string]string{}, 0
	rows, _ := conn.Query(ctx, `select file, hash, version from applied_functions`)
	var file, hash string
	var of int
	_, err := pgx.ForEachRow(rows, []any{&file, &hash, &of}, func() error {
		applied[file], version = hash, max(version, of)
		return nil
	})
	if err != nil || version > schema.FunctionsVersion() {
		return nil, err
	}
	return slices.DeleteFunc(schema.Functions(), func(f schema.File) bool { return applied[f.Name] == f.Hash }), nil
}

// applyFunctions replaces the functions and triggers whose files have changed, one
// file at a time. Those of a later program stay.
func applyFunctions(ctx context.Context, conn *pgx.Conn, log *slog.Logger) error {
	missing, err := toApply(ctx, conn)
	if err != nil {
		return err
	}
	for _, f := range missing {
		if err := patiently(ctx, log, func() error { return apply(ctx, conn, f) }); err != nil {
			return fmt.Errorf("the functions of %s: %w", f.Name, err)
		}
	}
	return nil
}

// apply waits for other instances, then checks whether they or a later program have done it already. A
// file with triggers of several tables waits for each lock at most lockPatience, and lets others pass
// in between. Functions have a search_path of their own, and may name objects that a later file
// creates.
func apply(ctx context.Context, conn *pgx.Conn, f schema.File) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var there bool
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(7316)`); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `select exists (select from applied_functions where file = $1 and hash = $2 or version > $3)`, f.Name, f.Hash, schema.FunctionsVersion()).Scan(&there)
		if err != nil || there {
			return err
		}
		for _, statement := range []string{
			`select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true), set_config('check_function_bodies', 'off', true)`,
			f.SQL,
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `
			insert into applied_functions (file, hash, version) values ($1, $2, $3)
			on conflict (file) do update set hash = excluded.hash, version = excluded.version`, f.Name, f.Hash, schema.FunctionsVersion())
		return err
	})
}

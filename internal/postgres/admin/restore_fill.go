package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/identity"
)

// build creates the schema of the backup in staging, fills it and migrates it.
func build(ctx context.Context, url string, from *archive.Reader, sealer *identity.Sealer, may Restoring, say Say) error {
	aside, m := withSearchPath(url, staging), from.Manifest
	return withConn(ctx, aside, func(conn *pgx.Conn) error {
		var where *string
		if err := conn.QueryRow(ctx, `select current_schema()::text`).Scan(&where); err != nil {
			return err
		}
		if where == nil || *where != staging {
			return errors.New("the search_path cannot be set when connecting; connect directly and not through a pooler")
		}
		if err := migrateTo(ctx, aside, m.Schema, m.JobSchema); err != nil {
			return fmt.Errorf("make the schema of the backup: %w", err)
		}
		if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return fill(ctx, tx, from, sealer, may, say) }); err != nil {
			return err
		}
		for _, t := range m.Tables {
			if _, err := conn.Exec(ctx, `set statement_timeout = 0; analyze `+pgx.Identifier{t.Name}.Sanitize()); err != nil {
				return err
			}
		}
		if err := migrateTo(ctx, aside, newestMigration, newestJobs); err != nil {
			return fmt.Errorf("bring the backup up to date: %w", err)
		}
		silent := slog.New(slog.DiscardHandler)
		if err := applyFunctions(ctx, conn, silent); err != nil {
			return err
		}
		if err := backfilled(ctx, conn, m.Schema, silent); err != nil {
			return err
		}
		return giveRange(ctx, conn, may.Server) // for tables added since
	})
}

// fill loads all rows in one transaction and compares them with the backup.
func fill(ctx context.Context, tx pgx.Tx, from *archive.Reader, sealer *identity.Sealer, may Restoring, say Say) error {
	if _, err := tx.Exec(ctx, copySettings); err != nil {
		return err
	}
	shut, err := unlock(ctx, tx, from.Manifest.Tables)
	if err != nil {
		return err
	}
	for _, t := range from.Manifest.Tables {
		began := time.Now()
		if err := load(ctx, tx, from, t); err != nil {
			return fmt.Errorf("load the table %s: %w", t.Name, err)
		}
		say.table(t.Name, t.Rows, began)
	}
	for _, s := range from.Manifest.Sequences {
		if _, err := tx.Exec(ctx, `select setval(quote_ident($1)::regclass, greatest($2::bigint, 1), $2::bigint > 0)`, s.Name, s.Last); err != nil {
			return err
		}
	}
	if err := restoreRange(ctx, tx, may.Server); err != nil {
		return err
	}
	say("Comparing what was loaded with the backup.")
	for _, t := range from.Manifest.Tables {
		if err := compare(ctx, tx, t); err != nil {
			return err
		}
	}
	users, opened, err := openSeeds(ctx, tx, sealer)
	if err != nil {
		return err
	}
	if opened < users && !may.WithoutKey {
		return keyError(from.Manifest, users-opened, sealer)
	}
	return shut()
}

func load(ctx context.Context, tx pgx.Tx, from *archive.Reader, t archive.Table) error {
	rows, err := from.Table(t.Name)
	if err != nil {
		return err
	}
	defer rows.Close()
	into := copied{name: t.Name, columns: t.Columns}
	_, err = tx.Conn().PgConn().CopyFrom(ctx, rows, `copy `+pgx.Identifier{t.Name}.Sanitize()+` (`+into.list()+`) from stdin`)
	return err
}

// compare reads a table again, row by row.
func compare(ctx context.Context, tx pgx.Tx, t archive.Table) error {
	var found archive.Digest
	if err := (copied{name: t.Name, columns: t.Columns}).copyOut(ctx, tx, nil, &found); err != nil {
		return err
	}
	return t.Compare(&found)
}

// unlock suspends what would hinder loading until shut is called: the owner of
// the tables sees all rows, and references are checked once at the end. There are
// no triggers yet that would count again what the backup has counted.
func unlock(ctx context.Context, tx pgx.Tx, filling []archive.Table) (shut func() error, err error) {
	tables, strangers, err := tablesToCopy(ctx, tx)
	if err != nil {
		return nil, err
	}
	var lift, restore string
	for _, t := range tables {
		if !slices.ContainsFunc(filling, func(f archive.Table) bool { return f.Name == t.name && slices.Equal(f.Columns, t.columns) }) {
			return nil, fmt.Errorf("the backup does not have the table %s as its schema version has it; was the schema changed by hand?", t.name)
		}
		table := pgx.Identifier{t.name}.Sanitize()
		if t.forced {
			lift += `alter table ` + table + ` no force row level security;`
			restore += `alter table ` + table + ` force row level security;`
		}
	}
	if len(tables) != len(filling) || len(strangers) > 0 {
		return nil, fmt.Errorf("the backup has %d tables, and its schema version %d and %v", len(filling), len(tables), strangers)
	}
	references, err := tx.Query(ctx, foreignKeys)
	if err != nil {
		return nil, err
	}
	var drop, add string
	_, err = pgx.ForEachRow(references, []any{&drop, &add}, func() error {
		lift, restore = lift+drop, add+restore
		return nil
	})
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, lift)
	return func() error {
		_, err := tx.Exec(ctx, `set constraints all immediate;`+restore)
		return err
	}, err
}

// foreignKeys lists how to drop and recreate each, the last one first: the order
// of creation determines the order of cascading deletes.
const foreignKeys = `
	select format('alter table %s drop constraint %I;', conrelid::regclass, conname),
	       format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid))
	from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' order by oid desc`

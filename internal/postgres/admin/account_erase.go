package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/files"
)

// EraseAccount deletes an account with its members, contents, log and queued mails, then its files,
// and returns how many objects it deleted. Only backups still contain it. With a nil store the sweep
// deletes the files within two days.
func EraseAccount(ctx context.Context, url string, id int64, store files.Store) (objects int64, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		if store == nil {
			return nil
		}
		return refuseForeign(ctx, conn, store)
	})
	if err == nil {
		err = eraseRows(ctx, url, id)
	}
	if err != nil || store == nil {
		return 0, err
	}
	objects, err = eraseObjects(ctx, id, store)
	if err != nil {
		err = fmt.Errorf("the account is deleted, but not all of its files; run this again: %w", err)
	}
	return objects, err
}

func eraseRows(ctx context.Context, url string, id int64) error {
	return inAccount(ctx, url, id, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from river_job j using users u
			where u.account_id = $1 and (j.kind = 'mail' and j.args->>'to' in (u.email, u.confirmed_email) or j.kind = 'password_forgotten' and j.args->>'email' = u.email
			or j.kind = 'reminder' and j.args->>'user_id' = u.id::text)`, id)
		if err != nil {
			return err
		}
		for _, table := range []string{"documents", "photos", "uploads"} { // they name files, and cascades come in no order that could be relied on
			if _, err := tx.Exec(ctx, `delete from `+table+` where account_id = $1`, id); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `delete from accounts where id = $1`, id) // everything else refers to it
		if err == nil && tag.RowsAffected() == 0 {
			return fault.ErrNotFound
		}
		return err
	})
}

// eraseObjects deletes all objects of an account, renditions too.
func eraseObjects(ctx context.Context, id int64, store files.Store) (deleted int64, err error) {
	remove := func(ctx context.Context, o files.Object) error { return store.Delete(ctx, o.Name) }
	err = inOrder(ctx, store.List(ctx, files.Prefix(id)), remove, func(_ files.Object, err error) error {
		if err == nil {
			deleted++
		}
		return err
	})
	return deleted, err
}

// EraseLeftFiles deletes the objects that an interrupted erasure has left. Without really it only
// counts them. An account that never existed here is ErrNotFound.
func EraseLeftFiles(ctx context.Context, url string, id int64, store files.Store, really bool) (objects int64, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		if err := refuseForeign(ctx, conn, store); err != nil {
			return err
		}
		var once bool
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if err := openAccount(ctx, tx, id); err != nil {
				return err
			}
			err := tx.QueryRow(ctx, `
				select coalesce(bool_or($1 between min_value and last_value), false) and not exists (select from accounts where id = $1)
				from pg_sequences where schemaname = current_schema() and sequencename = 'accounts_id_seq'`, id).Scan(&once)
			if err == nil && !once {
				err = fault.ErrNotFound
			}
			return err
		})
	})
	if err != nil {
		return 0, err
	}
	if really {
		return eraseObjects(ctx, id, store)
	}
	for _, err := range store.List(ctx, files.Prefix(id)) {
		if err != nil {
			return objects, err
		}
		objects++
	}
	return objects, nil
}

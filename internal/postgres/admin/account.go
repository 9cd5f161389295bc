package admin

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
)

// Account is an account as an operator sees it.
type Account struct {
	ID                    int64
	Name                  string
	Members, Items, Files int64
}

// FindAccount describes an account before something is done to it; it is
// ErrNotFound if there is none.
func FindAccount(ctx context.Context, url string, id int64) (a Account, err error) {
	err = inAccount(ctx, url, id, oneMoment, func(tx pgx.Tx) error {
		found, _ := tx.Query(ctx, `
			select id, name, (select count(*) from users where account_id = $1) as members, (select count(*) from items where account_id = $1) as items,
				(select count(*) from files where account_id = $1) as files
			from accounts where id = $1`, id)
		a, err = pgx.CollectExactlyOneRow(found, pgx.RowToStructByName[Account])
		if errors.Is(err, pgx.ErrNoRows) {
			err = fault.ErrNotFound
		}
		return err
	})
	return a, err
}

// oneMoment gives all reads of a transaction one snapshot.
var oneMoment = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// inAccount runs something long in the scope of an account.
func inAccount(ctx context.Context, url string, id int64, how pgx.TxOptions, fn func(pgx.Tx) error) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, how, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, copySettings); err != nil {
				return err
			}
			if err := openAccount(ctx, tx, id); err != nil {
				return err
			}
			return fn(tx)
		})
	})
}

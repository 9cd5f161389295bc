package admin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
)

// Account is an account as an operator sees it.
type Account struct {
	ID             int64
	Name           string
	Members, Items int64
}

// FindAccount describes an account before something is done to it; it is
// ErrNotFound if there is none.
func FindAccount(ctx context.Context, url string, id int64) (a Account, err error) {
	err = inAccount(ctx, url, id, oneMoment, func(tx pgx.Tx) error {
		found, _ := tx.Query(ctx, `
			select id, name, (select count(*) from users where account_id = $1) as members, (select count(*) from items where account_id = $1) as items
			from accounts where id = $1`, id)
		a, err = pgx.CollectExactlyOneRow(found, pgx.RowToStructByName[Account])
		if errors.Is(err, pgx.ErrNoRows) {
			err = fault.ErrNotFound
		}
		return err
	})
	return a, err
}

// Left out of an export: credentials, and what can be derived from the rest.
var (
	withheldTables  = []string{"totals", "recovery_codes", "password_resets", "earlier_resets", "idempotency_keys"}
	withheldColumns = []string{"password_hash", "token_hash", "totp_seed", "totp_last_step", "code_failures", "code_blocked_until", "search", "sort_name", "value_hash", "custom_fields"}
)

// ExportAccount writes everything stored of an account, from one snapshot: a JSON
// object with a list of rows per table.
func ExportAccount(ctx context.Context, url string, id int64, to io.Writer) (exported int64, err error) {
	out := bufio.NewWriter(to)
	err = inAccount(ctx, url, id, oneMoment, func(tx pgx.Tx) error {
		tables, _, err := tablesToCopy(ctx, tx)
		if err != nil {
			return err
		}
		before := "{"
		for _, t := range tables {
			if t.owner == "" || strings.HasSuffix(t.name, "_words") || slices.Contains(withheldTables, t.name) {
				continue
			}
			fmt.Fprintf(out, "%s\n%q: [", before, t.name)
			n, err := exportTable(ctx, tx, t, id, out)
			if err != nil {
				return err
			}
			exported += n
			fmt.Fprint(out, "]")
			before = ","
		}
		fmt.Fprint(out, "\n}\n")
		return out.Flush() // reports any earlier error
	})
	return exported, err
}

func exportTable(ctx context.Context, tx pgx.Tx, t copied, id int64, out io.Writer) (exported int64, err error) {
	rows, _ := tx.Query(ctx, fmt.Sprintf(`select (to_jsonb(t) - $2::text[])::text from %s t where %s = $1 order by %s`,
		pgx.Identifier{t.name}.Sanitize(), t.owner, pgx.Identifier{t.columns[0]}.Sanitize()), id, withheldColumns)
	var row string
	_, err = pgx.ForEachRow(rows, []any{&row}, func() error {
		if exported++; exported > 1 {
			fmt.Fprint(out, ",")
		}
		_, err := fmt.Fprint(out, "\n  ", row)
		return err
	})
	return exported, err
}

// EraseAccount deletes an account with its members, contents, log and queued
// mails. Only backups still contain it.
func EraseAccount(ctx context.Context, url string, id int64) error {
	return inAccount(ctx, url, id, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from river_job j using users u
			where u.account_id = $1 and (j.kind = 'mail' and j.args->>'to' in (u.email, u.confirmed_email) or j.kind = 'password_forgotten' and j.args->>'email' = u.email)`, id)
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `delete from accounts where id = $1`, id) // everything else refers to it
		if err == nil && tag.RowsAffected() == 0 {
			return fault.ErrNotFound
		}
		return err
	})
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

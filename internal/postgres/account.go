package postgres

import (
	"bufio"
	"context"
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

// FindAccount tells what an account is, before something is done to it; it is
// ErrNotFound if there is none.
func FindAccount(ctx context.Context, url string, id int64) (a Account, err error) {
	err = inAccount(ctx, url, id, oneMoment, func(tx pgx.Tx) error {
		found, _ := tx.Query(ctx, `
			select id, name, (select count(*) from users where account_id = $1) as members, (select count(*) from items where account_id = $1) as items
			from accounts where id = $1`, id)
		a, err = pgx.CollectExactlyOneRow(found, pgx.RowToStructByName[Account])
		if err == pgx.ErrNoRows {
			err = fault.ErrNotFound
		}
		return err
	})
	return a, err
}

// What an account's people need not be given: proofs of who they are, and what
// can be made from the rest.
var (
	withheldTables  = []string{"totals", "recovery_codes", "password_resets", "earlier_resets", "idempotency_keys"}
	withheldColumns = []string{"password_hash", "token_hash", "totp_seed", "totp_last_step", "code_failures", "code_blocked_until", "search", "sort_name", "value_hash", "custom_fields"}
)

// ExportAccount writes all that is kept of an account, as of one moment: a JSON
// object with a list of rows for each table.
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
		return out.Flush() // which tells of any error before it
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

// EraseAccount deletes an account with its members and all it holds, its log
// and its queued mails too. Nothing of it is left, but for backups.
func EraseAccount(ctx context.Context, url string, id int64) error {
	return inAccount(ctx, url, id, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			delete from river_job j using users u
			where u.account_id = $1 and (j.kind = 'mail' and j.args->>'to' in (u.email, u.confirmed_email) or j.kind = 'password_forgotten' and j.args->>'email' = u.email)`, id)
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `delete from accounts where id = $1`, id) // all the rest refers to it
		if err == nil && tag.RowsAffected() == 0 {
			return fault.ErrNotFound
		}
		return err
	})
}

// oneMoment is how all reads of a transaction see the same.
var oneMoment = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// inAccount runs something long in the scope of one account.
func inAccount(ctx context.Context, url string, id int64, how pgx.TxOptions, fn func(pgx.Tx) error) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, how, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, copySettings); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, toScope, formatID(id)); err != nil {
				return err
			}
			return fn(tx)
		})
	})
}

package admin

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/postgres/schema"
)

// copied is a table as backup and restore see it.
type copied struct {
	name    string
	columns []string
	owner   string // the column with the account; empty if rows belong to none
	guarded bool   // by row security
	forced  bool   // for the owner of the table too
}

// tablesToCopy lists the tables of the schema and, as strangers, those that none of our migrations
// created. It leaves out unlogged tables, which need not survive a crash, and the tables that record
// migrations, which a restore fills by migrating.
func tablesToCopy(ctx context.Context, tx pgx.Tx) (tables []copied, strangers []string, err error) {
	rows, _ := tx.Query(ctx, `
		select c.relname, c.relrowsecurity, c.relforcerowsecurity,
		       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum)
		from pg_class c
		where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
		  and c.relname not in ('goose_db_version', 'river_migration', 'applied_functions')
		  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by c.relname`)
	tables, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (t copied, err error) {
		err = row.Scan(&t.name, &t.guarded, &t.forced, &t.columns)
		switch {
		case t.name == "accounts":
			t.owner = "id"
		case slices.Contains(t.columns, "account_id"):
			t.owner = "account_id"
		}
		return t, err
	})
	if err != nil {
		return nil, nil, err
	}
	tables = slices.DeleteFunc(tables, func(t copied) bool {
		if ours := strings.HasPrefix(t.name, "river_") || slices.Contains(ourTables, t.name); ours {
			return false
		}
		strangers = append(strangers, t.name)
		return true
	})
	return tables, strangers, nil
}

// ourTables are those that migrations create.
var ourTables = func() (names []string) {
	files, _ := fs.Glob(schema.Migrations, "*.sql")
	for _, f := range files {
		content, _ := schema.Migrations.ReadFile(f)
		for _, m := range regexp.MustCompile(`(?m)^create table (?:if not exists )?(\w+)`).FindAllSubmatch(content, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}()

// lockToRead locks the tables against migrations only.
func lockToRead(ctx context.Context, tx pgx.Tx, tables []copied) error {
	var names []string
	for _, t := range tables {
		names = append(names, pgx.Identifier{t.name}.Sanitize())
	}
	_, err := tx.Exec(ctx, `lock table `+strings.Join(names, ", ")+` in access share mode`)
	return err
}

// everyScope lists the scopes needed to see all rows: none if the role bypasses
// row security, otherwise every account.
func everyScope(ctx context.Context, tx pgx.Tx) (accounts []int64, err error) {
	var bypasses bool
	if err := tx.QueryRow(ctx, `select rolsuper or rolbypassrls from pg_roles where rolname = current_user`).Scan(&bypasses); err != nil {
		return nil, err
	}
	if bypasses {
		_, err := tx.Exec(ctx, `set local row_security = off`)
		return nil, err
	}
	// No role may list the accounts, so every number that this server ever gave
	// to one is tried; those of other servers are found by their users.
	_, err = tx.Exec(ctx, `
		do $$
		declare
			given bigint[] := array(select account_id from users
				union select generate_series(min_value, last_value) from pg_sequences where schemaname = current_schema() and sequencename = 'accounts_id_seq'
				order by 1);
			known bigint[] := '{}';
			n     bigint;
		begin
			foreach n in array given loop
				perform set_config('app.account_id', n::text, true);
				if exists (select from accounts where id = n) then
					known := known || n;
				end if;
			end loop;
			perform set_config('app.accounts', known::text, true);
		end $$`)
	if err != nil {
		return nil, err
	}
	accounts = []int64{}
	err = tx.QueryRow(ctx, `select current_setting('app.accounts')::bigint[]`).Scan(&accounts)
	return accounts, err
}

// copyOut writes all rows, account by account if need be.
func (t copied) copyOut(ctx context.Context, tx pgx.Tx, accounts []int64, w io.Writer) error {
	columns := t.list()
	table := pgx.Identifier{t.name}.Sanitize()
	if accounts == nil || !t.guarded {
		_, err := tx.Conn().PgConn().CopyTo(ctx, w, `copy `+table+` (`+columns+`) to stdout`)
		return err
	}
	for _, id := range accounts {
		_, err := tx.Conn().PgConn().CopyTo(ctx, w, fmt.Sprintf(`set local app.account_id = %d; copy (select %s from %s where %s = %[1]d) to stdout`, id, columns, table, t.owner))
		if err != nil {
			return err
		}
	}
	return nil
}

func (t copied) list() string {
	var quoted []string
	for _, name := range t.columns {
		quoted = append(quoted, pgx.Identifier{name}.Sanitize())
	}
	return strings.Join(quoted, ", ")
}

// sequences reads the next ids of the tables.
func sequences(ctx context.Context, tx pgx.Tx, tables []copied) ([]archive.Sequence, error) {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	rows, _ := tx.Query(ctx, `
		select s.sequencename::text, coalesce(s.last_value, 0), has_sequence_privilege(format('%I.%I', s.schemaname, s.sequencename), 'usage, select')
		from pg_sequences s
		join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('a', 'i')
		join pg_class c on c.oid = d.refobjid
		where s.schemaname = current_schema() and c.relname = any ($1) order by 1`, names)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s archive.Sequence, err error) {
		var readable bool
		if err = row.Scan(&s.Name, &s.Last, &readable); err == nil && !readable {
			err = fmt.Errorf("the role may not read the sequence %s; connect as the owner of the tables", s.Name)
		}
		return s, err
	})
}

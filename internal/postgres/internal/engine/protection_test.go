package engine_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/pgtest"
)

// preauth lists the tables looked up before an account is known. Statements without
// a scope see them; add others only with good reason.
var preauth = map[string]bool{"users": true, "api_keys": true, "invitations": true, "password_resets": true, "earlier_resets": true, "address_links": true, "idempotency_keys": true, "trash_due": true, "trials": true, "share_links": true, "public_collections": true, "verifications": true}

// serving returns a connection like the service's.
func serving(t *testing.T) *pgx.Conn {
	t.Helper()
	return servingAt(t, pgtest.Migrated(t))
}

func servingAt(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.RuntimeParams["role"] = "vitrine_app"
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

// accountTables asks PostgreSQL itself, so that a new table cannot be forgotten.
func accountTables(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, _ := conn.Query(t.Context(), `
		select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
		where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'account_id' and not a.attisdropped
		union select 'accounts' order by 1`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 5 {
		t.Fatalf("tables %v, %v", tables, err)
	}
	return tables
}

func TestEveryAccountTableIsProtected(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	for _, table := range accountTables(t, conn) {
		var enabled, forced bool
		var policies int
		var key string
		err := conn.QueryRow(t.Context(), `
			select relrowsecurity, relforcerowsecurity, (select count(*) from pg_policy where polrelid = c.oid),
			       (select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype = 'p')
			from pg_class c where oid = $1::text::regclass`, table).Scan(&enabled, &forced, &policies, &key)
		if err != nil {
			t.Fatal(err)
		}
		if !enabled || !forced || policies == 0 {
			t.Errorf("%s: row security enabled %v, forced %v, %d policies", table, enabled, forced, policies)
		}
		if table != "accounts" && table != "trash_due" && table != "trials" && !strings.HasPrefix(key, "PRIMARY KEY (account_id, ") { // one row per account
			t.Errorf("%s: %s does not begin with account_id", table, key)
		}
	}
}

// Referential checks ignore row security: a reference without the account could
// point into another one.
func TestEveryReferenceCarriesTheAccount(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	rows, _ := conn.Query(t.Context(), `
		select conrelid::regclass::text || ': ' || pg_get_constraintdef(oid) from pg_constraint
		where contype = 'f' and confrelid <> 'accounts'::regclass and pg_get_constraintdef(oid) not like 'FOREIGN KEY (account_id, %'
		  and connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'river%'`)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(found) > 0 {
		t.Errorf("references without account_id: %v, %v", found, err)
	}
}

// A foreign key without an index makes a delete read the whole table.
func TestEveryForeignKeyHasAnIndex(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	rows, _ := conn.Query(t.Context(), `
		select c.conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) from pg_constraint c
		where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
			select from pg_index i where i.indrelid = c.conrelid
			  and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
			  and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
				select '(' || attname || ' IS NOT NULL)' from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[cardinality(c.conkey)])))`)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(found) > 0 {
		t.Errorf("foreign keys without an index: %v, %v", found, err)
	}
}

// Without a scope, or after it has ended on the same connection, a query of an
// account table fails instead of returning rows.
func TestAQueryWithoutAScopeFails(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	tables := accountTables(t, conn)
	for _, used := range []bool{false, true} {
		if used {
			if _, err := conn.Exec(t.Context(), `begin; select set_config('app.account_id', '1', true); commit`); err != nil {
				t.Fatal(err)
			}
		}
		for _, table := range tables {
			if preauth[table] {
				continue
			}
			_, err := conn.Exec(t.Context(), `insert into accounts (id, name) values (1, 'x')`)
			if err == nil {
				t.Fatal("an account could be made without a scope")
			}
			if _, err := conn.Exec(t.Context(), `select count(*) from (select 1 from `+table+` where `+first(table)+` = 1) x`); err != nil {
				continue
			}
			// PostgreSQL may answer for an empty table without evaluating the
			// policy.
			var rows int
			if err := conn.QueryRow(t.Context(), `select count(*) from `+table).Scan(&rows); err == nil && rows > 0 {
				t.Errorf("%s: %d rows without a scope", table, rows)
			}
		}
	}
}

func first(table string) string {
	if table == "accounts" {
		return "id"
	}
	return "account_id"
}

func TestTheServingRoleIsWeak(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	if _, err := conn.Exec(t.Context(), `set app.account_id = '1'`); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`update logs set action = 'x'`, `delete from logs`, `truncate logs`, `drop table logs`, `alter table logs disable row level security`,
		`create table mine ()`, `delete from goose_db_version`, `delete from applied_functions`, `delete from river_migration`, `delete from accounts`, `truncate items`, `drop policy account_only on logs`,
	} {
		_, err := conn.Exec(t.Context(), sql)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "42501" {
			t.Errorf("%s: %v, want insufficient privilege", sql, err)
		}
	}
}

var touches = regexp.MustCompile(`(?i)\b(from|join|into|update)\s+(\w+)`)

// Every query names the account: the planner, the reader and a sharded cluster
// need to see it. Row security is the second barrier.
func TestEveryStatementNamesTheAccount(t *testing.T) {
	t.Parallel()
	tables := map[string]bool{}
	for _, table := range accountTables(t, serving(t)) {
		tables[table] = table != "accounts"
	}
	statements := 0
	for _, file := range sources(t) {
		// preauth.go runs before an account is known, register.go before there is any; old answers go and backups are made of
		// all accounts.
		if slices.Contains([]string{"unscoped.go", "../../people/preauth.go", "../../people/register.go", "../../admin/backup.go", "../../admin/restore.go"}, file) {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			sql, ok := literals(n)
			for _, m := range touches.FindAllStringSubmatch(sql, -1) {
				if tables[m[2]] {
					statements++
					if !strings.Contains(sql, "account_id") {
						t.Errorf("%s: names %s but no account_id: %s", file, m[2], sql)
					}
				}
			}
			return !ok
		})
	}
	if statements < 10 {
		t.Errorf("saw %d statements: the test looks in the wrong place", statements)
	}
}

// sources lists the files that contain SQL.
func sources(t *testing.T) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.go", "../../*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

// literals joins the string literals of an expression such as a + b + c.
func literals(n ast.Node) (text string, ok bool) {
	switch x := n.(type) {
	case *ast.BasicLit:
		return x.Value, x.Kind == token.STRING
	case *ast.BinaryExpr:
		left, _ := literals(x.X)
		right, _ := literals(x.Y)
		return left + right, x.Op == token.ADD && left+right != ""
	}
	return "", false
}

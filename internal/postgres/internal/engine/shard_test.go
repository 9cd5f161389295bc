package engine_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// apart lists everything that would need more than one shard if the database were
// distributed by account: tables, unique keys, references and statements, each
// with what it would become. docs/scaling.md explains them. Anything new must be
// listed, anything fixed removed.
var apart = map[string]string{
	// Belong to no account.
	"table goose_db_version":      eachServer,
	"table applied_functions":     eachServer,
	"table exchange_rates":        eachServer,
	"table exchange_rate_reading": eachServer,
	"table installation":          eachServer,
	"table river_job":             eachServer,
	"table river_leader":          eachServer,
	"table river_migration":       eachServer,
	"table river_notification":    eachServer,
	"table river_queue":           eachServer,

	// Write only to the row that fires them.
	"trigger note_ceased on copies": withItsRow,
	"trigger note_never on copies":  withItsRow,

	// Unique over all accounts, because they are looked up before the account is
	// known.
	"key users_email_key":                directory,
	"key api_keys_token_hash_key":        directory,
	"key invitations_token_hash_key":     directory,
	"key password_resets_token_hash_key": directory,
	"key earlier_resets_token_hash_key":  directory,
	"key address_links_token_hash_key":   directory,
	"key share_links_token_hash_key":     directory,
	"key public_collections_uuid_key":    directory,
	"key verifications_code_hash_key":    directory,
}

const (
	withItsRow   = "is where its row is"
	eachServer   = "is there on each server, for its accounts"
	directory    = "moves into a directory of its own, from the key to the account"
	askDirectory = "asks the directory for the account, then the account's shard"
	anybody      = "asks the directory, which knows whether there is anybody"
	eachAlone    = "is about a whole server, and each has backups of its own"
	everyShard   = "is run on every shard, in the background or by an operator"
)

// column is the distribution column of a table.
func column(table string) string {
	if table == "accounts" {
		return "id"
	}
	return "account_id"
}

// superuser returns a connection that bypasses row security.
func superuser(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(t.Context()) })
	return conn
}

func names(t *testing.T, conn *pgx.Conn, sql string) []string {
	t.Helper()
	rows, _ := conn.Query(t.Context(), sql)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Each query finds objects of PostgreSQL's catalogue that do not stay with an account.
var spread = []string{
	`select 'table ' || c.relname from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'accounts'
		and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull)`,

	`select 'table ' || c.relname from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
		and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,

	`select 'key ' || i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indrelid
		where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> 'accounts'
		and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
		and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any(i.indkey))`,

	// A reference stays within the shard if the account has the same position on
	// both sides.
	`select 'reference ' || k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
		where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname not like 'river%' and not exists (
			select from unnest(k.conkey, k.confkey) as p (here, there)
			join pg_attribute h on h.attrelid = k.conrelid and h.attnum = p.here
			join pg_attribute x on x.attrelid = k.confrelid and x.attnum = p.there
			where h.attname = 'account_id' and x.attname = case k.confrelid when 'accounts'::regclass then 'id' else 'account_id' end)`,

	// Statements in triggers are not tested otherwise, so they must at least name
	// the account.
	`select 'trigger ' || t.tgname || ' on ' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
		where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname not like 'river%' and f.prosrc not like '%account_id%'`,
}

// Distributed by account, every row, key, reference and statement has one shard,
// except those listed.
func TestWhatNeedsMoreThanOneShard(t *testing.T) {
	t.Parallel()
	url := sparse(t)
	conn := superuser(t, url)
	found := map[string]string{}
	for _, sql := range spread {
		for _, what := range names(t, conn, sql) {
			found[what] = ""
		}
	}
	if len(found) == 0 {
		t.Fatal("nothing was found: the test looks in the wrong place")
	}
	maps.Copy(found, spreadStatements(t, url))
	maps.Copy(found, spreadTexts(t, accountTables(t, conn)))
	planned := maps.Clone(apart)
	maps.Copy(planned, apartStatements)
	for _, what := range slices.Sorted(maps.Keys(found)) {
		if planned[what] == "" {
			t.Errorf("%s would need more than one shard: give it account_id, or list it with what it would become\n%s", what, found[what])
		}
		delete(planned, what)
	}
	for what := range planned {
		t.Errorf("%s is listed as needing more than one shard, and does not", what)
	}
}

// docs/scaling.md names everything listed.
func TestWhatNeedsMoreThanOneShardIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(pgtest.Root, "docs", "scaling.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []map[string]string{apart, apartStatements} {
		for what := range list {
			if _, name, _ := strings.Cut(what, " "); !strings.Contains(string(page), fmt.Sprintf("`%s`", name)) {
				t.Errorf("docs/scaling.md does not say what becomes of %s", what)
			}
		}
	}
}

package api

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/test/invariant"
)

// catalogued are the tables whose every change must be in the log.
var catalogued = []string{"locations", "collections", "collection_types", "collection_type_links", "custom_field_groups", "custom_fields",
	"items", "item_values", "copies", "insurance_records"}

// observe lets the database itself write down which transaction has changed
// what, to be compared with the log.
func observe(t *testing.T, h *harness) {
	t.Helper()
	sql := `
		create table observed (table_name text, account_id bigint, user_id bigint, action text, xid xid8);
		create function observe() returns trigger language plpgsql security definer as $$
		begin
			insert into observed select distinct tg_table_name, account_id, null::bigint, null, pg_current_xact_id() from rows;
			return null;
		end $$;
		create function observe_update() returns trigger language plpgsql security definer as $$
		begin -- a row that was written as it was is a lock, not a change
			insert into observed select distinct tg_table_name, account_id, null::bigint, null, pg_current_xact_id() from (table rows except table was) changed;
			return null;
		end $$;
		create function observe_entry() returns trigger language plpgsql security definer as $$
		begin
			insert into observed values ('logs', new.account_id, new.user_id, new.action, pg_current_xact_id());
			return null;
		end $$;
		create trigger observe after insert on logs for each row execute function observe_entry();`
	for _, table := range catalogued {
		for event, rows := range map[string]string{"insert": "new", "delete": "old"} {
			sql += `create trigger observe_` + event + ` after ` + event + ` on ` + table + ` referencing ` + rows + ` table as rows for each statement execute function observe();`
		}
		sql += `create trigger observe_update after update on ` + table + ` referencing old table as was new table as rows for each statement execute function observe_update();`
	}
	run(t, h, sql)
}

func run(t *testing.T, h *harness, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// historyRules hold for what was observed while many wrote.
var historyRules = map[string]string{
	"every list is counted": `
		select 'nothing of ' || name from unnest(array['collections', 'collection_types', 'locations', 'items', 'collection_items', 'copies', 'logs']) name
		where not exists (select from totals where list = name)`,
	"no change without its entry": `
		select distinct format('%s, transaction %s', o.table_name, o.xid) from observed o
		where o.table_name <> 'logs' and not exists (select from observed l where l.table_name = 'logs' and l.xid = o.xid and l.account_id = o.account_id)`,
	"no entry without its change": `
		select format('%s, transaction %s', l.action, l.xid) from observed l
		where l.table_name = 'logs' and l.action not in ('account_created', 'collection_type_collections_updated') -- which may have been so already
		  and not exists (select from observed o where o.table_name <> 'logs' and o.xid = l.xid and o.account_id = l.account_id)`,
	"one entry a change": `
		select format('transaction %s', xid) from observed where table_name = 'logs' group by xid having count(*) > 1`,
}

// references are columns with what they point to, always within the account.
var references = []string{
	"locations.parent_id locations", "collection_type_links.collection_id collections", "collection_type_links.collection_type_id collection_types",
	"custom_field_groups.collection_type_id collection_types", "custom_fields.collection_type_id collection_types", "custom_fields.group_id custom_field_groups",
	"items.collection_id collections", "items.collection_type_id collection_types", "item_values.item_id items", "item_values.custom_field_id custom_fields",
	"copies.item_id items", "copies.location_id locations", "insurance_records.copy_id copies", "logs.user_id users",
}

// checkState holds the whole database to the rules.
func checkState(t *testing.T, h *harness) {
	t.Helper()
	checkRules(t, h, invariant.Rules)
	checkReferences(t, h)
}

func checkRules(t *testing.T, h *harness, rules map[string]string) {
	t.Helper()
	for rule, sql := range rules {
		if rows := column[string](t, h, sql); len(rows) > 0 {
			t.Errorf("%s, but not %d:\n%s", rule, len(rows), describe(rows))
		}
	}
}

func checkReferences(t *testing.T, h *harness) {
	t.Helper()
	for _, r := range references {
		from, to, _ := strings.Cut(r, " ")
		table, key, _ := strings.Cut(from, ".")
		sql := `select format('account %s: ` + from + ` %s', c.account_id, c.` + key + `) from ` + table + ` c
			where c.` + key + ` is not null and not exists (select from ` + to + ` p where p.account_id = c.account_id and p.id = c.` + key + `)`
		if rows := column[string](t, h, sql); len(rows) > 0 {
			t.Errorf("%d rows point to nothing of their account:\n%s", len(rows), describe(rows))
		}
	}
}

// checkEntries compares the log of every user with the changes that were
// acknowledged to them. A move at the end of a list is acknowledged and leaves
// no entry; that every other move does is seen by what the database observed.
func checkEntries(t *testing.T, h *harness, done map[string]map[string]int) {
	t.Helper()
	type count struct {
		Email, Action string
		N             int
	}
	entries := map[string]map[string]int{}
	for _, c := range column[count](t, h, `select row(u.email, l.action, count(*)::int) from logs l join users u on u.id = l.user_id where l.action <> 'account_created' group by u.email, l.action`) {
		if entries[c.Email] == nil {
			entries[c.Email] = map[string]int{}
		}
		entries[c.Email][c.Action] = c.N
	}
	for email, actions := range done {
		for action := range entries[email] {
			actions[action] += 0
		}
		for action, acknowledged := range actions {
			written := entries[email][action]
			moved := strings.HasSuffix(action, "_moved")
			if !moved && written != acknowledged || moved && written > acknowledged {
				t.Errorf("%s: %d entries of %s, %d acknowledged", email, written, action, acknowledged)
			}
		}
	}
}

func column[T any](t *testing.T, h *harness, sql string) []T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), sql)
	found, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return found
}

// describe makes a list of rows readable.
func describe(rows []string) string { return strings.Join(rows[:min(len(rows), 10)], "\n") }

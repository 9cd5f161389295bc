package input

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/test/fixture"
)

// observe makes the database record which transaction changed what, for
// comparison with the log.
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
	for _, table := range fixture.Tables() {
		for event, rows := range map[string]string{"insert": "new", "delete": "old"} {
			sql += `create trigger observe_` + event + ` after ` + event + ` on ` + table + ` referencing ` + rows + ` table as rows for each statement execute function observe();`
		}
		sql += `create trigger observe_update after update on ` + table + ` referencing old table as was new table as rows for each statement execute function observe_update();`
	}
	apitest.Exec(t, h, sql)
}

// historyRules hold for what was observed during concurrent writes.
var historyRules = map[string]string{
	"every list is counted": `
		select 'nothing of ' || name from unnest(array['` + strings.Join(fixture.Counted, `', '`) + `']) name
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

// checkEntries compares the log of every user with their acknowledged changes. A
// move at the end of a list, the choice of what is chosen, or a tag that is there, is
// acknowledged without an entry; the database's own record shows that every other one has one.
func checkEntries(t *testing.T, h *harness, done map[string]map[string]int) {
	t.Helper()
	type count struct {
		Email, Action string
		N             int
	}
	entries := map[string]map[string]int{}
	for _, c := range apitest.Column[count](t, h, `select row(u.email, l.action, count(*)::int) from logs l join users u on u.id = l.user_id where l.action <> 'account_created' group by u.email, l.action`) {
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
			mayChangeNothing := strings.HasSuffix(action, "_moved") || strings.HasSuffix(action, "_main_set") || action == "item_tag_attached"
			if !mayChangeNothing && written != acknowledged || written > acknowledged {
				t.Errorf("%s: %d entries of %s, %d acknowledged", email, written, action, acknowledged)
			}
		}
	}
}

// A table without a fixture would not be observed.
func TestEveryTableIsDeclared(t *testing.T) {
	t.Parallel()
	declared := append(fixture.Tables(), fixture.Derived...)
	for _, table := range apitest.Column[string](t, server(t), `
		select relname::text from pg_attribute join pg_class on pg_class.oid = attrelid
		where attname = 'account_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`) {
		if !slices.Contains(declared, table) {
			t.Errorf("no fixture declares the table %s: add it to Tables of its resource in test/fixture, or to Derived if its changes are not for the log", table)
		}
	}
}

package admin_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Keys of items follow their copies, set and tags, and are written anew after somebody bypassed the triggers.
func TestKeysOfItemsAreKept(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	connect := func() (*pgx.Conn, func(...string)) {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(context.Background()) })
		return conn, func(all ...string) {
			t.Helper()
			for _, sql := range all {
				if _, err := conn.Exec(t.Context(), sql); err != nil {
					t.Fatalf("%s: %v", sql, err)
				}
			}
		}
	}
	conn, do := connect()
	keys := func(item, want string) {
		t.Helper()
		var got string
		err := conn.QueryRow(t.Context(), `select coalesce(string_agg(concat_ws(' ', collection_id, kind, key), ', ' order by kind, key), '') from item_keys where item_id = `+item).Scan(&got)
		if err != nil || got != want {
			t.Errorf("the keys are %q, %v, not %q", got, err, want)
		}
	}
	do(`insert into accounts (id, name) values (1, 'A')`,
		`insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (1, 1, 'owner', 'A', 'B', 'a@example.org', 'x')`,
		`insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR'), (1, 2, 'D', '📦', 'private', 'EUR')`,
		`insert into sets (account_id, id, collection_id, name, name_key) values (1, 5, 1, 'S', 's')`,
		`insert into tags (account_id, id, name, name_key, color) values (1, 7, 'T', 't', '#000000'), (1, 8, 'U', 'u', '#000000')`,
		`insert into locations (account_id, id, name, emoji) values (1, 3, 'L', '📦')`,
		`insert into item_conditions (account_id, id, name, name_key, position) values (1, 4, 'Mint', 'mint', 1)`,
		`insert into items (account_id, id, collection_id, name, sort_name, search, set_id) values (1, 1, 1, 'I', 'i', '', 5), (1, 2, 1, 'J', 'j', '', null)`)
	keys(`1`, "1 held 0, 1 set 5")
	do(`insert into item_tags (account_id, item_id, tag_id) values (1, 1, 7), (1, 1, 8), (1, 2, 7)`,
		`insert into copies (account_id, id, item_id, location_id, item_condition_id, status, quantity, search, estimated_value, value_currency_code, valued_at, cost_amount, proceeds_amount, cost_currency_code)
		 values (1, 1, 1, 3, 4, 'owned', 2, '', 100, 'EUR', '2026-01-01', 30, 0, 'EUR'), (1, 2, 1, null, null, 'sold', 1, '', 50, 'EUR', '2026-01-01', 10, 70, 'EUR'), (1, 3, 2, 3, null, 'lost', 1, '', null, null, null, null, null, null)`)
	keys(`1`, "1 condition 0, 1 condition 4, 1 gain EUR 230, 1 held 2, 1 paid EUR 40, 1 place 0, 1 place 3, 1 set 5, 1 status 1, 1 status 4, 1 tag 7, 1 tag 8, 1 value EUR 200")
	do(`update copies set note = 'n' where id = 1`, `update copies set quantity = 3 where id = 1`, `delete from tags where id = 8`, `delete from item_conditions where id = 4`)
	keys(`1`, "1 condition 0, 1 gain EUR 330, 1 held 3, 1 paid EUR 40, 1 place 0, 1 place 3, 1 set 5, 1 status 1, 1 status 4, 1 tag 7, 1 value EUR 300")
	do(`update items set collection_id = 2, set_id = null where id = 1`, `delete from copies where id = 2`, `update copies set value_currency_code = 'USD' where id = 1`, `delete from locations where id = 3`)
	keys(`1`, "2 condition 0, 2 held 3, 2 place 0, 2 status 1, 2 tag 7, 2 value USD 300")
	keys(`2`, "1 condition 0, 1 held 0, 1 place 0, 1 status 6, 1 tag 7")
	do(`with i as (insert into items (account_id, id, collection_id, name, sort_name, search) values (1, 9, 1, 'K', 'k', '') returning id)
		insert into copies (account_id, id, item_id, status, quantity, search) select 1, 9, id, 'owned', 4, '' from i`)
	keys(`9`, "1 condition 0, 1 held 4, 1 place 0, 1 status 1")
	do(`delete from items where id = 9`)
	keys(`9`, "")

	// Two that add a copy to one item wait for each other, or one of them tries again.
	_, other := connect()
	do(`begin`, `insert into copies (account_id, id, item_id, status, quantity, search) values (1, 10, 2, 'owned', 1, '')`)
	done := make(chan bool)
	go func() {
		defer close(done)
		other(`insert into copies (account_id, id, item_id, status, quantity, search) values (1, 11, 2, 'owned', 1, '')`)
	}()
	time.Sleep(100 * time.Millisecond)
	do(`commit`)
	<-done
	keys(`2`, "1 condition 0, 1 held 2, 1 place 0, 1 status 1, 1 status 6, 1 tag 7")
	third, begin := connect()
	begin(`begin isolation level repeatable read`, `select 1 from items`)
	do(`insert into copies (account_id, id, item_id, status, quantity, search) values (1, 12, 2, 'ordered', 1, '')`)
	if _, err := third.Exec(t.Context(), `insert into copies (account_id, id, item_id, status, quantity, search) values (1, 13, 2, 'gifted', 1, '')`); err == nil || !strings.Contains(err.Error(), "could not serialize") {
		t.Errorf("an older snapshot has written the keys: %v", err)
	}

	for _, want := range []string{" 0 were wrong", " 2 were wrong", " 0 were wrong"} {
		if got := admin.RepairKeys(t.Context(), url); got.Advice != "" || !strings.Contains(strings.Replace(got.What, "those of ", "", 1), want) {
			t.Errorf("%+v, not %q", got, want)
		}
		if want == " 0 were wrong" {
			do(`set session_replication_role = replica`, `delete from item_keys where item_id = 1 and kind = 'tag'`, `insert into item_keys values (1, 1, 2, 9, 'place')`, `reset session_replication_role`)
		}
	}
}

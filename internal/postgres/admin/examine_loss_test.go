package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// catalogued is an account with two items that have a text and a number each, and a value of a former type.
const catalogued = `
	insert into accounts (id, name) values (1, 'A'), (2, 'B');
	insert into users (account_id, role, first_name, last_name, email, password_hash) select id, 'owner', 'Ada', 'Byron', 'u' || id || '@example.org', 'x' from accounts;
	insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR');
	insert into collection_types (account_id, id, name, color) values (1, 1, 'T', '#000000'), (1, 2, 'U', '#000000');
	insert into custom_fields (account_id, id, collection_type_id, name, field_type, position) values (1, 1, 1, 'Text', 'text', 1), (1, 2, 1, 'Number', 'number', 2), (1, 3, 2, 'Other', 'text', 1);
	insert into items (account_id, id, collection_id, collection_type_id, name, sort_name, search) select 1, n, 1, 1, 'a', 'a', array_to_tsvector(array['a', 'n' || n]) from generate_series(1, 2) n;
	insert into item_values (account_id, item_id, custom_field_id, value, search) select 1, n, 1, '"red"'::jsonb, array_to_tsvector(array['red']) from generate_series(1, 2) n
		union all select 1, n, 2, '7', null from generate_series(1, 2) n union all select 1, 1, 3, '"unseen"'::jsonb, array_to_tsvector(array['unseen']);
	insert into copies (account_id, id, item_id, status, quantity, search) values (1, 1, 1, 'owned', 1, array_to_tsvector(array['box']))`

// A failed pg_restore leaves tables out, and the doctor finds that.
func TestDoctorMissesTables(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	says := func() (said string) {
		for _, f := range admin.Examine(t.Context(), url, 0) {
			if f.Advice != "" {
				said += f.What + " → " + f.Advice
			}
		}
		return said
	}
	if said := says(); said != "" {
		t.Errorf("of a new database the doctor says %q", said)
	}
	execute(t, url, `drop table item_values, item_words cascade`)
	if said := says(); !strings.Contains(said, "tables are missing: item_values, item_words → restore") {
		t.Errorf("without two tables the doctor says %q", said)
	}
}

// If recorded values are lost, items still show them. A repair keeps these, and says so; recorded
// values that were not shown are shown again.
func TestRepairKeepsWhatIsLeft(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	execute(t, url, catalogued)
	execute(t, url, `set session_replication_role = replica; set app.account_id = 1;
		delete from item_values where item_id = 1; update items set custom_fields = '{"1": "blue", "3": "of another type"}' where id = 2`)
	found := admin.RepairValues(t.Context(), url)
	if got, want := text(t, url, `select string_agg(custom_fields::text, ' ' order by id) from items`), `{"1": "red", "2": 7} {"1": "red", "2": 7}`; got != want {
		t.Errorf("after the repair items show %s, want %s", got, want)
	}
	if !strings.Contains(found.What, "those of 1 were wrong and are repaired; 1 show values that are gone") || !strings.Contains(found.Advice, "restore") {
		t.Errorf("the repair says %+v", found)
	}
}

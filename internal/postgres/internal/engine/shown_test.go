package engine_test

import (
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/admin"
)

// Triggers write the shown values of an item for writers that bypass the service,
// such as the previous release; the doctor repairs what bypassed the triggers.
func TestShownValuesFollowTheRecordedOnes(t *testing.T) {
	t.Parallel()
	h := furnish(t, 0)
	conn := superuser(t, h.url)
	item := h.items().Items[0]
	field := strings.Split(string(item.CustomFields), `"`)[1]
	for _, c := range []struct{ sql, want string }{
		{`update item_values set value = '"other"' where item_id = $1`, `{"` + field + `": "other"}`},
		{`delete from item_values where item_id = $1`, `{}`},
		{`insert into item_values (account_id, item_id, custom_field_id, value) select account_id, $1, id, '"new"' from custom_fields`, `{"` + field + `": "new"}`},
		{`update items set collection_type_id = null where id = $1`, `{}`},
		{`update items set collection_type_id = (select id from collection_types) where id = $1`, `{"` + field + `": "new"}`},
		{`update items set custom_fields = '{"7": 7}' where id = $1`, `{"7": 7}`},
	} {
		if _, err := conn.Exec(t.Context(), c.sql, item.ID); err != nil {
			t.Fatalf("%s: %v", c.sql, err)
		}
		if got := string(done[catalog.Item](h, "Item", item.ID).CustomFields); got != c.want {
			t.Errorf("after %s: %s, want %s", c.sql, got, c.want)
		}
	}
	for _, want := range []string{"those of 1 were wrong", "those of 0 were wrong"} {
		if got := admin.RepairValues(t.Context(), h.url); got.Advice != "" || !strings.Contains(got.What, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if got := string(done[catalog.Item](h, "Item", item.ID).CustomFields); got != `{"`+field+`": "new"}` {
		t.Errorf("repaired: %s", got)
	}
}

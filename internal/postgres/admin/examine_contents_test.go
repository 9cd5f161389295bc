package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// The doctor finds missing data, says what to do, and finds nothing after the repair.
func TestExamineContents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ harm, says, advice string }{
		{`select`, "", ""},
		{`delete from item_values where custom_field_id = 1`, "2 values of custom fields that items show are gone, in 1 of 2 accounts, such as 1", "restore"},
		{`truncate item_values`, "4 values of custom fields that items show are gone", "restore"},
		{`update items set custom_fields = '{"1": "red"}' where id = 2`, "1 values of custom fields are not shown", "--repair"},
		{`delete from item_words where item_id = 1`, "2 words of items are missing", "--repair"},
		{`insert into item_words (account_id, item_id, word) values (1, 2, 'x')`, "1 words of items are too many", "--repair"},
		{`truncate item_value_words`, "2 words of values are missing", "--repair"},
		{`truncate copy_words`, "1 words of copies are missing", "--repair"},
		{`delete from totals where list = 'items'`, "1 totals of lists are wrong", "--repair"},
		{`update item_keys set key = 7 where kind = 'held' and item_id = 1`, "1 keys of items are wrong", "--repair"},
		{`truncate collection_sums`, "1 sums of collections are wrong", "--repair"},
	} {
		t.Run(c.harm, func(t *testing.T) {
			t.Parallel()
			url := pgtest.Migrated(t)
			execute(t, url, catalogued)
			execute(t, url, `set session_replication_role = replica; set app.account_id = 1; `+c.harm)
			before := text(t, url, `select string_agg(custom_fields::text, ' ' order by id) from items`)
			said, advice := "", ""
			for _, f := range admin.ExamineContents(t.Context(), url) {
				if f.Advice != "" {
					said, advice = said+f.What+"\n", advice+f.Advice
				}
			}
			if !strings.Contains(said, c.says) || c.says == "" && said != "" || !strings.Contains(advice, c.advice) {
				t.Fatalf("the doctor says %q → %q, want %q → %q", said, advice, c.says, c.advice)
			}
			for _, repair := range admin.Repairs {
				if f := repair(t.Context(), url); f.Advice != "" && c.advice != "restore" {
					t.Errorf("a repair says %+v", f)
				}
			}
			if strings.Contains(c.advice, "--repair") {
				for _, f := range admin.ExamineContents(t.Context(), url) {
					if f.Advice != "" {
						t.Errorf("after the repair the doctor says %q", f.What)
					}
				}
			} else if after := text(t, url, `select string_agg(custom_fields::text, ' ' order by id) from items`); after != before {
				t.Errorf("the repair has made %s of %s, which was all there was left", after, before)
			}
		})
	}
}

package api

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

const refusedName = "Refused by the database"

// holdings is a file with everything a row can make, perhaps with a row that the database refuses.
func holdings(refused bool) string {
	var b strings.Builder
	b.WriteString("item_key,item_name,description,category,set,series,tags,wanted,condition,location,identifier,quantity,status,acquired_at,note,purchase_date,purchase_price,purchase_from," +
		"value,value_date,value_by,insurer,policy_number,insured_value,insured_from,Artist,Year\n")
	for n := range 40 {
		status, came := []string{"", "owned", "ordered", "other"}[n%4], []string{"", "2020-02-03"}[n%2]
		fmt.Fprintf(&b, "k%d,Item %d,Line %d,Shelf > %d,Set %d,Series %d,tag %d; all,%t,Good,House > Room %d,R-%d,%d,%s,%s,A note,2019-01-0%d,%d.50,A shop,%d,2021-05-06,Ann,Insurer,P-%d,99,2022-01-01,Artist %d,19%02d\n",
			n-n%3, n-n%3, n-n%3, (n-n%3)%4, (n-n%3)%5, (n-n%3)%6, (n-n%3)%7, (n-n%3)%9 == 0, n%3, n, 1+n%4, status, came, 1+n%9, n, n*10, n, (n-n%3)%8, n-n%3)
	}
	if refused {
		b.WriteString("bad," + refusedName + strings.Repeat(",", 25) + "\n")
	}
	return b.String()
}

// entries are what the log says of an import, without ids.
func (d desk) entries(t *testing.T, id string) string {
	t.Helper()
	return scalar[string](t, d.Harness, `
		select string_agg(said, E'\n' order by said) from (
			select concat_ws(' ', l.action, l.parameters, i.name, c.identifier, (
				select jsonb_agg(jsonb_build_array(regexp_replace(e ->> 'field', '\d+', ''), e -> 'from', case when e ->> 'field' like '%\_id%' then jsonb_typeof(e -> 'to') else e ->> 'to' end))
				from jsonb_array_elements(l.changes) e)) as said
			from logs l left join items i on i.id = l.item_id left join copies c on c.id = l.copy_id
			where l.import_id = $1::text::bigint and l.action not like 'import%') s`, id)
}

// Rows that only create are written together. If the database refuses one of them, the chunk is
// written row by row, with the same result for the others.
func TestRowsAreWrittenTogetherOrAlone(t *testing.T) {
	t.Parallel()
	one, other := newDesk(t), newDesk(t)
	apitest.Exec(t, other.Harness, `
		create function refuse() returns trigger language plpgsql as $$ begin
			if new.name = '`+refusedName+`' then raise exception 'no' using errcode = 'check_violation', constraint = 'items_tags'; end if;
			return new;
		end $$;
		create trigger refuse before insert on items for each row execute function refuse()`)
	id, _ := one.planned(t, holdings(false), M{})
	r := one.apply(t, id, M{"plan": 1})
	same(t, "done", []any{r.Dig(t, "data.attributes.state"), r.Dig(t, "data.attributes.report.done")}, []any{"applied", 40.0})
	bad, _ := other.planned(t, holdings(true), M{})
	r = other.apply(t, bad, M{"plan": 1})
	same(t, "done and conflicts", []any{r.Dig(t, "data.attributes.report.done"), r.Dig(t, "data.attributes.report.conflict")}, []any{40.0, 1.0})
	together, alone := one.entries(t, id), other.entries(t, bad)
	if strings.Count(together, "\n") < 150 {
		t.Errorf("the log is short:\n%s", together)
	}
	same(t, "entries", strings.Split(alone, "\n"), strings.Split(together, "\n"))
	a, b := string(one.exported(t, "csv")), string(other.exported(t, "csv"))
	if strings.Count(a, "\n") != 41 || strings.Count(a, "\n") != strings.Count(b, "\n") {
		t.Errorf("exports differ:\n%s\n%s", a, b)
	}
}

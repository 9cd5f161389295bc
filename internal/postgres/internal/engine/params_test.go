package engine

import (
	"slices"
	"testing"
)

func TestNamesBecomeNumbers(t *testing.T) {
	sql, args := Params{"name": "Rose", "sha256": 7, "unused": 1}.Bind(`select @name, $1, @sha256::bigint[], '{@name}' @> x <@ y @@ z, @sha256`, 5)
	if sql != `select $2, $1, $3::bigint[], '{$2}' @> x <@ y @@ z, $3` || !slices.Equal(args, []any{5, "Rose", 7}) {
		t.Errorf("%s with %v", sql, args)
	}
	defer func() {
		if recover() == nil {
			t.Error("a name without a value was left in the statement")
		}
	}()
	Params{}.Bind(`select @name`)
}

func BenchmarkNames(b *testing.B) {
	sql, given := `insert into items (account_id, name) select account_id`, Params{}
	for _, name := range []string{"name", "description", "sort_name", "search", "custom_fields", "category", "set", "series", "tags", "wanted", "priority", "price", "currency"} {
		sql += `, case when @` + name + `::text is not null then coalesce(@` + name + `, 'nothing of the kind') end /* and as long as such a statement usually is */`
		given[name] = name
	}
	for b.Loop() {
		given.Bind(sql, 1, 2)
	}
}

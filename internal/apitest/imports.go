package apitest

import (
	"net/http"
	"strings"
	"testing"
)

// table is a file to import.
var table = "item_name\n" + strings.Repeat("Dune\n", 20)

// rest ends the work on imports of an account, of which there can be one.
const rest = `update imports set state = case state when 'planning' then 'ready' when 'applying' then 'stopped' when 'reverting' then 'reverted' else 'cancelled' end
	where state in ('reading', 'planning', 'applying', 'reverting') and account_id = (select account_id from imports where id = ID)`

// importFor is a new import in the state that a route needs. Nobody works on imports here, so
// it is led there.
func (w *World) importFor(t testing.TB, pattern string) string {
	t.Helper()
	Exec(t, w.Harness, strings.ReplaceAll(rest, "ID", w.IDs["import"]))
	if strings.HasSuffix(pattern, "/file") {
		return w.Make(t, "/api/imports", M{"name": "books.csv", "size": len(table), "sha256": Sum([]byte(table)), "collection_id": w.IDs["collection"]})
	}
	id := w.SendForm(t, "/api/imports", "books.csv", []byte(table), M{"collection_id": w.IDs["collection"]}).Want(t, http.StatusCreated).ID(t)
	steps := []string{`update imports set state = 'ready', options = '{}', columns = '[]', guessed = '{"columns": [{"column": 1, "to": "item_name"}]}', mapping = guessed where id = ID`}
	switch {
	case strings.HasSuffix(pattern, "/apply"):
		steps = append(steps, `update imports set state = 'planning' where id = ID`, `update imports set state = 'planned', plan_number = 1 where id = ID`)
	case strings.HasSuffix(pattern, "/revert"):
		steps = append(steps, `update imports set state = 'planning' where id = ID`, `update imports set state = 'planned' where id = ID`, `update imports set state = 'applying' where id = ID`,
			`update imports set state = 'applied' where id = ID`)
	}
	for _, sql := range steps {
		Exec(t, w.Harness, strings.ReplaceAll(sql, "ID", id))
	}
	return id
}

package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/test/fixture"
)

// moves log what they did, which depends on where something was: TestMoveItems and
// TestACopyIsWhereItsStaySays.
var moves = []catalog.Action{catalog.ItemMoved, catalog.CopyMoved}

// Every changing route leaves exactly one log entry, with the action of its
// table; a refused one leaves none.
func TestEveryChangeIsLogged(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range inside(h).routes {
		if rt.access == anybody || rt.action == "" || fixture.Tested()[rt.pattern] != "" || slices.Contains(moves, rt.action) {
			continue
		}
		t.Run(string(rt.action), func(t *testing.T) {
			t.Parallel()
			w := h.World(t)
			w.Neighbours(t)
			entries := func() int {
				return scalar[int](t, h, `select count(*) from logs where user_id = (select id from users where email = $1)`, w.Email)
			}
			before := entries()
			method, path, _ := strings.Cut(rt.pattern, " ")
			if method != "DELETE" && h.Contract.Operations[rt.pattern].Body() != nil {
				w.Send(t, method, w.Fill(path), `{`).Want(t, http.StatusUnprocessableEntity)
			}
			if got := entries(); got != before {
				t.Fatalf("a refused request left %d entries", got-before)
			}
			w.Request(t, w.Person, rt.pattern)
			if got := entries(); got != before+1 {
				t.Fatalf("left %d entries, want 1", got-before)
			}
			last := scalar[string](t, h, `select action from logs where user_id = (select id from users where email = $1) order by id desc limit 1`, w.Email)
			same(t, "action", last, string(rt.action))
		})
	}
}

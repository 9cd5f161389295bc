package apitest

import (
	"strings"
	"testing"

	"vitrine/test/fixture"
)

// CheckState checks the whole database against the rules.
func CheckState(t testing.TB, h *Harness) {
	t.Helper()
	CheckRules(t, h, fixture.Rules())
	checkReferences(t, h)
}

// CheckRules checks it against rules, which are SQL for the rows that break them.
func CheckRules(t testing.TB, h *Harness, rules map[string]string) {
	t.Helper()
	for rule, sql := range rules {
		if rows := Column[string](t, h, sql); len(rows) > 0 {
			t.Errorf("%s, but not %d:\n%s", rule, len(rows), describe(rows))
		}
	}
}

func checkReferences(t testing.TB, h *Harness) {
	t.Helper()
	for from, to := range fixture.References() {
		table, key, _ := strings.Cut(from, ".")
		sql := `select format('account %s: ` + from + ` %s', c.account_id, c.` + key + `) from ` + table + ` c
			where c.` + key + ` is not null and not exists (select from ` + to + ` p where p.account_id = c.account_id and p.id = c.` + key + `)`
		if table == "logs" { // outlives its user, but never knows that of another account
			sql += ` and exists (select from ` + to + ` p where p.id = c.` + key + `)`
		}
		if rows := Column[string](t, h, sql); len(rows) > 0 {
			t.Errorf("%d rows point to nothing of their account:\n%s", len(rows), describe(rows))
		}
	}
}

// describe makes a list of rows readable.
func describe(rows []string) string { return strings.Join(rows[:min(len(rows), 10)], "\n") }

package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// The text of every policy. One that let everything pass would go unnoticed while
// all statements name their account.
const (
	inScope     = `(account_id = ( SELECT (current_setting('app.account_id'::text))::bigint AS current_setting))`
	itself      = `(id = ( SELECT (current_setting('app.account_id'::text))::bigint AS current_setting))`
	inScopeOrNo = `(account_id = COALESCE((NULLIF(current_setting('app.account_id'::text, true), ''::text))::bigint, account_id))`
)

func TestEveryPolicySaysWhatItShould(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	for _, table := range accountTables(t, conn) {
		want := inScope
		switch {
		case table == "accounts":
			want = itself
		case preauth[table]:
			want = inScopeOrNo
		}
		rows, _ := conn.Query(t.Context(), `
			select pg_get_expr(polqual, polrelid) || case when polwithcheck is null and polcmd = '*' and polpermissive and polroles = '{0}' then '' else ' and more' end
			from pg_policy where polrelid = $1::text::regclass`, table)
		if got, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, %v, want %s", table, got, err, want)
		}
	}
}

// With an account in scope, no table shows another account's rows, even to a
// statement that names no account.
func TestNoTableShowsAnotherAccount(t *testing.T) {
	t.Parallel()
	url := filled(t)
	conn, all := servingAt(t, url), superuser(t, url)
	if _, err := conn.Exec(t.Context(), `set app.account_id = '2'`); err != nil {
		t.Fatal(err)
	}
	for _, table := range accountTables(t, all) {
		var mine, others, seen int64
		count := fmt.Sprintf(`select count(*) filter (where %[1]s = 2), count(*) filter (where %[1]s <> 2) from %[2]s`, first(table), table)
		if err := all.QueryRow(t.Context(), count).Scan(&mine, &others); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(t.Context(), count).Scan(&seen, &others); err != nil {
			t.Fatal(err)
		}
		if others != 0 || seen != mine {
			t.Errorf("%s shows %d rows of others, and %d of %d of its own", table, others, seen, mine)
		}
	}
}

// Edit and Manage refuse by the cached role before anything is sent.
func TestViewersGetNoWriter(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	actor, hash := guest(t, db)
	actor.Role = identity.Remember(identity.Viewer)
	scope := db.Scope(engine.ByToken(hash, actor))
	unasked := func() error { t.Error("a viewer was handed a Writer"); return nil }
	for act, err := range map[string]error{
		"edit":   engine.Change(t.Context(), scope, "tested", func(engine.Writer) error { return unasked() }),
		"share":  engine.Change(t.Context(), scope, "tested", func(engine.Sharer) error { return unasked() }),
		"manage": engine.Change(t.Context(), scope, "tested", func(engine.Manager) error { return unasked() }),
		"careful": db.Scope(scope.Access).Carefully(t.Context(), identity.Edit, func(engine.Scope) error {
			return unasked()
		}),
	} {
		if !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("%s: %v, want not found", act, err)
		}
	}
}

package admin_test

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// The serving role cannot erase accounts; the owner of the tables can.
func TestOnlyTheOwnerErasesAnAccount(t *testing.T) {
	t.Parallel()
	owner := pgtest.Migrated(t)
	execute(t, owner, `insert into accounts (id, name) values (1, 'Ada')`)
	at, err := url.Parse(owner)
	if err != nil {
		t.Fatal(err)
	}
	query := at.Query()
	query.Set("role", "vitrine_app")
	at.RawQuery = query.Encode()
	var refused *pgconn.PgError
	if _, err := admin.EraseAccount(t.Context(), at.String(), 1, nil); !errors.As(err, &refused) || refused.Code != "42501" {
		t.Errorf("as the role that serves: %v, want insufficient privilege", err)
	}
	if _, err := admin.EraseAccount(t.Context(), owner, 1, nil); err != nil {
		t.Errorf("as the owner: %v", err)
	}
}

// Migrating revokes a serving role's grant to erase accounts.
func TestGrantsOfTheReleaseBeforeAreTakenBack(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	execute(t, database, `grant delete on accounts to vitrine_app`)
	found := admin.Examine(t.Context(), database, 0)
	if !strings.Contains(advice(found), "run vitrine migrate") {
		t.Errorf("it is not noticed: %+v", found)
	}
	if err := admin.Migrate(t.Context(), database, 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if left := advice(admin.Examine(t.Context(), database, 0)); left != "" {
		t.Errorf("after migrating: %s", left)
	}
}

func advice(found []admin.Finding) (all string) {
	for _, f := range found {
		all += f.Advice
	}
	return all
}

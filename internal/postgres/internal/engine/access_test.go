package engine_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
)

// guest returns the owner of a new account and the hash of their token.
func guest(t testing.TB, db *engine.DB) (identity.Actor, []byte) {
	t.Helper()
	token := identity.NewToken()
	in := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: token + "@example.org", DeviceName: "Test"}
	if err := people.Register(t.Context(), db, in, "x", token); err != nil {
		t.Fatal(err)
	}
	hash := identity.HashToken(token)
	actor, _, err := people.Actor(t.Context(), db, hash)
	if err != nil {
		t.Fatal(err)
	}
	return actor, hash
}

func opened(t *testing.T) (*engine.DB, *pgx.Conn) {
	t.Helper()
	url := pgtest.Migrated(t)
	db, err := engine.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db, superuser(t, url)
}

// Role and key are checked by the service on its cached identity and by the
// database on the current one: both must decide alike.
func TestRightsAreTheSameInTheDatabase(t *testing.T) {
	t.Parallel()
	db, conn := opened(t)
	actor, hash := guest(t, db)
	later, before := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	for _, role := range []identity.Role{identity.Owner, identity.Editor, identity.Viewer} {
		for _, scopes := range [][]string{nil, {"read"}, {"write"}, {"read", "write"}} {
			for _, expires := range []*time.Time{nil, &later, &before} {
				for _, only := range [][]int64{nil, {1}} {
					actor.Role, actor.Restrictions = identity.Remember(role), identity.Restrictions{Scopes: scopes, ExpiresAt: expires, CollectionIDs: only}
					if _, err := conn.Exec(t.Context(), `update api_keys set role = $2, scopes = $3, expires_at = $4, collection_ids = $5 where account_id = $1`,
						actor.AccountID, role, scopes, expires, only); err != nil {
						t.Fatal(err)
					}
					for _, right := range identity.Rights {
						want := right.Allows(actor) && expires != &before
						err := engine.Enter(t.Context(), db, engine.ByToken(hash, actor), right)
						if err != nil && !errors.Is(err, engine.ErrRefused) || want != (err == nil) {
							t.Errorf("right %d, role %s, scopes %v, expires %v, collections %v: %v, want let in %v", right, role, scopes, expires, only, err, want)
						}
					}
				}
			}
		}
	}
}

// A key limited to collections can neither read nor write by a method without a reach.
func TestLimitedKeysFailClosed(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	actor, hash := guest(t, db)
	if err := engine.SayNothing(t.Context(), db, engine.ByToken(hash, actor)); err != nil {
		t.Errorf("a key for everything: %v", err)
	}
	actor.CollectionIDs = []int64{1}
	if err := engine.SayNothing(t.Context(), db, engine.ByToken(hash, actor)); !errors.Is(err, engine.ErrRefused) {
		t.Errorf("a key for one collection: %v, want refused", err)
	}
	err := engine.Change(t.Context(), db.Scope(engine.ByToken(hash, actor)), catalog.LocationCreated, func(w engine.Writer) error {
		_, err := inventory.CreateLocation(t.Context(), w, catalog.LocationInput{Name: "Desk", Emoji: "📦"})
		return err
	})
	if !errors.Is(err, engine.ErrRefused) {
		t.Errorf("a change by a key for one collection: %v, want refused", err)
	}
}

// A cached identity alone opens nothing: neither reads nor writes, nor tables that are read before an
// account is known.
func TestNobodyIsLetInFromMemory(t *testing.T) {
	t.Parallel()
	db, conn := opened(t)
	for _, gone := range []string{
		`delete from api_keys where account_id = $1`, `delete from users where account_id = $1`,
		`update api_keys set expires_at = now() - interval '1 second' where account_id = $1`, `update users set role = 'viewer' where account_id = $1`,
	} {
		actor, hash := guest(t, db)
		scope := db.Scope(engine.ByToken(hash, actor))
		if _, err := conn.Exec(t.Context(), gone, actor.AccountID); err != nil {
			t.Fatal(err)
		}
		acts := map[string]error{}
		acts["edit"] = engine.Change(t.Context(), scope, catalog.LocationCreated, func(w engine.Writer) error {
			_, err := inventory.CreateLocation(t.Context(), w, catalog.LocationInput{Name: "Desk", Emoji: "📦"})
			return err
		})
		acts["manage"] = engine.Change(t.Context(), scope, catalog.InvitationCreated, func(m engine.Manager) error {
			_, err := people.CreateInvitation(t.Context(), m, identity.InvitationInput{Email: "b@example.org", Role: "owner"}, identity.NewToken())
			return err
		})
		if actor, _, err := people.Actor(t.Context(), db, hash); err != nil || identity.Edit.Allows(actor) { // viewers have keys, too
			acts["self"] = engine.Change(t.Context(), scope, "", func(o engine.Own) error { return people.BeginTwoFactor(t.Context(), o, []byte("x")) })
			reader, err := scope.View(identity.View)
			if err == nil {
				_, err = people.Me(t.Context(), reader)
			}
			acts["view"] = err
		}
		for act, err := range acts {
			if !errors.Is(err, engine.ErrRefused) {
				t.Errorf("after %s: %s: %v, want refused", gone, act, err)
			}
		}
		var written int
		if err := conn.QueryRow(t.Context(), `select (select count(*) from locations where account_id = $1) + (select count(*) from invitations where account_id = $1)
			+ (select count(*) from users where account_id = $1 and totp_seed is not null)`, actor.AccountID).Scan(&written); err != nil || written > 0 {
			t.Errorf("after %s: %d rows written, %v", gone, written, err)
		}
	}
}

// Keys carry the current role and name of their user.
func TestKeysFollowTheirUser(t *testing.T) {
	t.Parallel()
	db, conn := opened(t)
	actor, _ := guest(t, db)
	for i, change := range []string{`role = 'viewer'`, `nickname = 'Countess'`, `nickname = null, last_name = 'King'`, `role = 'owner', first_name = 'A'`} {
		if _, err := conn.Exec(t.Context(), `update users set `+change+` where account_id = $1`, actor.AccountID); err != nil {
			t.Fatal(err)
		}
		var user, key string
		err := conn.QueryRow(t.Context(), `select u.role || ' ' || coalesce(u.nickname, u.first_name || ' ' || u.last_name), k.role || ' ' || k.user_name
			from users u join api_keys k on k.account_id = u.account_id and k.user_id = u.id where u.account_id = $1`, actor.AccountID).Scan(&user, &key)
		if err != nil || user != key {
			t.Error(fmt.Errorf("change %d: the user is %q, the key says %q: %w", i, user, key, err))
		}
	}
}

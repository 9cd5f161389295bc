package account_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/account"
	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// waiting are the accounts of an installation that waits for its first user.
func waiting(t *testing.T, db *postgres.DB) *account.Accounts {
	t.Helper()
	return account.New(account.Options{Registration: "setup", Sealer: apitest.Sealer(t)}, db)
}

func codeOf(t *testing.T, accounts *account.Accounts) string {
	t.Helper()
	code, err := accounts.FirstCode(t.Context())
	want(t, "the code", err, nil)
	return code
}

func isUnclaimed(t *testing.T, what string, accounts *account.Accounts, is bool) {
	t.Helper()
	if unclaimed, err := accounts.Unclaimed(t.Context()); err != nil || unclaimed != is {
		t.Errorf("%s: unclaimed is %t (%v), want %t", what, unclaimed, err, is)
	}
}

// Only the code makes the first user, and afterwards nobody registers without an invitation.
func TestTheCodeMakesTheFirstUser(t *testing.T) {
	t.Parallel()
	db := open(t)
	accounts := waiting(t, db)
	isUnclaimed(t, "a new installation", accounts, true)
	isUnclaimed(t, "one that is open", account.New(account.Options{}, db), false)
	_, err := accounts.Register(t.Context(), account.Visitor{}, newcomer())
	if err == nil || !strings.Contains(err.Error(), "Registration is closed") {
		t.Errorf("registering without a code: %v", err)
	}
	for _, wrong := range []string{"", "7K3M-0X91-2HDF-W8ZC", codeOf(t, accounts)[1:]} {
		_, err := accounts.SetUp(t.Context(), account.Visitor{}, wrong, newcomer())
		want(t, "the code "+wrong, err, account.ErrSetupCode)
	}
	token, err := accounts.SetUp(t.Context(), account.Visitor{}, strings.ToLower(codeOf(t, accounts)), newcomer())
	want(t, "the right code", err, nil)
	actor, _, err := people.Actor(t.Context(), db, identity.HashToken(token))
	want(t, "the first user", err, nil)
	if users, err := people.Users(t.Context(), db, "", 10); err != nil || len(users) != 1 || users[0].Role != identity.Owner {
		t.Errorf("the users are %v (%v)", users, err)
	}
	isUnclaimed(t, "afterwards", accounts, false)
	for what, later := range map[string]*account.Accounts{"the same instance": accounts, "another": waiting(t, db)} {
		_, err = later.SetUp(t.Context(), account.Visitor{}, codeOf(t, later), newcomer())
		want(t, "the code again, "+what, err, account.ErrClaimed)
		_, err = later.Register(t.Context(), account.Visitor{}, newcomer())
		if err == nil || !strings.Contains(err.Error(), "invitation") {
			t.Errorf("registering afterwards: %v", err)
		}
	}
	owner := &account.Member{Scope: db.Scope(postgres.ByToken(identity.HashToken(token), actor))}
	invitation, err := accounts.Invite(t.Context(), owner, identity.InvitationInput{Email: apitest.Address(), Role: "viewer"})
	want(t, "invite", err, nil)
	_, err = accounts.Invited(t.Context(), invitation.Token)
	want(t, "an invitation", err, nil)
}

// Instances that start at once tell the same code; an operator's own code replaces it.
func TestInstancesTellTheSameCode(t *testing.T) {
	t.Parallel()
	db := open(t)
	codes, all := make([]string, 8), sync.WaitGroup{}
	for i := range codes {
		all.Go(func() { codes[i], _ = waiting(t, db).FirstCode(t.Context()) })
	}
	all.Wait()
	for _, code := range codes {
		if code == "" || code != codes[0] {
			t.Errorf("the codes are %v", codes)
		}
	}
	if waiting(t, open(t)).CheckSetup(t.Context(), codes[0]) == nil {
		t.Error("another installation with this key takes the code")
	}
	own := account.New(account.Options{Registration: "setup", SetupCode: "a code of my own", Sealer: apitest.Sealer(t)}, db)
	want(t, "the operator's code", own.CheckSetup(t.Context(), "A code of my own"), nil)
	want(t, "the code of the key", own.CheckSetup(t.Context(), codes[0]), account.ErrSetupCode)
}

// Of many who have the code, one becomes the first user.
func TestOnlyOneIsTheFirst(t *testing.T) {
	t.Parallel()
	db := open(t)
	code := codeOf(t, waiting(t, db))
	results, all := make([]error, 8), sync.WaitGroup{}
	for i := range results {
		all.Go(func() { _, results[i] = waiting(t, db).SetUp(t.Context(), account.Visitor{}, code, newcomer()) })
	}
	all.Wait()
	won := 0
	for _, err := range results {
		if err == nil {
			won++
		} else if !errors.Is(err, account.ErrClaimed) {
			t.Errorf("a loser is told %v", err)
		}
	}
	if users, err := people.Users(t.Context(), db, "", 10); won != 1 || len(users) != 1 || err != nil {
		t.Errorf("%d became the first, there are %d users (%v)", won, len(users), err)
	}
}

// Whoever comes while the operator makes a user waits for it, and is told so.
func TestAUserOfTheOperatorCounts(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	accounts := waiting(t, db)
	code := codeOf(t, accounts)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `with a as (insert into accounts (name) values ('Ada') returning id)
		insert into users (account_id, role, first_name, last_name, email, password_hash) select id, 'owner', 'Ada', 'Byron', 'ada@example.org', 'x' from a`); err != nil {
		t.Fatal(err)
	}
	told := make(chan error, 1)
	go func() {
		_, err := accounts.SetUp(t.Context(), account.Visitor{}, code, newcomer())
		told <- err
	}()
	watch, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	for waits := false; !waits; time.Sleep(20 * time.Millisecond) {
		if err := watch.QueryRow(t.Context(), `select exists (select from pg_locks where relation = 'users'::regclass and not granted)`).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-told:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	want(t, "the first visitor", <-told, account.ErrClaimed)
}

package load

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
)

// Account is an account under load, with its owner.
type Account struct {
	ID, UserID           int64
	Email, Token, Marker string
	Item                 int64 // one that is neither changed nor deleted

	collection, collectionType, copyOf int64
	rooms                              []int64 // locations that are moved, never deleted

	mu      sync.Mutex
	serial  int
	objects []*object // all that ever existed
	live    []*object // may be read and changed
}

// Password is every owner's password.
const Password = "a load of quiet shelves"

// passwordHash is computed once, because hashing is slow on purpose.
var passwordHash = sync.OnceValues(func() (string, error) { return identity.NewHasher().Hash(context.Background(), Password) })

// Accounts creates accounts with owners who can log in, by SQL, because hashing
// a password for each would take minutes. The URL must bypass row security.
func Accounts(ctx context.Context, url string, n int) ([]*Account, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	hash, err := passwordHash()
	if err != nil {
		return nil, err
	}
	run := strings.ToLower(rand.Text()[:6])
	made := make([]*Account, n)
	b := &pgx.Batch{}
	for i := range made {
		a := &Account{Token: identity.NewToken(), Marker: fmt.Sprintf("own-%s-%05d-", run, i)}
		a.Email = a.Marker + "@example.org"
		made[i] = a
		b.Queue(seed, a.Marker, a.Email, hash, identity.HashToken(a.Token)).QueryRow(func(row pgx.Row) error {
			if err := row.Scan(&a.ID, &a.UserID, &a.collection, &a.collectionType, &a.copyOf, &a.Item, &a.rooms); err != nil {
				return err
			}
			for n, id := range a.rooms {
				name := fmt.Sprintf("%sroom %d", a.Marker, n+1)
				a.objects = append(a.objects, &object{account: a, kind: room, id: id, allowed: []string{name + "|"}})
			}
			a.live = slices.Clone(a.objects)
			return nil
		})
	}
	return made, conn.SendBatch(ctx, b).Close()
}

// seed does what registering does, and adds a little for the load to work on.
const seed = `
	with account as (
		insert into accounts (name) values ($1) returning id
	), owner as (
		insert into users (account_id, role, first_name, last_name, email, password_hash)
		select id, 'owner', $1, 'Owner', $2, $3 from account returning account_id, id
	), key as (
		insert into api_keys (account_id, user_id, name, token_hash) select account_id, id, $1, $4 from owner
	), logged as (
		insert into logs (account_id, user_id, user_name, action, parameters)
		select account_id, id, $1, 'account_created', jsonb_build_object('email', $2::text) from owner
	), collection as (
		insert into collections (account_id, name, emoji, visibility, currency) select id, $1, '📚', 'private', 'EUR' from account returning account_id, id
	), kind as (
		insert into collection_types (account_id, name, color) select id, $1, '#336699' from account returning account_id, id
	), thing as (
		insert into items (account_id, collection_id, name, sort_name, search) select account_id, id, $1 || 'seed', $1, '' from collection returning account_id, id
	), example as (
		insert into copies (account_id, item_id, status, quantity, search) select account_id, id, 'owned', 1, '' from thing returning id, item_id
	), room as (
		insert into locations (account_id, name, emoji) select id, $1 || 'room ' || n, '📦' from account, generate_series(1, 3) n returning id, name
	)
	select account.id, owner.id, collection.id, kind.id, example.id, example.item_id, (select array_agg(id order by name) from room)
	from account, owner, collection, kind, example`

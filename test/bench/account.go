package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/identity"
)

// account is an account with items in a collection. In a typed account, items
// have a collection type and four values each.
type account struct {
	email, token          string
	tokens                []string // of all its members
	id, collection, first string   // first is the id of the first item
	copy, location, tag   string   // one of each, where the account is furnished
	smallTag, rareTag     string   // of one item in thirty, and in a thousand
	set                   string   // of one item in ten
	items                 int
	typ                   string   // the collection type; empty if the items have none
	fields                []string // its custom fields: a text, a number, a select, a date
}

// newAccount registers a user and fills a collection directly in the database.
func (b *bench) newAccount(ctx context.Context, items int) (account, error) {
	a, err := b.register(ctx)
	if err != nil {
		return a, err
	}
	return a, b.fill(ctx, &a, items)
}

// newTypedAccount is newAccount with a collection type.
func (b *bench) newTypedAccount(ctx context.Context, items int) (account, error) {
	a, err := b.register(ctx)
	if err != nil {
		return a, err
	}
	if err := b.addType(ctx, &a); err != nil {
		return a, err
	}
	return a, b.fill(ctx, &a, items)
}

const benchPassword = "correct-horse-battery"

func (b *bench) register(ctx context.Context) (a account, err error) {
	email := fmt.Sprintf("bench%d@example.org", time.Now().UnixNano())
	answer, err := b.service.post("/api/register", "", map[string]any{"first_name": "Ben", "last_name": "Chmark", "email": email, "password": benchPassword, "password_confirmation": benchPassword})
	if err != nil {
		return a, err
	}
	a.email = email
	a.token = answer["data"].(map[string]any)["token"].(string)
	if a.collection, err = b.make("/api/collections", a, map[string]any{"name": "Records", "visibility": "private"}); err != nil {
		return a, err
	}
	if a.id, err = b.database.query(ctx, `select account_id from users where email = '`+email+`'`); err != nil {
		return a, err
	}
	if a.id == "" {
		return a, fmt.Errorf("no user %s in %s", email, b.database.url)
	}
	return a, b.addMembers(ctx, &a)
}

// members is the number of users of a measured account.
const members = 64

// addMembers adds users to the account, with a token each.
func (b *bench) addMembers(ctx context.Context, a *account) error {
	a.tokens = []string{a.token}
	var rows []string
	for n := range members - 1 {
		token := identity.NewToken()
		a.tokens = append(a.tokens, token)
		rows = append(rows, fmt.Sprintf(`(%d, '\x%x'::bytea)`, n, identity.HashToken(token)))
	}
	_, err := b.database.query(ctx, fmt.Sprintf(`
		with joining (n, hash) as (values %[2]s), made as (
			insert into users (account_id, role, first_name, last_name, email, password_hash)
			select %[1]s, 'editor', 'Ben', 'Chmark', 'member' || n || '.%[1]s@example.org', '' from joining returning id, email
		) insert into api_keys (account_id, user_id, name, token_hash)
		select %[1]s, made.id, 'bench', hash from made join joining on made.email = 'member' || n || '.%[1]s@example.org'`, a.id, strings.Join(rows, ", ")))
	return err
}

// addType gives the collection a type with four custom fields.
func (b *bench) addType(ctx context.Context, a *account) (err error) {
	if a.typ, err = b.make("/api/collection-types", *a, map[string]any{"name": "Record", "color": "#336699"}); err != nil {
		return err
	}
	for _, field := range []map[string]any{
		{"name": "Label", "field_type": "text"},
		{"name": "Tracks", "field_type": "number"},
		{"name": "Condition", "field_type": "select", "options": []string{"Mint", "Good", "Fair"}},
		{"name": "Released", "field_type": "date"},
	} {
		id, err := b.make("/api/collection-types/"+a.typ+"/custom-fields", *a, field)
		if err != nil {
			return err
		}
		a.fields = append(a.fields, id)
	}
	_, err = b.database.query(ctx, fmt.Sprintf(`insert into collection_type_links (account_id, collection_id, collection_type_id) values (%s, %s, %s)`, a.id, a.collection, a.typ))
	return err
}

// make creates an object and returns its id.
func (b *bench) make(path string, a account, body map[string]any) (string, error) {
	made, err := b.service.post(path, a.token, body)
	if err != nil {
		return "", err
	}
	return made["data"].(map[string]any)["id"].(string), nil
}

// fill inserts items, with the words and totals that triggers would write: for a million items that
// takes a tenth of the time.
func (b *bench) fill(ctx context.Context, a *account, items int) (err error) {
	a.items = items
	if a.first, err = b.database.query(ctx, a.fillStatement(items)+`; `+a.derivedStatement()); err != nil || items < 10_000 {
		return err
	}
	_, err = b.database.query(ctx, `vacuum analyze`)
	return err
}

// tokenHash returns the hash of a token as an SQL literal.
func (a account) tokenHash() string { return fmt.Sprintf(`'\x%x'`, sha256.Sum256([]byte(a.token))) }

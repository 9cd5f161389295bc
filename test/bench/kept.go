package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// furnished is an account of so many items with what pages show. A database that stays
// (-database) is filled once, and keeps its accounts for later runs.
func (b *bench) furnished(ctx context.Context, size int) (account, error) {
	a, err := b.kept(ctx, size)
	if err != nil || a.id != "" {
		return a, err
	}
	began := time.Now()
	if a, err = b.newTypedAccount(ctx, size); err != nil {
		return a, err
	}
	if err := b.furnish(ctx, &a); err != nil {
		return a, err
	}
	fmt.Printf("%d items filled in %.0f s\n", size, time.Since(began).Seconds())
	return a, b.keep(ctx, size, a)
}

// kept is the account that an earlier run filled, if it did.
func (b *bench) kept(ctx context.Context, size int) (a account, err error) {
	if b.staying == "" {
		return a, nil
	}
	if _, err := b.database.query(ctx, `create table if not exists bench_accounts (items int primary key, account json not null)`); err != nil {
		return a, err
	}
	found, err := b.database.query(ctx, fmt.Sprintf(`select account from bench_accounts where items = %d`, size))
	if err != nil || found == "" {
		return a, err
	}
	var k keptAccount
	err = json.Unmarshal([]byte(found), &k)
	return account{email: k.Email, token: k.Token, tokens: k.Tokens, id: k.ID, collection: k.Collection, first: k.First, copy: k.Copy, location: k.Location,
		tag: k.Tag, smallTag: k.SmallTag, rareTag: k.RareTag, set: k.Set, items: size, typ: k.Type, fields: k.Fields}, err
}

func (b *bench) keep(ctx context.Context, size int, a account) error {
	if b.staying == "" {
		return nil
	}
	text, err := json.Marshal(keptAccount{a.email, a.token, a.tokens, a.id, a.collection, a.first, a.copy, a.location, a.tag, a.smallTag, a.rareTag, a.set, a.typ, a.fields})
	if err != nil {
		return err
	}
	_, err = b.database.query(ctx, fmt.Sprintf(`insert into bench_accounts values (%d, '%s')`, size, strings.ReplaceAll(string(text), "'", "''")))
	return err
}

// keptAccount is an account as the database keeps it.
type keptAccount struct {
	Email, Token                               string
	Tokens                                     []string
	ID, Collection, First, Copy, Location, Tag string
	SmallTag, RareTag, Set, Type               string
	Fields                                     []string
}

package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var views = engine.Resource[catalog.View]{
	Table: engine.Table{Name: `views`, Alias: `v`},
	Columns: `v.id, v.name, v.resource, v.query, v.shared, v.user_id is not distinct from $2::bigint as mine,
		coalesce((select coalesce(u.nickname, u.first_name || ' ' || u.last_name) from users u where u.account_id = $1 and u.id = v.user_id), v.user_name) as user_name,
		v.created_at, v.updated_at`,
	Order: engine.Sorting{{SQL: `v.id`}},
	Entry: engine.Named,
}

const (
	// seenView is the condition that the user $2 sees a view.
	seenView = `(v.shared or v.private_of = $2)`

	// withinCollections is the condition that a view names no collection, category or set
	// outside of the collections $3, which may be null.
	withinCollections = `($3::bigint[] is null or not exists (
		select from regexp_matches('&' || v.query, '&(collection|category|set)_id=([0-9]{1,18})', 'g') as named
		where coalesce(case named[1]
			when 'collection' then named[2]::bigint
			when 'category' then (select collection_id from categories where account_id = $1 and id = named[2]::bigint)
			else (select collection_id from sets where account_id = $1 and id = named[2]::bigint) end, 0) <> all($3)))`

	// RoleOfUser is the role of the user $2.
	RoleOfUser = `(select role from users where account_id = $1 and id = $2)`

	// changesView is the condition that the user $2 may write a view.
	changesView = `(v.user_id = $2 or v.shared and ` + RoleOfUser + ` = 'owner')`
)

// SavedViews lists the user's own views and those that are shared.
func SavedViews(ctx context.Context, r engine.Reader, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.View], error) {
	l := views.List(r)
	l.Arg(r.UserID())
	l.And(seenView)
	if r.CollectionIDs() != nil {
		l.Arg(r.CollectionIDs())
		l.And(withinCollections)
	}
	l.Named(s)
	return engine.Page[catalog.View](ctx, engine.AccountWide(r), p, l)
}

func SavedView(ctx context.Context, r engine.Reader, id int64) (catalog.View, error) {
	return engine.One[catalog.View](ctx, engine.AccountWide(r), views.Query(`v.account_id = $1 and v.id = $4 and `+seenView+` and `+withinCollections), r.AccountID(), r.UserID(), r.CollectionIDs(), id)
}

// ChangesView is ErrNotFound if the user may not write a view.
func ChangesView(ctx context.Context, r engine.Reader, id int64) error {
	_, err := engine.One[catalog.View](ctx, engine.AccountWide(r), views.Query(`v.account_id = $1 and v.id = $3 and `+changesView), r.AccountID(), r.UserID(), id)
	return err
}

var errNotToShare = fault.On("shared", "Only owners and editors can share a view.")

// CreateView adds a view, unless the user has too many. Viewers cannot share theirs.
func CreateView(ctx context.Context, o engine.Own, in catalog.ViewInput) (catalog.View, error) {
	engine.First(o.Edit, engine.OneAtATime, o.AccountID())
	done, err := views.Write(ctx, o.Edit, `
		insert into views as v (account_id, user_id, private_of, user_name, name, name_key, resource, query, shared)
		select $1, $2, case when not $3 then $2::bigint end, current_setting('app.user_name'), $4, $5, $6, $7, $3
		where (not $3 or `+RoleOfUser+` <> 'viewer') and (select count(*) from views where account_id = $1 and user_id = $2) < $8`,
		o.UserID(), in.Shared, in.Name, catalog.Fold(in.Name), in.Resource, in.Query, catalog.MaxViews)
	if errors.Is(err, fault.ErrNotFound) {
		if err = maySave(ctx, o); err == nil {
			err = errNotToShare
		}
	}
	return done, err
}

// maySave is Invalid if the user has MaxViews views.
func maySave(ctx context.Context, o engine.Own) error {
	found, err := engine.One[struct{ N int64 }](ctx, engine.AccountWide(o.Reader), `select count(*) as n from views where account_id = $1 and user_id = $2`, o.AccountID(), o.UserID())
	if err == nil && found.N >= catalog.MaxViews {
		err = fault.On("account", "You have %d views already, which is the most there can be.", catalog.MaxViews)
	}
	return err
}

// UpdateView writes a view. A shared view without an owner becomes the user's when it is made private.
func UpdateView(ctx context.Context, o engine.Own, id int64, in catalog.ViewInput) (catalog.View, error) {
	done, err := views.Write(ctx, o.Edit, `
		update views v set name = $4, name_key = $5, resource = $6, query = $7, shared = $8, updated_at = now(),
			user_id = case when $8 then v.user_id else coalesce(v.user_id, $2) end, private_of = case when not $8 then coalesce(v.user_id, $2) end
		where v.account_id = $1 and v.id = $3 and `+changesView+` and (not $8 or v.shared or `+RoleOfUser+` <> 'viewer')`,
		o.UserID(), id, in.Name, catalog.Fold(in.Name), in.Resource, in.Query, in.Shared)
	if errors.Is(err, fault.ErrNotFound) && ChangesView(ctx, o.Reader, id) == nil {
		err = errNotToShare
	}
	return done, err
}

func DeleteView(ctx context.Context, o engine.Own, id int64) error {
	return engine.Erase(ctx, o.Edit, views.Note(), `delete from views v where v.account_id = $1 and v.id = $3 and `+changesView+` returning name`, o.AccountID(), o.UserID(), id)
}

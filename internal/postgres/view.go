package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var views = resource[catalog.View]{
	table: table{`views`, `v`},
	columns: `v.id, v.name, v.resource, v.query, v.shared, v.user_id is not distinct from $2::bigint as mine,
		coalesce((select coalesce(u.nickname, u.first_name || ' ' || u.last_name) from users u where u.account_id = $1 and u.id = v.user_id), v.user_name) as user_name,
		v.created_at, v.updated_at`,
	order: sorting{{sql: `v.id`}},
	entry: named,
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

	// role is that of the user $2.
	roleOfUser = `(select role from users where account_id = $1 and id = $2)`

	// changesView is the condition that the user $2 may write a view.
	changesView = `(v.user_id = $2 or v.shared and ` + roleOfUser + ` = 'owner')`
)

// SavedViews lists the user's own views and those that are shared.
func (r Reader) SavedViews(ctx context.Context, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.View], error) {
	l := views.list(r)
	l.arg(r.user)
	l.and(seenView)
	if r.only != nil {
		l.arg(r.only)
		l.and(withinCollections)
	}
	l.named(s)
	return page[catalog.View](ctx, accountWide(r), p, l)
}

func (r Reader) SavedView(ctx context.Context, id int64) (catalog.View, error) {
	return one[catalog.View](ctx, accountWide(r), views.query(`v.account_id = $1 and v.id = $4 and `+seenView+` and `+withinCollections), r.account, r.user, r.only, id)
}

// ChangesView reports, as ErrNotFound, that the user may not write a view.
func (r Reader) ChangesView(ctx context.Context, id int64) error {
	_, err := one[catalog.View](ctx, accountWide(r), views.query(`v.account_id = $1 and v.id = $3 and `+changesView), r.account, r.user, id)
	return err
}

var errNotToShare = fault.On("shared", "Only owners and editors can share a view.")

// CreateView adds a view, unless the user has too many. Viewers share none.
func (o Own) CreateView(ctx context.Context, in catalog.ViewInput) (catalog.View, error) {
	first(o.change, oneAtATime, o.account)
	done, err := views.write(ctx, o.change, `
		insert into views as v (account_id, user_id, private_of, user_name, name, name_key, resource, query, shared)
		select $1, $2, case when not $3 then $2::bigint end, current_setting('app.user_name'), $4, $5, $6, $7, $3
		where (not $3 or `+roleOfUser+` <> 'viewer') and (select count(*) from views where account_id = $1 and user_id = $2) < $8`,
		o.user, in.Shared, in.Name, catalog.Fold(in.Name), in.Resource, in.Query, catalog.MaxViews)
	if errors.Is(err, fault.ErrNotFound) {
		if err = o.maySave(ctx); err == nil {
			err = errNotToShare
		}
	}
	return done, err
}

// maySave is Invalid if the user has as many views as there can be.
func (o Own) maySave(ctx context.Context) error {
	found, err := one[struct{ N int64 }](ctx, accountWide(o.Reader), `select count(*) as n from views where account_id = $1 and user_id = $2`, o.account, o.user)
	if err == nil && found.N >= catalog.MaxViews {
		err = fault.On("account", "You have %d views already, which is the most there can be.", catalog.MaxViews)
	}
	return err
}

// UpdateView writes a view. One that nobody has any more becomes the user's when it is no
// longer shared.
func (o Own) UpdateView(ctx context.Context, id int64, in catalog.ViewInput) (catalog.View, error) {
	done, err := views.write(ctx, o.change, `
		update views v set name = $4, name_key = $5, resource = $6, query = $7, shared = $8, updated_at = now(),
			user_id = case when $8 then v.user_id else coalesce(v.user_id, $2) end, private_of = case when not $8 then coalesce(v.user_id, $2) end
		where v.account_id = $1 and v.id = $3 and `+changesView+` and (not $8 or v.shared or `+roleOfUser+` <> 'viewer')`,
		o.user, id, in.Name, catalog.Fold(in.Name), in.Resource, in.Query, in.Shared)
	if errors.Is(err, fault.ErrNotFound) && o.ChangesView(ctx, id) == nil {
		err = errNotToShare
	}
	return done, err
}

func (o Own) DeleteView(ctx context.Context, id int64) error {
	return erase(ctx, o.change, views.note(), `delete from views v where v.account_id = $1 and v.id = $3 and `+changesView+` returning name`, o.account, o.user, id)
}

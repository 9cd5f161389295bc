package people

import (
	"context"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Shell is the data around every page: the user, their account, its latest collections and views.
type Shell struct {
	identity.User
	Role        identity.Role
	Operates    bool // runs the installation
	Account     string
	Collections []catalog.CollectionLink // the latest ones, by name
	Shelves     int64                    // how many collections there are
	Views       []catalog.ViewLink       // the latest ones of the user and of all, by name; without those of collections that are gone
	Sample      bool                     // whether a sample can be removed
	EndsAt      *time.Time               // when the account of a trial is erased
	Renew       bool                     // the session id is older than a change of the user's rights
}

// ReadShell reads the data around a page, in one round trip.
func ReadShell(ctx context.Context, r engine.Reader) (Shell, error) {
	return engine.One[Shell](ctx, engine.AccountWide(r), `
		select `+User+`, role, operates, (select name from accounts where id = $1) as account, coalesce((
			select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'emoji', c.emoji, 'items', `+inventory.ItemsInside+`) order by lower(c.name), c.id)
			from (select id, name, emoji from collections where account_id = $1 order by updated_at desc, id desc limit 12) c), '[]') as collections,
			(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collections' and parent_id = 0) as shelves,
			coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'resource', v.resource, 'query', v.query) order by v.name_key, v.id) from (
				(select id, name, name_key, resource, query from views where account_id = $1 and private_of = $2 order by id desc limit 12) union all
				(select id, name, name_key, resource, query from views where account_id = $1 and shared order by id desc limit 12)) v
				where v.query !~ '(^|&)collection_id=[0-9]{1,18}(&|$)'
					or (select count(*) from collections where account_id = $1 and id = substring(v.query from '(?:^|&)collection_id=([0-9]{1,18})')::bigint) = 1), '[]') as views,
			exists (select from sample_objects where account_id = $1) as sample, (select ends_at from trials where account_id = $1) as ends_at,
			exists (select from api_keys k where k.account_id = $1 and k.id = $3 and k.kind = 'session' and k.updated_at < users.rights_changed_at) as renew
		from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID(), r.Access().KeyID)
}

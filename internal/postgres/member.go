package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

const member = `id, first_name, last_name, nickname, email, role, created_at, updated_at`

// anotherOwner holds if somebody but the member $2 is an owner.
const anotherOwner = `exists (select from users o where o.account_id = $1 and o.id <> $2 and o.role = 'owner')`

func (r Reader) Members(ctx context.Context, p catalog.Paging) (catalog.Page[identity.Member], error) {
	return page[identity.Member](ctx, r.accountWide(), p, list{columns: member, table: `users`, where: `account_id = $1`, order: byID(``), args: []any{r.account}})
}

func (r Reader) Member(ctx context.Context, id int64) (identity.Member, error) {
	return one[identity.Member](ctx, r.accountWide(), `select `+member+` from users where account_id = $1 and id = $2`, r.account, id)
}

// UpdateMember gives a member a role. It is Invalid to demote the last owner.
func (m Manager) UpdateMember(ctx context.Context, id int64, in identity.MemberInput) (identity.Member, error) {
	m.first(oneAtATime, m.account)
	done, err := apply[identity.Member](ctx, m.change, `jsonb_build_object('email', email, 'role', role)`, `
		update users set role = $3, updated_at = now() where account_id = $1 and id = $2 and ($3 = 'owner' or `+anotherOwner+`) returning `+member,
		m.account, id, in.Role)
	return done, m.orLastOwner(ctx, err, id, "role")
}

// RemoveMember deletes a user with all their keys. It is Invalid to remove the
// last owner.
func (m Manager) RemoveMember(ctx context.Context, id int64) error {
	m.first(oneAtATime, m.account)
	err := erase(ctx, m.change, `jsonb_build_object('email', email)`, `
		delete from users where account_id = $1 and id = $2 and `+anotherOwner+` returning email`, m.account, id)
	return m.orLastOwner(ctx, err, id, "member")
}

func (m Manager) orLastOwner(ctx context.Context, err error, id int64, field string) error {
	if err == fault.ErrNotFound {
		if _, err = m.Member(ctx, id); err == nil {
			return fault.On(field, "The account needs another owner first.")
		}
	}
	return err
}

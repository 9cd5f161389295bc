package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

var members = resource[identity.Member]{
	table:   table{name: `users`},
	columns: `id, first_name, last_name, nickname, email, role, created_at, updated_at`,
	order:   byID,
	entry:   entry{`email`, `role`},
}

// anotherOwner is the condition that a member other than $2 is an owner.
const anotherOwner = `exists (select from users o where o.account_id = $1 and o.id <> $2 and o.role = 'owner')`

func (r Reader) Members(ctx context.Context, p catalog.Paging) (catalog.Page[identity.Member], error) {
	return members.page(ctx, accountWide(r), p)
}

func (r Reader) Member(ctx context.Context, id int64) (identity.Member, error) {
	return members.one(ctx, accountWide(r), id)
}

// CreateMember makes a user of the account without an invitation, which only an
// operator does. It is Invalid if the address is taken.
func (m Manager) CreateMember(ctx context.Context, in identity.Registration, role, passwordHash string) (identity.Member, error) {
	return members.write(ctx, m.change, `
		insert into users (account_id, role, first_name, last_name, email, password_hash) values ($1, $2, $3, $4, $5, $6)`,
		role, in.FirstName, in.LastName, in.Email, passwordHash)
}

// UpdateMember gives a member a role. It is Invalid to demote the last owner.
func (m Manager) UpdateMember(ctx context.Context, id int64, in identity.MemberInput) (identity.Member, error) {
	first(m.change, oneAtATime, m.account)
	done, err := members.write(ctx, m.change, `
		update users set role = $3, updated_at = now() where account_id = $1 and id = $2 and ($3 = 'owner' or `+anotherOwner+`)`, id, in.Role)
	return done, m.orLastOwner(ctx, err, id, "role")
}

// RemoveMember deletes a user with all their keys. It is Invalid to remove the
// last owner.
func (m Manager) RemoveMember(ctx context.Context, id int64) error {
	first(m.change, oneAtATime, m.account)
	err := erase(ctx, m.change, plainly(byEmail), `
		delete from users where account_id = $1 and id = $2 and `+anotherOwner+` returning email`, m.account, id)
	return m.orLastOwner(ctx, err, id, "member")
}

func (m Manager) orLastOwner(ctx context.Context, err error, id int64, field string) error {
	if errors.Is(err, fault.ErrNotFound) {
		if _, err = m.Member(ctx, id); err == nil {
			return fault.On(field, "The account needs another owner first.")
		}
	}
	return err
}

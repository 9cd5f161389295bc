package people

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

var members = engine.Resource[identity.Member]{
	Table:   engine.Table{Name: `users`},
	Columns: `id, first_name, last_name, nickname, email, role, created_at, updated_at`,
	Order:   engine.ByID,
	Entry:   engine.Entry{`email`, `role`},
}

// anotherOwner is the condition that a member other than $2 is an owner.
const anotherOwner = `exists (select from users o where o.account_id = $1 and o.id <> $2 and o.role = 'owner')`

func Members(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[identity.Member], error) {
	return members.Page(ctx, engine.AccountWide(r), p)
}

func Member(ctx context.Context, r engine.Reader, id int64) (identity.Member, error) {
	return members.One(ctx, engine.AccountWide(r), id)
}

// CreateMember makes a user of the account without an invitation, which only an
// operator does. It is Invalid if the address is taken.
func CreateMember(ctx context.Context, m engine.Manager, in identity.Registration, role, passwordHash string) (identity.Member, error) {
	return members.Write(ctx, m.Edit, `
		insert into users (account_id, role, first_name, last_name, email, password_hash) values ($1, $2, $3, $4, $5, $6)`,
		role, in.FirstName, in.LastName, in.Email, passwordHash)
}

// UpdateMember gives a member a role. It is Invalid to demote the last owner.
func UpdateMember(ctx context.Context, m engine.Manager, id int64, in identity.MemberInput) (identity.Member, error) {
	engine.First(m.Edit, engine.OneAtATime, m.AccountID())
	done, err := members.Write(ctx, m.Edit, `
		update users set role = $3, updated_at = now() where account_id = $1 and id = $2 and ($3 = 'owner' or `+anotherOwner+`)`, id, in.Role)
	return done, orLastOwner(ctx, m, err, id, "role")
}

// RemoveMember deletes a user with all their keys. It is Invalid to remove the
// last owner.
func RemoveMember(ctx context.Context, m engine.Manager, id int64) error {
	engine.First(m.Edit, engine.OneAtATime, m.AccountID())
	err := engine.Erase(ctx, m.Edit, engine.Plainly(byEmail), `
		delete from users where account_id = $1 and id = $2 and `+anotherOwner+` returning email`, m.AccountID(), id)
	return orLastOwner(ctx, m, err, id, "member")
}

func orLastOwner(ctx context.Context, m engine.Manager, err error, id int64, field string) error {
	if errors.Is(err, fault.ErrNotFound) {
		if _, err = Member(ctx, m.Reader, id); err == nil {
			return fault.On(field, "The account needs another owner first.")
		}
	}
	return err
}

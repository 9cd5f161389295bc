package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

var invitations = engine.Resource[identity.Invitation]{
	Table:   engine.Table{Name: `invitations`},
	Columns: `id, email, role, expires_at, created_at, updated_at`,
	Order:   engine.ByID,
	Entry:   engine.Entry{`email`, `role`},
}

func Invitations(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[identity.Invitation], error) {
	return invitations.Page(ctx, r, p)
}

func Invitation(ctx context.Context, r engine.Reader, id int64) (identity.Invitation, error) {
	return invitations.One(ctx, r, id)
}

// An account may have so many pending invitations and create so many per day: each
// is an unsolicited mail.
const pendingInvitations, dailyInvitations = 50, 100

// CreateInvitation invites an address. It is Invalid if the address has an
// invitation of this account that has not expired, or if there are too many.
func CreateInvitation(ctx context.Context, m engine.Manager, in identity.InvitationInput, token string) (identity.Invitation, error) {
	engine.First(m.Edit, engine.OneAtATime, m.AccountID())
	engine.First(m.Edit, `delete from invitations where account_id = $1 and email = $2 and expires_at <= now()`, m.AccountID(), in.Email)
	made, err := invitations.Steps(ctx, m.Edit, `
		with counted as (
			update accounts set invited_on = current_date, invited = 1 + case when invited_on = current_date then invited else 0 end
			where id = $1 and (invited_on is distinct from current_date or invited < $7)
			and (select count(*) from invitations where account_id = $1 and expires_at > now()) < $6 returning id
		), changed as (
			insert into invitations (account_id, email, role, token_hash, expires_at) select $1, $2, $3, $4, $5 from counted returning `+invitations.Columns+`
		)`, in.Email, in.Role, identity.HashToken(token), time.Now().Add(identity.InvitationLife), pendingInvitations, dailyInvitations)
	return made, orTooMany(ctx, m, err)
}

func orTooMany(ctx context.Context, m engine.Manager, err error) error {
	if !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	found, err := engine.One[struct{ Pending, Today int }](ctx, m.Reader, `
		select (select count(*) from invitations where account_id = $1 and expires_at > now()) as pending,
			case when invited_on = current_date then invited else 0 end as today
		from accounts where id = $1`, m.AccountID())
	switch {
	case err != nil:
		return err
	case found.Pending >= pendingInvitations:
		return fault.On("email", "The account has 50 pending invitations. Delete one, or wait until one is accepted or expires.")
	case found.Today >= dailyInvitations:
		return fault.On("email", "The account has made 100 invitations today. Please try again tomorrow.")
	}
	return fault.ErrNotFound
}

func DeleteInvitation(ctx context.Context, m engine.Manager, id int64) error {
	return invitations.Delete(ctx, m.Edit, id)
}

// Invited is an invitation found by its token, before the caller has an account.
type Invited struct {
	ID, AccountID int64
	tokenHash     []byte
}

// FindInvited finds the invitation of a token that can still be accepted.
func FindInvited(ctx context.Context, db *engine.DB, tokenHash []byte) (Invited, error) {
	found, err := engine.Lookup[struct{ ID, AccountID int64 }](ctx, db, `select id, account_id from invitations where token_hash = $1 and expires_at > now()`, tokenHash)
	return Invited{found.ID, found.AccountID, tokenHash}, err
}

// Host is who invites somebody, and to what.
type Host struct {
	Account, Role string
	Inviter       *string // nil if the log no longer says
}

// FindHost reads what an invitation is for. Who made it stands in the log.
func FindHost(ctx context.Context, db *engine.DB, i Invited) (host Host, err error) {
	b := &pgx.Batch{}
	b.Queue(engine.ToScope, engine.FormatID(i.AccountID))
	b.Queue(`
		select a.name as account, i.role, l.user_name as inviter from invitations i join accounts a on a.id = $1
		left join lateral (
			select q.user_name from (select id from users where account_id = $1 order by id limit 100) u
			cross join lateral (select id, user_name, parameters from logs where account_id = $1 and user_id = u.id and action = '`+string(catalog.InvitationCreated)+`' order by id desc limit 50) q
			where q.parameters ->> 'email' = i.email order by q.id desc limit 1
		) l on true
		where i.account_id = $1 and i.id = $2`, i.AccountID, i.ID)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) (err error) {
		host, err = engine.Last[Host](answers, b.Len())
		return err
	})
	return host, err
}

// Accept makes the invited person a member with a first token. A second request with the same
// invitation is ErrNotFound.
func Accept(ctx context.Context, db *engine.DB, i Invited, in identity.Acceptance, passwordHash, token string) error {
	b := &pgx.Batch{}
	b.Queue(engine.ToScope, engine.FormatID(i.AccountID))
	sql, args := engine.Params{
		"first_name": in.FirstName, "last_name": in.LastName, "password_hash": passwordHash, "device_name": in.DeviceName, "new_token_hash": identity.HashToken(token),
		"address": in.Address, "is_session": identity.IsSession(token), "locale": in.Locale,
	}.Bind(`
		with used as (
			delete from invitations where account_id = $1 and id = $2 and token_hash = $3 and expires_at > now() returning email, role
		), member as (
			insert into users (account_id, role, first_name, last_name, email, password_hash, locale)
			select $1, role, @first_name, @last_name, email, @password_hash, coalesce(nullif(@locale, ''), 'en') from used returning id, email, role
		), key as (
			insert into api_keys (account_id, user_id, name, token_hash, `+sessionColumns+`) select $1, id, @device_name, @new_token_hash, `+sessionValues(`@is_session`)+` from member
		), address as (
			insert into known_addresses (account_id, user_id, address) select $1, id, @address from member where @address <> ''
		)
		insert into logs (account_id, user_id, user_name, action, parameters)
		select $1, id, @first_name || ' ' || @last_name, '`+string(catalog.InvitationAccepted)+`', jsonb_build_object('email', email, 'role', role) from member`,
		i.AccountID, i.ID, i.tokenHash)
	b.Queue(sql, args...)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, b.Len()) })
}

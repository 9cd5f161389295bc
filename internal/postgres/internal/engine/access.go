package engine

import (
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
)

// Access is a caller's cached identity with the means to confirm it. The statement that opens the
// account confirms it in the same transaction, so a right revoked meanwhile no longer counts.
type Access struct {
	identity.Actor
	tokenHash []byte   // of the key in use
	pass      *Pass    // of a visitor, who has no user
	proof     *Secrets // of a login
	member    bool     // confirms the role of a user without a key
	forOwners bool     // needs an owner
	confirmed *rights
	seat      *seat // in the user's share of the connections

	Request   string // its id, for the log
	Operation *int64 // its number in a request with several; nil if it is the only one
}

// ByToken is access with a key.
func ByToken(hash []byte, actor identity.Actor) Access {
	return Access{Actor: actor, tokenHash: hash, confirmed: new(rights), seat: &seat{user: actor.UserID}}
}

// ByProof is access with a password just proved, and a code where there is a
// second factor. It ends when either changes.
func ByProof(actor identity.Actor, shown Secrets) Access {
	return Access{Actor: actor, proof: &shown, confirmed: new(rights)}
}

// ByOperator is the access of the operator and of the service itself. The database confirms nothing.
func ByOperator(actor identity.Actor) Access { return Access{Actor: actor, confirmed: new(rights)} }

// ByMember is the access of the service on behalf of a user, whose role each transaction confirms.
func ByMember(actor identity.Actor) Access {
	return Access{Actor: actor, member: true, confirmed: new(rights)}
}

// ByOwner is ByMember for work that only owners may start.
func ByOwner(actor identity.Actor) Access {
	return Access{Actor: actor, member: true, forOwners: true, confirmed: new(rights)}
}

// ForOwners reports whether the access needs an owner.
func (a Access) ForOwners() bool { return a.forOwners }

// TokenHash is the hash of the key in use; nil without one.
func (a Access) TokenHash() []byte { return a.tokenHash }

// rights is the set of rights that the database has confirmed, as bits. Concurrent reads share it.
type rights struct{ bits atomic.Uint32 }

func (r *rights) add(right identity.Right) { r.bits.Or(1 << right) }

// Confirmed reports whether the database has confirmed a right.
func (a Access) Confirmed(right identity.Right) bool { return a.confirmed.bits.Load()&(1<<right) != 0 }

// ErrRefused means that the database did not confirm the caller: the identity has
// changed or lost the right.
var ErrRefused = errors.New("the caller is not let in")

// nobody replaces the account in scope after a refusal. It is not a number, so every following
// statement fails.
const nobody = "nobody"

// live is the condition under which a key k opens an account.
func live(right identity.Right) string {
	return NotExpired + ` and not k.suspended and ` + permits[right]
}

// permits is Right.Allows as SQL over a key k.
var permits = map[identity.Right]string{
	identity.View:    mayRead,
	identity.Inspect: `k.role <> 'viewer' and ` + mayRead,
	identity.Oversee: `k.role = 'owner' and ` + unrestricted,
	identity.Visit:   `false`,
	identity.Fetch:   mayRead,
	identity.Edit:    `k.role <> 'viewer' and ` + mayWrite,
	identity.Amend:   `k.role <> 'viewer' and ` + mayRead + ` and ` + mayWrite,
	identity.Share:   `k.role <> 'viewer' and ` + unrestricted,
	identity.Propose: mayRead + ` and ` + mayWrite,
	identity.Own:     unrestricted,
	identity.Manage:  `k.role = 'owner' and ` + unrestricted,
	identity.Leave:   `true`,
}

const (
	mayRead      = `(k.scopes is null or 'read' = any(k.scopes))`
	mayWrite     = `(k.scopes is null or 'write' = any(k.scopes))`
	unrestricted = `k.scopes is null and k.expires_at is null and k.collection_ids is null`
)

const (
	// ToScope opens an account without confirming the caller.
	ToScope = `select set_config('app.account_id', $1, true)`

	OpenByOperator = `select set_config('app.account_id', $1, true), set_config('app.user_name', $2, true)` + timeToWrite

	byProof = `select set_config('app.account_id', coalesce((
			select account_id::text from users u where account_id = $1 and id = $2 and password_hash = $3 and totp_enabled = $4 and totp_seed is not distinct from $5 and ` + NotSuspended + `
		), '` + nobody + `'), true), set_config('app.user_name', $6, true)` + timeToWrite

	// timeToWrite gives changes longer than reads, unless the URL sets a timeout.
	timeToWrite = `, set_config('statement_timeout', case current_setting('statement_timeout') when '2s' then '5s' else current_setting('statement_timeout') end, true)`

	// oneOfUserAtATime serialises changes to the rights of a user: a password
	// changes before or after a login with the old one, never during it. It
	// writes the row for the reason given at oneAtATime.
	oneOfUserAtATime = `update users set role = role where account_id = $1 and id = $2`
)

// byToken opens the account of a live key. Triggers keep restricted keys from sharing.
func byToken(right identity.Right) string {
	also := timeToWrite + `, set_config('app.restricted', case when found.restricted then 'on' else '' end, true)`
	if right.Reads() {
		also = `, set_config('transaction_read_only', 'on', true)`
	}
	return `select set_config('app.account_id', coalesce(found.account_id::text, '` + nobody + `'), true), set_config('app.user_name', coalesce(found.user_name, ''), true)` + also + `
		from (values (true)) one left join (
			select k.account_id, k.user_name, not (` + unrestricted + `) as restricted from api_keys k where k.token_hash = $1 and k.account_id = $2 and ` + live(right) + `
		) found on true`
}

var byTokens = func() map[identity.Right]string {
	all := map[identity.Right]string{}
	for _, right := range identity.Rights {
		all[right] = byToken(right)
	}
	return all
}()

// byMembers open the account of a user whose role permits an act.
var byMembers = func() map[identity.Right]string {
	all := map[identity.Right]string{}
	for _, right := range identity.Rights {
		role := `true`
		switch {
		case right == identity.Oversee || right == identity.Manage:
			role = `role = 'owner'`
		case right.Reading() == identity.Inspect:
			role = `role <> 'viewer'`
		}
		all[right] = `select set_config('app.account_id', coalesce(found.account_id::text, '` + nobody + `'), true), set_config('app.user_name', coalesce(found.user_name, ''), true)` + timeToWrite + `
		from (values (true)) one left join (
			select account_id, coalesce(nickname, first_name || ' ' || last_name) as user_name from users u where id = $2 and account_id = $1 and ` + NotSuspended + ` and ` + role + `
		) found on true`
	}
	return all
}()

// open queues the statements that open the account; the last one reports whether
// it did. Changes of rights take their lock first and confirm the caller
// afterwards.
func (a Access) open(b *pgx.Batch, right identity.Right) {
	if right.Personal() {
		b.Queue(ToScope, FormatID(a.AccountID))
		if right == identity.Manage {
			b.Queue(OneAtATime, a.AccountID)
		}
		b.Queue(oneOfUserAtATime, a.AccountID, a.UserID)
	}
	switch {
	case a.pass != nil:
		a.pass.open(b, a.AccountID)
	case a.tokenHash != nil:
		b.Queue(byTokens[right], a.tokenHash, a.AccountID)
	case a.member:
		b.Queue(byMembers[right], a.AccountID, a.UserID)
	case a.proof != nil:
		b.Queue(byProof, a.AccountID, a.UserID, a.proof.PasswordHash, a.proof.TOTPEnabled, a.proof.TOTPSeed, a.Name)
	case right.Reads():
		b.Queue(toRead, FormatID(a.AccountID))
	default:
		b.Queue(OpenByOperator, FormatID(a.AccountID), a.Name)
	}
}

// opened reads the answer to the last statement of open.
func (a Access) opened(answers pgx.BatchResults, right identity.Right) error {
	rows, err := answers.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return errors.Join(rows.Err(), ErrRefused)
	}
	if account := string(rows.RawValues()[0]); account == nobody {
		return ErrRefused
	}
	a.confirmed.add(right)
	rows.Close()
	return rows.Err()
}

const NotExpired = `(k.expires_at is null or k.expires_at > now()) and (k.kind <> 'session' or k.ends_at > now() and k.last_used_at > now() - interval '14 days')`

// NotSuspended is the condition under which a user u may do anything.
const NotSuspended = `u.suspended_at is null and not u.account_suspended`

// Secrets are the hashes and counters that verify a user.
type Secrets struct {
	Email, PasswordHash string
	TOTPSeed            []byte `db:"totp_seed"` // sealed; nil without a second factor
	TOTPEnabled         bool   `db:"totp_enabled"`
	Suspended           bool   // by an operator
	Blocked             bool   // after too many wrong passwords or codes
}

package engine

import "github.com/jackc/pgx/v5"

// reach is what a query or change concerns, for keys limited to some collections. A statement without
// a reach is closed to them.
type reach struct {
	kind reachKind
	id   int64
}

type reachKind int

const (
	noReach      reachKind = iota
	accountReach           // belongs to the account and not to a collection
	queryReach             // the query itself excludes other collections
	collectionReach
	itemReach
	copyReach
	documentReach
	setReach
	policyReach
)

// reached is a Reader or a change.
type reached[T any] interface {
	at(kind reachKind, id int64) T
}

func (r Reader) at(kind reachKind, id int64) Reader {
	r.reach = reach{kind, id}
	return r
}

func (c *Edit) at(kind reachKind, id int64) *Edit {
	c.reach = reach{kind, id}
	return c
}

func InCollection[T reached[T]](on T, id int64) T { return on.at(collectionReach, id) }
func InItem[T reached[T]](on T, id int64) T       { return on.at(itemReach, id) }
func InCopy[T reached[T]](on T, id int64) T       { return on.at(copyReach, id) }
func InDocument[T reached[T]](on T, id int64) T   { return on.at(documentReach, id) }
func InSet[T reached[T]](on T, id int64) T        { return on.at(setReach, id) }
func InPolicy[T reached[T]](on T, id int64) T     { return on.at(policyReach, id) }

// AccountWide reads data outside of collections, with any key. Limited keys write nothing
// account-wide, so changes have no such reach.
func AccountWide(r Reader) Reader { return r.at(accountReach, 0) }

// Narrowed reads by a query that returns only collections in r.only.
func Narrowed(r Reader) Reader { return r.at(queryReach, 0) }

// ForCaller is for a change that itself excludes objects the caller does not see, or that concerns
// only the caller.
func ForCaller(c *Edit) *Edit { return c.at(queryReach, 0) }

// EveryKeyMay lets a limited key revoke itself.
func EveryKeyMay(l Leaver) { l.at(accountReach, 0) }

// guards close the account again if the object is in no collection of the key. The collections of a
// key never change.
var guards = map[reachKind]string{
	collectionReach: guard(`$2::bigint = any($3::bigint[])`),
	itemReach:       guard(`exists (select from items where account_id = $1 and id = $2 and collection_id = any($3))`),
	copyReach: guard(`exists (select from copies c join items i on i.account_id = $1 and i.id = c.item_id
		where c.account_id = $1 and c.id = $2 and i.collection_id = any($3))`),
	documentReach: guard(`exists (select from documents d join copies c on c.account_id = $1 and c.id = d.copy_id join items i on i.account_id = $1 and i.id = c.item_id
		where d.account_id = $1 and d.id = $2 and i.collection_id = any($3))`),
	policyReach: guard(`exists (select from policy_collections where account_id = $1 and policy_id = $2 and collection_id = any($3))`),
	setReach:    guard(`exists (select from sets where account_id = $1 and id = $2 and collection_id = any($3))`),
}

func guard(within string) string {
	return `select set_config('app.account_id', case when current_setting('app.account_id') = $1::bigint::text and ` + within + ` then $1::text else '` + nobody + `' end, true)`
}

func (r Reader) guarded() bool { return r.only != nil && guards[r.reach.kind] != "" }

func (r Reader) guard(b *pgx.Batch) {
	if r.guarded() {
		b.Queue(guards[r.reach.kind], r.account, r.reach.id, r.only)
	}
}

// passed reads the guard's answer.
func (r Reader) passed(answers pgx.BatchResults) error {
	var account string
	if err := answers.QueryRow().Scan(&account); err != nil {
		return err
	}
	if account == nobody {
		return ErrRefused
	}
	return nil
}

package postgres

import "github.com/jackc/pgx/v5"

// place is what a query or change concerns, for keys limited to some collections.
// Methods that name no place are closed to them.
type place struct {
	kind placeKind
	id   int64
}

type placeKind int

const (
	nowhere      placeKind = iota
	wholeAccount           // belongs to the account and not to a collection
	narrowed               // the query itself leaves out other collections
	collectionPlace
	itemPlace
	copyPlace
	documentPlace
	setPlace
)

func (r Reader) at(kind placeKind, id int64) Reader {
	r.place = place{kind, id}
	return r
}

// accountWide reads what belongs to no collection; every key may.
func (r Reader) accountWide() Reader { return r.at(wholeAccount, 0) }

// narrowed reads by a query that returns only collections in r.only.
func (r Reader) narrowed() Reader { return r.at(narrowed, 0) }

func (r Reader) inCollection(id int64) Reader { return r.at(collectionPlace, id) }
func (r Reader) inItem(id int64) Reader       { return r.at(itemPlace, id) }
func (r Reader) inCopy(id int64) Reader       { return r.at(copyPlace, id) }
func (r Reader) inDocument(id int64) Reader   { return r.at(documentPlace, id) }
func (r Reader) inSet(id int64) Reader        { return r.at(setPlace, id) }

// The same for a change. Limited keys write nothing account-wide, so there is no
// such place.

func (c *change) inCollection(id int64) *change { c.place = place{collectionPlace, id}; return c }
func (c *change) inItem(id int64) *change       { c.place = place{itemPlace, id}; return c }
func (c *change) inCopy(id int64) *change       { c.place = place{copyPlace, id}; return c }
func (c *change) inDocument(id int64) *change   { c.place = place{documentPlace, id}; return c }
func (c *change) inSet(id int64) *change        { c.place = place{setPlace, id}; return c }

// ofCaller is for a change that itself leaves out what the caller does not see, or
// that concerns only the caller.
func (c *change) ofCaller() *change { c.place = place{narrowed, 0}; return c }

// guards close the account again if the place is in no collection of the key. The
// collections of a key never change.
var guards = map[placeKind]string{
	collectionPlace: guard(`$2::bigint = any($3::bigint[])`),
	itemPlace:       guard(`exists (select from items where account_id = $1 and id = $2 and collection_id = any($3))`),
	copyPlace: guard(`exists (select from copies c join items i on i.account_id = $1 and i.id = c.item_id
		where c.account_id = $1 and c.id = $2 and i.collection_id = any($3))`),
	documentPlace: guard(`exists (select from documents d join copies c on c.account_id = $1 and c.id = d.copy_id join items i on i.account_id = $1 and i.id = c.item_id
		where d.account_id = $1 and d.id = $2 and i.collection_id = any($3))`),
	setPlace: guard(`exists (select from sets where account_id = $1 and id = $2 and collection_id = any($3))`),
}

func guard(within string) string {
	return `select set_config('app.account_id', case when current_setting('app.account_id') = $1::bigint::text and ` + within + ` then $1::text else '` + nobody + `' end, true)`
}

func (r Reader) guarded() bool { return r.only != nil && guards[r.place.kind] != "" }

func (r Reader) guard(b *pgx.Batch) {
	if r.guarded() {
		b.Queue(guards[r.place.kind], r.account, r.place.id, r.only)
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

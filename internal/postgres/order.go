package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// byPosition is the order of lists that users arrange.
var byPosition = sorting{{sql: `position`}, {sql: `id`}}

// serialise makes changes of positions wait for each other, so that no two rows
// of a list get the same one. The row of the owner, or of the account, is written
// for the reason given at oneAtATime.
func (o owner) serialise(c *change, ids ...int64) {
	if o.table == "" {
		first(c, oneAtATime, c.account)
		return
	}
	first(c, `update `+o.table+` set name = name where account_id = $1 and id = $2`, c.account, ids[0])
}

// next is the SQL of the position after the last one of the account or of the
// owner $2, among the rows that meet further conditions.
func (k resource[T]) next(further ...string) string {
	where := k.owned(table{}, k.owner.table != "")
	for _, condition := range further {
		where += ` and ` + condition
	}
	return `1 + coalesce((select max(position) from ` + k.table.name + ` where ` + where + `), 0)`
}

// makeRoom frees a position for an object: its holder and all that follow move one
// further. Without a position nothing moves.
func (k resource[T]) makeRoom(c *change, position *int64, ids ...int64) {
	k.owner.serialise(c, ids...)
	if position == nil {
		return
	}
	owned := len(ids) > 1
	me, at := `$`+strconv.Itoa(len(ids)+1), `$`+strconv.Itoa(len(ids)+2)
	sibling := ``
	if k.siblings != "" {
		sibling = ` and holder.` + k.siblings + ` is not distinct from me.` + k.siblings + ` and s.` + k.siblings + ` is not distinct from me.` + k.siblings
	}
	first(c, ` -- locked, because a deletion in between would leave a change without a log entry
		with me as (select * from `+k.table.name+` me where `+k.key(table{alias: `me`}, ids)+` for update)
		update `+k.table.name+` s set position = s.position + 1
		from me, `+k.table.name+` holder
		where `+k.owned(table{alias: `holder`}, owned)+` and holder.id <> `+me+` and holder.position = `+at+`
		  and `+k.owned(table{alias: `s`}, owned)+` and s.id <> `+me+` and s.position >= `+at+sibling, append(withAccount(c.account, ids), *position)...)
}

// move swaps an object with its neighbour. At the end of the list there is none,
// and nothing changes.
func (k resource[T]) move(ctx context.Context, c *change, in catalog.Move, ids ...int64) (T, error) {
	k.owner.serialise(c, ids...)
	n := k.telling(audited{`position`}.between(`me`, `changed`))
	n.parameters = append(slices.Clip(k.entry), `position`).sql()
	moved, err := applySteps[T](ctx, c, n, k.swap(in, ids), withAccount(c.account, ids)...)
	if errors.Is(err, fault.ErrNotFound) {
		unchanged(c)
		return k.one(ctx, accountWide(c.Reader), ids...)
	}
	return moved, err
}

// swap exchanges the positions of an object and its neighbour.
func (k resource[T]) swap(in catalog.Move, ids []int64) string {
	me, neighbours := k.key(table{}, ids), k.owned(table{alias: `s`}, len(ids) > 1)
	if k.siblings != "" {
		neighbours += ` and s.` + k.siblings + ` is not distinct from me.` + k.siblings
	}
	side, nearest := `s.position < me.position`, `desc`
	if in.Direction == "down" {
		side, nearest = `s.position > me.position`, `asc`
	}
	return ` -- locked, because a deletion in between would leave a change without a log entry
		with me as (
			select * from ` + k.table.name + ` where ` + me + ` for update
		), neighbour as (
			select s.id, s.position from ` + k.table.name + ` s, me where ` + neighbours + ` and ` + side + `
			order by s.position ` + nearest + ` limit 1
		), swapped as (
			update ` + k.table.name + ` t set position = case t.id when me.id then neighbour.position else me.position end, updated_at = now()
			from me, neighbour where t.account_id = $1 and t.id in (me.id, neighbour.id)
			returning t.*
		), changed as (
			select ` + k.columns + ` from swapped ` + k.table.alias + ` where ` + me + `
		)`
}

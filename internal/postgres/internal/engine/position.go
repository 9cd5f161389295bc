package engine

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// ByPosition is the order of lists that users arrange.
var ByPosition = Sorting{{SQL: `position`}, {SQL: `id`}}

// Serialise makes changes of positions wait for each other, so that no two rows
// of a list get the same one. The row of the owner, or of the account, is written
// for the reason given at oneAtATime.
func (o Owner) Serialise(c *Edit, ids ...int64) {
	if o.Table == "" {
		First(c, OneAtATime, c.account)
		return
	}
	First(c, `update `+o.Table+` set name = name where account_id = $1 and id = $2`, c.account, ids[0])
}

// Next is the SQL of the position after the last one of the account or of the owner $2, among rows
// that meet further conditions.
func (k Resource[T]) Next(further ...string) string {
	where := k.owned(Table{}, k.Owner.Table != "")
	for _, condition := range further {
		where += ` and ` + condition
	}
	return `1 + coalesce((select max(position) from ` + k.Table.Name + ` where ` + where + `), 0)`
}

// MakeRoom frees a position for an object: its holder and all that follow move by one. Without a
// position nothing moves.
func (k Resource[T]) MakeRoom(c *Edit, position *int64, ids ...int64) {
	k.Owner.Serialise(c, ids...)
	if position == nil {
		return
	}
	owned := len(ids) > 1
	me, at := `$`+strconv.Itoa(len(ids)+1), `$`+strconv.Itoa(len(ids)+2)
	sibling := ``
	if k.Siblings != "" {
		sibling = ` and holder.` + k.Siblings + ` is not distinct from me.` + k.Siblings + ` and s.` + k.Siblings + ` is not distinct from me.` + k.Siblings
	}
	First(c, ` -- locked, because a deletion in between would leave a change without a log entry
		with me as (select * from `+k.Table.Name+` me where `+k.Key(Table{Alias: `me`}, ids)+` for update)
		update `+k.Table.Name+` s set position = s.position + 1
		from me, `+k.Table.Name+` holder
		where `+k.owned(Table{Alias: `holder`}, owned)+` and holder.id <> `+me+` and holder.position = `+at+`
		  and `+k.owned(Table{Alias: `s`}, owned)+` and s.id <> `+me+` and s.position >= `+at+sibling, append(withAccount(c.account, ids), *position)...)
}

// Move swaps an object with its neighbour. At the end of the list nothing changes.
func (k Resource[T]) Move(ctx context.Context, c *Edit, in catalog.Move, ids ...int64) (T, error) {
	k.Owner.Serialise(c, ids...)
	n := k.Telling(Audited{`position`}.Between(`me`, `changed`))
	n.Parameters = append(slices.Clip(k.Entry), `position`).SQL()
	moved, err := ApplySteps[T](ctx, c, n, k.swap(in, ids), withAccount(c.account, ids)...)
	if errors.Is(err, fault.ErrNotFound) {
		Unchanged(c)
		return k.One(ctx, AccountWide(c.Reader), ids...)
	}
	return moved, err
}

// swap exchanges the positions of an object and its neighbour.
func (k Resource[T]) swap(in catalog.Move, ids []int64) string {
	me, neighbours := k.Key(Table{}, ids), k.owned(Table{Alias: `s`}, len(ids) > 1)
	if k.Siblings != "" {
		neighbours += ` and s.` + k.Siblings + ` is not distinct from me.` + k.Siblings
	}
	side, nearest := `s.position < me.position`, `desc`
	if in.Direction == "down" {
		side, nearest = `s.position > me.position`, `asc`
	}
	return ` -- locked, because a deletion in between would leave a change without a log entry
		with me as (
			select * from ` + k.Table.Name + ` where ` + me + ` for update
		), neighbour as (
			select s.id, s.position from ` + k.Table.Name + ` s, me where ` + neighbours + ` and ` + side + `
			order by s.position ` + nearest + ` limit 1
		), swapped as (
			update ` + k.Table.Name + ` t set position = case t.id when me.id then neighbour.position else me.position end, updated_at = now()
			from me, neighbour where t.account_id = $1 and t.id in (me.id, neighbour.id)
			returning t.*
		), changed as (
			select ` + k.Columns + ` from swapped ` + k.Table.Alias + ` where ` + me + `
		)`
}

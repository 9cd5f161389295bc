package engine

// Grouping finds the rows with a key where the key is that of a group, such as the name of a tag. A row
// in several groups comes with the first. Each group is read in the order of ids, and only as far as needed.
type Grouping struct {
	Groups string // query of key and id of all groups
	Own    string // the same, of the group whose id is e.key
	Kind   string // of the members, in item_keys
}

// having is what comes after from: the groups with their members, and the rows of the list.
func (g Grouping) having(o *KeyedOrder, most string) string {
	first, way := `<`, ``
	if o.Down {
		first, way = `>`, ` desc`
	}
	return `(select g.key, m.item_id from (select key, id from (` + g.Groups + `) q where true` + o.groups + ` order by key` + way + `, id` + way + `) g
			cross join lateral (select item_id from item_keys where account_id = $1 and collection_id = $2 and kind = '` + g.Kind + `' and key = g.id` + o.members + ` and not exists (
				select from item_keys e cross join lateral (` + g.Own + ` offset 0) q where e.account_id = $1 and e.item_id = item_keys.item_id and e.kind = '` + g.Kind + `'
					and (q.key, q.id) ` + first + ` (g.key, g.id) offset 0)
				order by item_id` + way + ` limit ` + most + `) m) v
			cross join lateral (select * from items where account_id = $1 and id = v.item_id offset 0) i where true`
}

// goOn begins after a key and an id: members of earlier groups are not read again.
func (g Grouping) goOn(o *KeyedOrder, key, id string) {
	from, compare, all := `>=`, `>`, `0`
	if o.Down {
		from, compare, all = `<=`, `<`, `9223372036854775807`
	}
	o.groups = ` and key ` + from + ` ` + key
	o.members = ` and item_id ` + compare + ` case when g.key = ` + key + ` then ` + id + ` else ` + all + ` end`
}

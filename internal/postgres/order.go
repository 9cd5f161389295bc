package postgres

import (
	"context"
	"encoding/json"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// move lets a group or a field change places with its neighbour. The siblings
// are an SQL condition over s and me: which rows of the type form one list.
// At the end of the list there is no neighbour, and it is ErrNotFound.
func move[T any](ctx context.Context, w Writer, columns, table, siblings string, kind, id int64, in catalog.Move) (T, error) {
	w.first(oneOrderAtATime, w.account, kind)
	side, nearest := `s.position < me.position`, `desc`
	if in.Direction == "down" {
		side, nearest = `s.position > me.position`, `asc`
	}
	return apply[T](ctx, w.change, `jsonb_build_object('name', name, 'position', position)`, `
		with me as (
			select * from `+table+` where account_id = $1 and collection_type_id = $2 and id = $3
		), neighbour as (
			select s.id, s.position from `+table+` s, me
			where s.account_id = $1 and s.collection_type_id = $2 and `+siblings+` and `+side+`
			order by s.position `+nearest+` limit 1
		), swapped as (
			update `+table+` t set position = case t.id when me.id then neighbour.position else me.position end, updated_at = now()
			from me, neighbour where t.account_id = $1 and t.id in (me.id, neighbour.id)
			returning t.*
		), changed as (
			select `+columns+` from swapped where id = $3
		)`, w.account, kind, id)
}

// orUnmoved turns a move beyond the end of a list into no change at all; to
// move what is not there stays an error.
func orUnmoved[T any](w Writer, moved T, err error, get func() (T, error)) (T, error) {
	if err != fault.ErrNotFound {
		return moved, err
	}
	w.unchanged()
	return get()
}

// flatFields is a list of fields as columns, for one insert.
type flatFields struct {
	groups, positions []int32
	names, kinds      []string
	options           []*string // as JSON
}

func (f *flatFields) add(group int, fields []catalog.DocumentField) {
	for i, field := range fields {
		f.groups = append(f.groups, int32(group))
		f.positions = append(f.positions, int32(i+1))
		f.names = append(f.names, field.Name)
		f.kinds = append(f.kinds, field.Type)
		var options *string
		if field.Options != nil {
			encoded, _ := json.Marshal(field.Options) // strings always encode
			text := string(encoded)
			options = &text
		}
		f.options = append(f.options, options)
	}
}

// notNil makes an empty list of none, which SQL would take for null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

package engine

// trashing is the trash entry that a change makes.
type trashing struct {
	asked bool
	at    int    // the statement that returns it
	entry *int64 // nil if there was nothing to delete
}

// MoveToTrash copies rows into the trash before they are deleted: those that a query finds in a table,
// and all that are deleted with them.
func MoveToTrash(c *Edit, table, found string, args ...any) {
	c.trash = trashing{asked: true, at: c.batch.Len()}
	First(c, `select put_in_trash($1, '`+table+`', array(`+found+`))`, args...)
}

// TrashEntry is the SQL of the trash entry of a change.
const TrashEntry = `nullif(current_setting('app.trash_entry', true), '')::bigint`

// InTrash is the condition of the deletion that follows MoveToTrash. Whoever deletes what somebody restored
// between the two statements would otherwise lose it.
const InTrash = `current_setting('app.trash_entry', true) <> ''`

// Trashed is the trash entry of a deletion.
func Trashed(w Writer) int64 {
	if w.trash.entry == nil {
		return 0
	}
	return *w.trash.entry
}

package engine

// trashing is the entry that a change makes in the trash.
type trashing struct {
	asked bool
	at    int    // the statement that answers with it
	entry *int64 // nil if there was nothing to delete
}

// MoveToTrash copies what is about to be deleted into the trash: the rows that a query finds
// in a table, and all that goes with them.
func MoveToTrash(c *Edit, table, found string, args ...any) {
	c.trash = trashing{asked: true, at: c.batch.Len()}
	First(c, `select put_in_trash($1, '`+table+`', array(`+found+`))`, args...)
}

// TrashEntry is the SQL of the entry that a change has made.
const TrashEntry = `nullif(current_setting('app.trash_entry', true), '')::bigint`

// Trashed is the entry that a deletion has made.
func Trashed(w Writer) int64 {
	if w.trash.entry == nil {
		return 0
	}
	return *w.trash.entry
}

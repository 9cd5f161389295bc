package engine

// Whole counts a list to its end, however long it is. The plan must suit the account, so it is for a
// Survey.
func (l List) Whole() string {
	const joined = 3 // testing the others is cheaper, as most rows are gone
	where, unread := l.Conditions(), ``
	for i, f := range l.Filters {
		found := ` and ` + l.Table.As() + `.id in (` + f.Query + `)`
		switch {
		case f.Test == "":
			where += found
		case i < joined:
			where += found
			unread += ` and ` + f.Test
		default:
			where += ` and ` + f.Test
			unread += found
		}
	}
	// Arguments of what is left out need a type, too; PostgreSQL never computes what follows "true or".
	return `select count(*) from ` + l.Table.From() + ` where ` + where + ` and (true or (true` + unread + `))`
}

package engine

// Whole counts a list to its end, however long it is. The plan must suit the account, so it is for a
// Survey.
func (l List) Whole() string {
	const joined = 3 // testing the others is cheaper, as most rows are gone
	if len(l.Filters) > 0 && l.plain() {
		return l.wholeByFilters()
	}
	where, unread := l.Conditions(), ``
	for i, f := range l.Filters {
		found := ` and ` + l.Table.As() + `.id in (` + f.Query + `)`
		switch {
		case f.Test == "":
			where += found
		case f.Loose:
			where += found + ` and ` + f.Test
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

// wholeByFilters counts without reading rows of the list.
func (l List) wholeByFilters() string {
	counted, others := `count(distinct q.id)`, l.used
	if l.Filters[0].Once {
		counted = `count(*)`
	}
	for _, f := range l.Filters[1:] {
		others += ` and q.id in (` + f.Query + `)`
	}
	return `select ` + counted + ` from (` + l.Filters[0].Query + `) q (id) where (true or exists (select from ` + l.Table.From() + ` where ` + l.Conditions() + l.tests() + `))` + others
}

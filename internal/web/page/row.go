package page

import (
	"strings"

	"vitrine/internal/identity"
)

// Oversee is a page for owners.
func Oversee(pattern, operation string, handle func(*Visit) error) Row {
	return Row{Pattern: pattern, Right: identity.Oversee, Operation: operation, Handle: handle}
}

// Manage is a change by owners.
func Manage(pattern, operation string, handle func(*Visit) error) Row {
	return At(pattern, identity.Manage, operation, handle)
}

// Open is a page for anybody.
func Open(pattern, operation string, handle func(*Visit) error) Row {
	return Row{Pattern: pattern, Anybody: true, Operation: operation, Handle: handle}
}

// Show is a page for members.
func Show(pattern, operation string, handle func(*Visit) error) Row {
	return At(pattern, identity.View, operation, handle)
}

// Edit is a page for owners and editors.
func Edit(pattern, operation string, handle func(*Visit) error) Row {
	return At(pattern, identity.Edit, operation, handle)
}

// Own is a change by any member to their own data.
func Own(pattern, operation string, handle func(*Visit) error) Row {
	return At(pattern, identity.Own, operation, handle)
}

// At is a page for a right. Viewing it takes only the corresponding right to read, which the database
// confirms with the reads.
func At(pattern string, right identity.Right, operation string, handle func(*Visit) error) Row {
	if strings.HasPrefix(pattern, "GET ") {
		right = right.Reading()
	}
	return Row{Pattern: pattern, Right: right, Operation: operation, Handle: handle}
}

// Taking lets a page accept files, which are larger than forms.
func Taking(p Row) Row {
	p.files = true
	return p
}

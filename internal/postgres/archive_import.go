package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
)

// isArchive is the condition that an import is of an archive, which is for owners.
const isArchive = `coalesce(format, asked ->> 'format', '') = 'archive'`

// owns reports whether the caller may see imports of archives. The statement that opens the
// account confirms the rest.
func (r Reader) owns() bool { return r.access.Role == identity.Owner }

// importsSeen lists the imports that the caller may see.
func (r Reader) importsSeen(ctx context.Context, k kept[importing.Import], p catalog.Paging) (catalog.Page[importing.Import], error) {
	l := k.list(r)
	if !r.owns() {
		l.and(`not ` + isArchive)
	}
	return page[importing.Import](ctx, r, p, l)
}

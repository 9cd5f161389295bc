package exchange

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// isArchive is the condition for imports of archives, which only owners see.
const isArchive = `coalesce(format, asked ->> 'format', '') = 'archive'`

// seesImport is the condition that the caller may see an import. Archives need an owner, by their
// present role, and an unrestricted key. The user is an argument.
func seesImport(r engine.Reader, arg func(any) string) string {
	if r.Access().Any() {
		return `not ` + isArchive
	}
	return `(not ` + isArchive + ` or ` + ownerNow(arg(r.UserID())) + `)`
}

// ownerNow is the condition that a user is an owner.
func ownerNow(user string) string {
	return `(select u.role from users u where u.account_id = $1 and u.id = ` + user + `) = 'owner'`
}

// importsSeen lists the imports that the caller may see.
func importsSeen(ctx context.Context, r engine.Reader, k engine.Resource[importing.Import], kind string, p catalog.Paging) (catalog.Page[importing.Import], error) {
	l := k.List(r)
	l.And(seesImport(r, l.Arg))
	switch kind {
	case importing.OfFiles:
		l.And(`source <> '` + importing.FromProposals + `'`)
	case importing.FromProposals:
		l.And(`source = '` + importing.FromProposals + `'`)
	}
	return engine.Page[importing.Import](ctx, r, p, l)
}

// numbered adds arguments to a list, and returns their placeholders.
func numbered(args *[]any) func(any) string {
	return func(value any) string {
		*args = append(*args, value)
		return `$` + strconv.Itoa(len(*args))
	}
}

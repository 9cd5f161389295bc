package shelf

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// start begins a first collection with the type of a template, both or neither.
func start(v *page.Visit) error {
	document := catalog.Import{Template: v.Text("template")}
	var missing *fault.Invalid
	switch err := document.Validate(); {
	case errors.As(err, &missing):
		return fault.ErrNotFound // nobody is offered it
	case err != nil:
		return err
	}
	in := catalog.CollectionInput{Name: v.Texts.T("first.kind." + document.Template), Emoji: KindEmoji(document.Template), Visibility: "private"}
	if err := in.Validate(); err != nil {
		return err
	}
	var made catalog.Collection
	err := v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) (err error) {
		made, err = begin(v.Context(), s, document, in)
		return err
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.CollectionPath(made.ID))
}

// begin makes a collection with a type of its own.
func begin(ctx context.Context, s postgres.Scope, document catalog.Import, in catalog.CollectionInput) (made catalog.Collection, err error) {
	var kind catalog.CollectionType
	err = postgres.Change(ctx, s, catalog.CollectionTypeImported, func(w postgres.Writer) (err error) {
		kind, err = inventory.ImportCollectionType(ctx, w, *document.Document.Type)
		return err
	})
	if err != nil {
		return made, err
	}
	in.TypeIDs = []int64{kind.ID}
	err = postgres.Change(ctx, s, catalog.CollectionCreated, func(w postgres.Writer) (err error) {
		made, err = inventory.CreateCollection(ctx, w, in)
		return err
	})
	return made, err
}

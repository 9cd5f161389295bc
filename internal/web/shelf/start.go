package shelf

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// kinds are how templates look in the gallery: the emoji of a collection of them, a
// picture, and three fields that collectors look for, by their English names.
var kinds = map[string]struct {
	emoji, picture string
	fields         [3]string
}{
	"artwork":      {"🖼️", "art-1.svg", [3]string{"Artist", "Medium and support", "Provenance"}},
	"book":         {"📚", "book-1.svg", [3]string{"Author", "Edition", "Binding"}},
	"camera":       {"📷", "cam-1.svg", [3]string{"Brand", "Lens mount", "Serial number"}},
	"coin":         {"🪙", "coin-1.svg", [3]string{"Year", "Mint", "Grade"}},
	"comic":        {"📚", "comic-1.svg", [3]string{"Series", "Issue number", "Grade"}},
	"stamp":        {"📦", "stamp-1.svg", [3]string{"Denomination", "Perforation", "Cancellation"}},
	"toy":          {"🧸", "toy-1.svg", [3]string{"Manufacturer", "Scale", "Packaging"}},
	"trading-card": {"🃏", "card-1.svg", [3]string{"Set", "Rarity", "Grade"}},
	"video-game":   {"🎮", "game-1.svg", [3]string{"Platform", "Completeness", "Progress"}},
	"vinyl-record": {"💿", "vinyl-1.svg", [3]string{"Artist", "Label", "Media condition"}},
	"watch":        {"⌚", "watch-1.svg", [3]string{"Reference number", "Movement", "Papers"}},
	"wine":         {"🍷", "wine-1.svg", [3]string{"Producer", "Vintage", "Grapes"}},
}

// firstKinds is the order of the templates in the gallery.
var firstKinds = []string{"comic", "vinyl-record", "book", "coin", "stamp", "wine", "watch", "camera", "trading-card", "video-game", "toy", "artwork"}

// inOrder are templates in the order of the gallery.
func inOrder(all []catalog.Template) []catalog.Template {
	return slices.SortedFunc(slices.Values(all), func(a, b catalog.Template) int {
		return cmp.Compare(slices.Index(firstKinds, a.Slug), slices.Index(firstKinds, b.Slug))
	})
}

// threeFields are the names of three fields of a template, in its language.
func threeFields(t catalog.Template) (names []string) {
	english, _ := catalog.TemplateOf(t.Slug)
	for _, name := range kinds[t.Slug].fields {
		at := slices.IndexFunc(english.Fields(), func(f catalog.DocumentField) bool { return f.Name == name })
		names = append(names, t.Fields()[at].Name)
	}
	return names
}

// newCollection offers the templates.
func newCollection(v *page.Visit) error {
	f, err := v.Frame("", "collections")
	if err != nil {
		return err
	}
	f.Title = f.T("collection.new")
	return v.Render(http.StatusOK, NewCollection(f))
}

// start begins a collection for each template that was chosen, with a type of its own: all
// of them or none. Whoever chose nothing gets the empty form.
func start(v *page.Visit) error {
	if _, err := v.Frame("", ""); err != nil { // the language of the templates
		return err
	}
	var documents []catalog.Import
	_ = v.ParseForm() // what cannot be read is absent
	for _, slug := range v.PostForm["template"] {
		document := catalog.Import{Template: page.Plain(slug), Language: v.Texts.Locale}
		var missing *fault.Invalid
		switch err := document.Validate(); {
		case errors.As(err, &missing), len(documents) == len(kinds):
			return fault.ErrNotFound // nobody is offered it
		case err != nil:
			return err
		}
		documents = append(documents, document)
	}
	if len(documents) == 0 {
		return v.Redirect("/collections/new/empty")
	}
	var made catalog.Collection
	err := v.Carefully(v.Context(), identity.Edit, func(s postgres.Scope) (err error) {
		for _, document := range documents {
			in := catalog.CollectionInput{Name: v.Texts.T("first.kind." + document.Template), Emoji: kinds[document.Template].emoji, Visibility: "private"}
			if err := in.Validate(); err != nil {
				return err
			}
			if made, err = begin(v.Context(), s, document, in); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(documents) > 1 {
		return v.Redirect("/")
	}
	return v.Redirect(ui.CollectionPath(made.ID))
}

// begin creates a collection with its own type.
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

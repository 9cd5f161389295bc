package showcase

import (
	"slices"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/sharing"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// previewPages show an editor what a link would show, before there is one.
var previewPages = []page.Row{
	page.Edit("GET /collections/{collection}/share/preview", "", choosePreview),
	page.Edit("GET /collections/{collection}/share/as/{shows}", "GET /api/shared/{token}", previewing(showCollection)),
	page.Edit("GET /collections/{collection}/share/as/{shows}/items/{item}", "GET /api/shared/{token}/items/{item}", previewing(showItem)),
	{Pattern: "GET /collections/{collection}/share/as/{shows}/photos/{photo}/{size}", Right: identity.Edit.Reading(), Bucket: httpserver.Files, Operation: "GET /api/shared/{token}/photos/{photo}/file", Handle: previewing(previewPhoto)},
}

// choosePreview puts what is ticked into the path, which all links of the pages begin with.
func choosePreview(v *page.Visit) error {
	if _, _, err := page.CollectionOf(v); err != nil {
		return err
	}
	shows := slices.DeleteFunc(slices.Clone(catalog.Shows), func(what string) bool { return v.Param(ui.ShowBox(what)) == "" })
	if len(shows) == 0 {
		shows = []string{onlyNames}
	}
	return v.Redirect(ui.PreviewPath(v.PathValue("collection"), strings.Join(shows, ",")))
}

// onlyNames stands for a link that shows nothing else.
const onlyNames = "names"

// previewing handles a page as if a link showed it.
func previewing(handle func(*page.Visit, sharing.Showcase) error) func(*page.Visit) error {
	return func(v *page.Visit) error {
		collection, err := v.Number("collection")
		if err != nil {
			return err
		}
		shows := strings.Split(v.PathValue("shows"), ",")
		if slices.ContainsFunc(shows, func(what string) bool { return what != onlyNames && !slices.Contains(catalog.Shows, what) }) {
			return fault.ErrNotFound
		}
		reader, err := v.Reader()
		if err != nil {
			return err
		}
		return handle(v, sharing.Preview(reader, collection, shows))
	}
}

// previewPhoto shows a photo as visitors would see it.
func previewPhoto(v *page.Visit, in sharing.Showcase) error {
	id, err := v.Number("photo")
	size := v.PathValue("size")
	if err != nil || !attachment.IsRendition(size) {
		return fault.ErrNotFound
	}
	content, err := in.ShownPhoto(v.Context(), id)
	if err != nil {
		return err
	}
	return page.Rendition(v, content, size, "no-store")
}

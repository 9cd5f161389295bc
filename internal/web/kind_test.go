package web

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/web/settings"
	"vitrine/internal/web/ui"
)

// Whatever is restored or found has a page.
func TestEveryKindHasAPage(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for _, p := range allPages() {
		shown[regexp.MustCompile(`\{\w+\}`).ReplaceAllString(p.Pattern, "7")] = true
	}
	seven := new(int64(7))
	for _, kind := range catalog.TrashTypes {
		d := catalog.Restored{Entry: catalog.TrashEntry{ObjectType: kind, ObjectID: 7}, Parents: catalog.Parents{CollectionID: seven, CollectionTypeID: seven, ItemID: seven, CopyID: seven}}
		if path := settings.RestoredPath(d); !shown["GET "+path] {
			t.Errorf("%s is in catalog.TrashTypes, and there is no page at its path in trash.templ, %q", kind, path)
		}
	}
	for _, kind := range append(slices.Clone(catalog.FoundKinds), catalog.TypeKind) {
		path, _, _ := strings.Cut(ui.HitPath(kind, catalog.Hit{ID: 7, CollectionID: seven, ItemID: seven, CopyID: seven}), "#")
		if !shown["GET "+path] {
			t.Errorf("%s is in catalog.FoundKinds, and there is no page at its path in ui/search.go, %q", kind, path)
		}
	}
}

package api

import (
	"regexp"
	"slices"
	"testing"

	"vitrine/internal/catalog"
)

// Whatever is restored or found has a path, and a route answers there.
func TestEveryKindHasAPath(t *testing.T) {
	t.Parallel()
	answered := map[string]bool{}
	for _, rt := range inside(server(t)).routes {
		answered[regexp.MustCompile(`\{\w+\}`).ReplaceAllString(rt.pattern, "7")] = true
	}
	seven := new(int64(7))
	for _, kind := range catalog.TrashTypes {
		d := catalog.Restored{Entry: catalog.TrashEntry{ObjectType: kind, ObjectID: 7}, Parents: catalog.Parents{CollectionID: seven, CollectionTypeID: seven, ItemID: seven, CopyID: seven}}
		if path := pathOf(d); !answered["GET "+path] {
			t.Errorf("%s is in catalog.TrashTypes, and no route has its path in trash.go, %q", kind, path)
		}
	}
	for _, kind := range append(slices.Clone(catalog.FoundKinds), catalog.TypeKind) {
		if path := foundPath(kind, catalog.Hit{ID: 7, CollectionID: seven, ItemID: seven, CopyID: seven}); !answered["GET "+path] {
			t.Errorf("%s is in catalog.FoundKinds, and no route has its path in search.go, %q", kind, path)
		}
	}
}

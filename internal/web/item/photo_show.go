package item

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// photoPath is where the forms of a photo are sent.
func photoPath(i ui.ItemShown, p catalog.Photo) string {
	return ui.ItemPath(i.Item.ID) + "/photos/" + ui.Number(p.ID)
}

// caption is what is written below an enlarged photo.
func caption(p catalog.Photo) string { return ui.Words(p.Caption) }

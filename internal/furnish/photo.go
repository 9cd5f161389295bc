package furnish

import (
	"bytes"
	"context"
	"fmt"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// Photo is a photo that is in the store, and not yet named by an item.
type Photo struct {
	catalog.NewPhoto
	object string // that the account keeps it in
}

// Keep puts a JPEG into the store.
func Keep(ctx context.Context, a *attachment.Attachments, account int64, name string, content []byte) (Photo, error) {
	received, err := attachment.Receive(ctx, bytes.NewReader(content), attachment.MaxPhoto)
	if err != nil {
		return Photo{}, err
	}
	defer received.Close()
	kept, err := a.KeepPhoto(ctx, account, received, "strip")
	kept.Filename = name
	return Photo{NewPhoto: kept}, err
}

// Photo names a photo as one of an item.
func (m *Made) Photo(ctx context.Context, s postgres.Scope, item int64, p *Photo) error {
	named, err := Write(ctx, s, catalog.ItemPhotoCreated, &p.PhotoInput, func(w postgres.Writer) (named catalog.Photo, err error) {
		named, p.object, err = inventory.CreatePhoto(ctx, w, item, p.NewPhoto)
		return named, err
	})
	if err != nil {
		return fmt.Errorf("a photo: %w", err)
	}
	m.Photos = append(m.Photos, named.ID)
	return nil
}

// Settle removes photos that were kept in vain: those that a change with that error did
// not name.
func Settle(ctx context.Context, a *attachment.Attachments, photos []Photo, err error) {
	for _, p := range photos {
		a.Settle(ctx, p.Stored, p.object, err)
	}
}

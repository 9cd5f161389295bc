package attachment_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/files"
	pictures "vitrine/internal/files/picture"
)

// Drawn photos are stored exactly like uploaded ones.
func TestDrawnPhotosAreKeptLikeOthers(t *testing.T) {
	directory, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := attachment.New(attachment.Options{Store: directory, Quota: 1 << 30}, slog.New(slog.DiscardHandler))
	m := image.NewYCbCr(image.Rect(0, 0, 512, 701), image.YCbCrSubsampleRatio420)
	for i := range m.Y {
		m.Y[i] = uint8(i % 251)
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, m, nil); err != nil {
		t.Fatal(err)
	}
	thumb, err := pictures.Thumbnail(m)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := a.KeepDrawn(t.Context(), 1, file.Bytes(), m.Rect.Size(), thumb)
	if err != nil {
		t.Fatal(err)
	}
	received, err := attachment.Receive(t.Context(), bytes.NewReader(file.Bytes()), attachment.MaxPhoto)
	if err != nil {
		t.Fatal(err)
	}
	defer received.Close()
	uploaded, err := a.KeepPhoto(t.Context(), 1, received, "strip")
	if err != nil {
		t.Fatal(err)
	}
	first, second := thumbnail(t, directory, drawn), thumbnail(t, directory, uploaded)
	if first.Bounds() != second.Bounds() || first.Bounds().Dy() != pictures.Thumb.Edge {
		t.Errorf("the thumbnails are of %v and %v", first.Bounds(), second.Bounds())
	}
	for x := range first.Bounds().Dx() { // one was made of a JPEG, which is close to what was drawn
		one, other := color.GrayModel.Convert(first.At(x, 100)).(color.Gray).Y, color.GrayModel.Convert(second.At(x, 100)).(color.Gray).Y
		if max(one, other)-min(one, other) > 16 {
			t.Errorf("the thumbnails differ at %d: %d and %d", x, one, other)
			break
		}
	}
	drawn.Object, uploaded.Object = "", ""
	if drawn != uploaded {
		t.Errorf("drawn: %+v\nuploaded: %+v", drawn, uploaded)
	}
}

func thumbnail(t *testing.T, store files.Store, p catalog.NewPhoto) image.Image {
	t.Helper()
	for o, err := range store.List(t.Context(), "1/") {
		if err != nil {
			t.Fatal(err)
		}
		if o.Name == p.Object || !strings.HasPrefix(o.Name, p.Object) {
			continue
		}
		from, err := store.Get(t.Context(), o.Name, 0, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		m, err := jpeg.Decode(from)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	t.Fatalf("%s has no thumbnail", p.Object)
	return nil
}

package attachment_test

import (
	"crypto/sha256"
	"io"
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// Every store reads from any offset, and nothing beyond the end.
func TestContentIsReadFromAnywhere(t *testing.T) {
	t.Run("directory", func(t *testing.T) {
		directory, err := files.OpenDirectory(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		readFromAnywhere(t, directory)
	})
	t.Run("bucket", func(t *testing.T) { readFromAnywhere(t, filestest.Bucket(t)) })
}

func readFromAnywhere(t *testing.T, store files.Store) {
	t.Helper()
	const text = "0123456789"
	object := catalog.Content{Object: files.NewName(1), Size: int64(len(text))}
	if err := store.Put(t.Context(), object.Object, strings.NewReader(text), object.Size, sha256.Sum256([]byte(text))); err != nil {
		t.Fatal(err)
	}
	a := attachment.New(attachment.Options{Store: store}, slog.New(slog.DiscardHandler))
	for _, from := range []int64{0, 3, 9, 10, 99} {
		content, err := a.Open(t.Context(), object, from)
		if err != nil {
			t.Errorf("from %d: %v", from, err)
			continue
		}
		for _, at := range []int64{from, 5, 0} {
			if _, err := content.Seek(at, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(content)
			if want := text[min(at, object.Size):]; err != nil || string(got) != want {
				t.Errorf("opened at %d, read at %d: %q, %v, want %q", from, at, got, err, want)
			}
		}
		content.Close()
	}
}

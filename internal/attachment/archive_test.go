package attachment_test

import (
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
)

// A photo that is days old is deleted for good while the account is archived, and a sweep comes
// by: its bytes stay for a day.
func TestArchivedFilesOutliveASweep(t *testing.T) {
	s := newSite(t)
	photo, err := s.post(picture())
	if err != nil {
		t.Fatal(err)
	}
	s.age(72 * time.Hour)
	reader, err := s.db.Scope(postgres.ByMember(s.actor)).View(identity.Oversee) // as a job
	if err != nil {
		t.Fatal(err)
	}
	photos := 0
	of, err := exchange.ReadArchive(t.Context(), reader, true, func(p portable.Part, _ int64, each func(func([]any) error) error) error {
		if p.Name == "account" { // the moment is fixed
			if err := s.remove(photo.ID); err != nil {
				return err
			}
			if _, err := s.Sweep(t.Context(), inventory.Files{DB: s.db}, time.Now().Add(72*time.Hour)); err != nil {
				return err
			}
		}
		return each(func([]any) error {
			if p.Name == "photos" {
				photos++
			}
			return nil
		})
	})
	if err != nil || photos != 1 || len(of.Files) != 1 {
		t.Fatalf("%d photos and %d files: %v", photos, len(of.Files), err)
	}
	if s.check() != 0 {
		t.Error("the photo is still there")
	}
	from, err := s.Open(t.Context(), catalog.Content{Object: of.Files[0].Object, Size: of.Files[0].Size}, 0)
	if err != nil {
		t.Fatalf("the bytes of an archived photo are gone: %v", err)
	}
	from.Close()
	s.sweepIn(25 * time.Hour)
	if left := s.objects(); len(left) != 0 {
		t.Errorf("left after a day: %q", left)
	}
}

package attachment_test

import (
	"testing"
)

// Uploading a picture again restores bytes that the store has lost, for every photo of these bytes.
func TestUploadBringsLostBytesBack(t *testing.T) {
	s := newSite(t)
	content := picture()
	first, err := s.post(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range s.objects() {
		if err := s.store.Delete(t.Context(), object); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.remove(first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.post(content); err != nil {
		t.Fatal(err)
	}
	if n := s.check(); n != 1 {
		t.Errorf("%d photos, want one", n)
	}
	if n := len(s.objects()); n != 1 {
		t.Errorf("%d objects, want the original only: %q", n, s.objects())
	}
}

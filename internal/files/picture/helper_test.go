package picture

import (
	"bytes"
	"errors"
	"image"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"vitrine/internal/share"
)

// vipsthumbnail is the helper, if it is installed.
func vipsthumbnail(t *testing.T) *Helper {
	t.Helper()
	program, err := exec.LookPath("vipsthumbnail")
	if err != nil {
		t.Skip("vipsthumbnail is not installed, so HEIC and AVIF are not tried: apt-get install libvips-tools")
	}
	return NewHelper(program)
}

// converted is a picture converted by a helper.
func converted(t *testing.T, h *Helper, content []byte) (made []byte, err error) {
	t.Helper()
	err = h.JPEG(t.Context(), func() ([]byte, error) { return content, nil }, func(_, jpeg []byte) error {
		made = jpeg
		return nil
	})
	return made, err
}

func TestHelperConverts(t *testing.T) {
	helper := vipsthumbnail(t)
	for _, kind := range []string{"heic", "avif"} {
		content, err := os.ReadFile("testdata/quarters." + kind) // made by heif-enc
		if err != nil {
			t.Fatal(err)
		}
		if got := Kind(content); got != "image/"+kind || !Needed(got) {
			t.Errorf("it is %q", got)
		}
		converted, err := converted(t, helper, content)
		if err != nil {
			t.Fatal(kind, err)
		}
		if bytes.Contains(converted, []byte(secret)) {
			t.Error("its metadata is left")
		}
		m, format, _ := rendered(t, converted, Thumb)
		if format != "jpeg" || m.Bounds().Size() != image.Pt(320, 240) {
			t.Errorf("%s of %v", format, m.Bounds().Size())
		}
		shows(t, m, quarters)
	}
}

func TestMetadataOfPicturesForTheHelper(t *testing.T) {
	for _, kind := range []string{"heic", "avif"} {
		content, err := os.ReadFile("testdata/quarters." + kind)
		if err != nil {
			t.Fatal(err)
		}
		m := ReadMetadata("image/"+kind, content)
		if m.TakenAt == nil || !m.TakenAt.Equal(time.Date(2024, 5, 6, 5, 8, 9, 0, time.UTC)) || m.Place == nil || m.Place.Latitude != 48.5 || m.Place.Longitude != 9.25 {
			t.Errorf("%s: taken %v at %v", kind, m.TakenAt, m.Place)
		}
	}
}

func TestHelperRefuses(t *testing.T) {
	content, err := os.ReadFile("testdata/quarters.heic")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	var none *Helper
	if _, err := converted(t, none, content); !errors.Is(err, errNoHelper) {
		t.Errorf("without a helper: %v", err)
	}
	helper := vipsthumbnail(t)
	for name, bad := range map[string][]byte{
		"cut": content[:len(content)/2], "nothing": nil, "only a head": content[:24],
		"something else": []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00<script>alert(1)</script>"),
	} {
		var why Refused
		if _, err := converted(t, helper, bad); !errors.As(err, &why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	size := append([]byte("ispe\x00\x00\x00\x00"), 0, 0, 2, 128, 0, 0, 1, 224) // 640 by 480
	huge := bytes.Replace(content, size, append([]byte("ispe\x00\x00\x00\x00"), 0, 0, 200, 0, 0, 0, 200, 0), 1)
	if _, err := converted(t, helper, huge); !errors.Is(err, errPixels) {
		t.Errorf("51,200 by 51,200: %v", err)
	}
	if _, err := converted(t, NewHelper("/nonexistent"), content); err == nil || errors.As(err, new(Refused)) {
		t.Errorf("a helper that is not there is not the fault of the picture: %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left over, %v", left, err)
	}
}

// A user with many pictures leaves a turn at the helper to others.
func TestOneUserLeavesATurn(t *testing.T) {
	helper := NewHelper("/nonexistent")
	if helper.turns.Total < 2 {
		t.Skip("there is one processor, and so one turn, which users take in order")
	}
	loading, enough := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	for range 2 * helper.turns.Total {
		all.Go(func() {
			_ = helper.JPEG(share.As(t.Context(), 1), func() ([]byte, error) {
				loading <- struct{}{}
				<-enough
				return nil, errBroken
			}, nil)
		})
	}
	for range helper.turns.Each {
		<-loading
	}
	came := errors.New("it came")
	err := helper.JPEG(share.As(t.Context(), 2), func() ([]byte, error) { return nil, came }, nil)
	if !errors.Is(err, came) {
		t.Errorf("another user was told %v", err)
	}
	go func() {
		for range loading { // those who come after
		}
	}()
	close(enough)
	all.Wait()
	close(loading)
}

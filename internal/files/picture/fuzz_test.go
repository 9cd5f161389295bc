package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"vitrine/internal/files/hostile"
)

// Each of these runs its seeds with the other tests. To search for more:
//
//	go test ./internal/files/picture -fuzz FuzzStrip -fuzztime 30s

func seed(f *testing.F) {
	for _, kind := range hostile.Kinds {
		f.Add(hostile.Sample(kind))
		f.Add(hostile.InEXIF(kind, hostile.Sample(kind), cameraEXIF(binary.BigEndian)))
	}
	for _, content := range talkative() {
		f.Add(content)
	}
	f.Add(hostile.Progressive(16, 16, 3))
	f.Add([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"))
}

func FuzzKind(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		kind := Kind(content)
		if _, readable := formats[kind]; kind != "" && !readable && !Needed(kind) {
			t.Errorf("%q is read by nobody", kind)
		}
	})
}

func FuzzLook(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		h, err := Look(bytes.NewReader(content))
		var why Refused
		if err != nil && !errors.As(err, &why) {
			t.Fatal(err)
		}
		if err == nil && (h.Width < 1 || h.Height < 1 || h.Width*h.Height > maxPixels || h.Weight < 1 || h.Weight > maxWeight) {
			t.Errorf("%+v", h)
		}
	})
}

func FuzzReadMetadata(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, kind := range []string{Kind(content), "image/jpeg", "image/png", "image/webp", "image/heic"} {
			m := ReadMetadata(kind, content)
			if m.Orientation < 1 || m.Orientation > 8 || (m.TakenAt == nil) != (m.date == "") {
				t.Errorf("%+v", m)
			}
			if p := m.Place; p != nil && !(p.Latitude >= -90 && p.Latitude <= 90 && p.Longitude >= -180 && p.Longitude <= 180) {
				t.Errorf("%+v", p)
			}
		}
	})
}

// A picture that can be shown can still be shown after stripping, and looks the same.
func FuzzStrip(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		kind := Kind(content)
		if _, ok := formats[kind]; !ok {
			return
		}
		m := ReadMetadata(kind, content)
		stripped, err := strip(kind, content, m)
		if err != nil {
			return
		}
		again, err := strip(kind, stripped, ReadMetadata(kind, stripped))
		if err != nil || !bytes.Equal(again, stripped) {
			t.Fatalf("stripped twice it differs: %v", err)
		}
		h, err := Look(bytes.NewReader(content))
		if err != nil || h.Width*h.Height > 10_000 {
			return
		}
		if before, err := decode(h, content); err == nil {
			after, err := decode(h, stripped)
			if err != nil || !equalPixels(before, after) {
				t.Fatalf("it looks different: %v", err)
			}
		}
	})
}

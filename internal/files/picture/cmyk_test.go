package picture

import (
	"bytes"
	"encoding/base64"
	"testing"

	"vitrine/internal/files/hostile"
)

// fourInks is a JPEG of 64 by 48 pixels in CMYK, left black, right white, made by
// libvips: there is no encoder in Go.
const fourInks = "" +
	"/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAMABABEMRAE0RAFkR" +
	"AEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYn" +
	"KCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq" +
	"8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9Fa/VOvIq/Kqiiiiiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiuHqavxVr+Veiiiiiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiuHqavxVr+Vei" +
	"iiiiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiuHqavxVr+Veiiiiiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiuHqavxVr+Veiiiiiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiuHqavxVr+Veiii" +
	"iiiiiiiiiu4qGv2qr+qiiiiiiiiiiiiiv//Z"

func cmyk(t *testing.T) []byte {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(fourInks)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func inSegment(profile []byte) []byte {
	return hostile.Segment(0xe2, append([]byte("ICC_PROFILE\x00\x01\x01"), profile...))
}

func TestProfilesAreKeptInRenditions(t *testing.T) {
	for _, kind := range []string{"jpeg", "png", "png, transparent", "webp"} {
		profile := hostile.Profile("RGB ", 3000)
		for i := 132; i < len(profile); i++ {
			profile[i] = byte(i * i >> 3)
		}
		content := withProfile(kind, profile)
		_, format, encoded := rendered(t, content, Thumb)
		found := profileOfJPEG(encoded)
		if format == "png" {
			found = unpacked(pngChunk(encoded, "iCCP"))
		}
		if !bytes.Equal(found, profile) {
			t.Errorf("%s: a profile of %d bytes, want %d", kind, len(found), len(profile))
		}
		p, err := read(t, content)
		if err != nil || len(p.Stripped) < 1000 || !bytes.Equal(profileIn(p), profile) {
			t.Errorf("%s: the original lost its profile, %v", kind, err)
		}
	}
}

func profileIn(p Photo) []byte { return profile(p.Kind, p.Stripped) }

func withProfile(kind string, profile []byte) []byte {
	switch kind {
	case "jpeg":
		return hostile.AfterStart(hostile.Sample("jpeg"), inSegment(profile))
	case "webp":
		return hostile.WebPOf(hostile.Extended(32, 64, 48), hostile.RIFF("ICCP", profile), hostile.Sample("webp")[12:])
	case "png":
		return withPNGProfile(hostile.Sample("png"), profile)
	}
	return withPNGProfile(seeThrough(64, 48), profile)
}

// Renditions are in RGB; a profile of other colours would spoil them.
func TestProfilesOfOtherColoursAreNotKeptInRenditions(t *testing.T) {
	content := hostile.AfterStart(cmyk(t), inSegment(hostile.Profile("CMYK", 3000)))
	_, _, encoded := rendered(t, content, Thumb)
	if found := profileOfJPEG(encoded); len(found) != 0 {
		t.Errorf("%d bytes", len(found))
	}
	if p, err := read(t, content); err != nil || len(profileOfJPEG(p.Stripped)) != 3000 {
		t.Errorf("the original lost its profile, %v", err)
	}
}

func TestPartsOfProfilesAreJoinedInOrder(t *testing.T) {
	profile := hostile.Profile("RGB ", 200_000)
	whole := withJPEGProfile(hostile.Sample("jpeg"), profile)
	if !bytes.Equal(profileOfJPEG(whole), profile) {
		t.Error("it comes out differently")
	}
	part := func(number byte, data []byte) []byte {
		return hostile.Segment(0xe2, append([]byte{'I', 'C', 'C', '_', 'P', 'R', 'O', 'F', 'I', 'L', 'E', 0, number, 2}, data...))
	}
	turned := hostile.AfterStart(hostile.Sample("jpeg"), part(2, profile[1000:2000]), part(1, profile[:1000]))
	if !bytes.Equal(profileOfJPEG(turned), profile[:2000]) {
		t.Error("parts in the wrong order are joined in it")
	}
}

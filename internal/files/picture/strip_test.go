package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/files/hostile"
)

const secret = "SECRET" // stands wherever a camera or a program writes personal data

// cameraEXIF is what a phone writes: orientation 6, a date, the place, its maker, and
// a thumbnail.
func cameraEXIF(order hostile.Order) []byte {
	text := func(id uint16, s string) hostile.Tag { return hostile.Tag{ID: id, Kind: 2, Value: []byte(s + "\x00")} }
	return hostile.TIFF(order, hostile.Directories{
		Picture:   []hostile.Tag{text(0x10f, secret+" maker"), {ID: 0x112, Kind: 3, Value: order.AppendUint16(nil, 6)}, text(0x13b, secret+" artist")},
		Camera:    []hostile.Tag{text(0x9003, "2024:05:06 07:08:09"), text(0x9011, "+02:00"), {ID: 0x927c, Kind: 7, Value: []byte(secret + " note of the maker")}, text(0xa431, secret+" serial number")},
		Place:     []hostile.Tag{text(1, "S"), {ID: 2, Kind: 5, Value: hostile.Angle(order, 33, 51, 36)}, text(3, "W"), {ID: 4, Kind: 5, Value: hostile.Angle(order, 70, 30, 0)}, text(29, secret+" day")},
		Thumbnail: []hostile.Tag{{ID: 0x112, Kind: 3, Value: order.AppendUint16(nil, 3)}, text(0x10f, secret+" thumbnail")},
	})
}

// talkative are pictures with every kind of metadata.
func talkative() map[string][]byte {
	text := []byte(secret)
	exif := cameraEXIF(binary.LittleEndian)
	jfif := slices.Concat([]byte("JFIF\x00\x01\x02\x01\x00\x48\x00\x48\x02\x01"), text) // two pixels of a thumbnail
	jpeg := hostile.AfterStart(jpegOf(painted(image.NewNRGBA(image.Rect(0, 0, 65, 49)))),
		hostile.Segment(0xe0, jfif), hostile.Segment(0xe0, append([]byte("JFXX\x00\x10"), text...)),
		hostile.Segment(0xe1, append([]byte("Exif\x00\x00"), exif...)),
		hostile.Segment(0xe1, append([]byte("http://ns.adobe.com/xap/1.0/\x00"), text...)),
		hostile.Segment(0xe2, append([]byte("MPF\x00"), text...)), inSegment(hostile.Profile("RGB ", 500)),
		hostile.Segment(0xed, append([]byte("Photoshop 3.0\x008BIM\x04\x04"), text...)),
		hostile.Segment(0xee, append([]byte("Adobe\x00\x64\x00\x00\x00\x00\x01"), text...)),
		hostile.Segment(0xfe, text), hostile.Segment(0xef, text), text)
	png := hostile.AfterHeader(hostile.Sample("png"), hostile.Chunk("tEXt", text), hostile.Chunk("zTXt", text), hostile.Chunk("iTXt", text),
		hostile.Chunk("eXIf", exif), hostile.Chunk("tIME", text), hostile.Chunk("vpAg", text), hostile.Chunk("pHYs", make([]byte, 9)))
	webp := hostile.WebPOf(hostile.Extended(8|4, 64, 48), hostile.RIFF("JUNK", text), hostile.Sample("webp")[12:],
		hostile.RIFF("EXIF", exif), hostile.RIFF("XMP ", text))
	all := map[string][]byte{"image/jpeg": jpeg, "image/png": png, "image/webp": webp, "image/gif": talkativeGIF(text)}
	for kind := range all {
		all[kind] = append(all[kind], secret+" behind the end"...)
	}
	return all
}

func talkativeGIF(text []byte) []byte {
	s := hostile.Sample("gif")
	block := func(b ...[]byte) []byte {
		joined := bytes.Join(b, nil)
		return append([]byte{byte(len(joined))}, joined...)
	}
	head := 13 + colourTable(s[10])
	return slices.Concat(s[:head],
		[]byte("!\xff"), block([]byte("NETSCAPE2.0")), block([]byte{1, 0, 0}), []byte{0},
		[]byte("!\xff"), block([]byte("NETSCAPE2.0")), block(text), []byte{0},
		[]byte("!\xfe"), block(text), []byte{0},
		[]byte("!\xff"), block([]byte("XMP DataXMP")), block(text), []byte{0},
		[]byte("!\x01"), block(make([]byte, 12)), block(text), []byte{0}, s[head:])
}

func TestStripping(t *testing.T) {
	for kind, content := range talkative() {
		t.Run(kind, func(t *testing.T) {
			p, err := read(t, content)
			if err != nil {
				t.Fatal(err)
			}
			if at := bytes.Index(p.Stripped, []byte(secret)); at >= 0 {
				t.Errorf("%q is left", p.Stripped[max(0, at-20):min(len(p.Stripped), at+40)])
			}
			if bytes.Contains(p.Thumb, []byte(secret)) {
				t.Error("the thumbnail tells")
			}
			samePixels(t, kind, content, p.Stripped)
			again, err := read(t, p.Stripped)
			if err != nil || !bytes.Equal(again.Stripped, p.Stripped) || !bytes.Equal(again.Thumb, p.Thumb) {
				t.Errorf("stripped twice it differs, %v", err)
			}
			if same, _ := read(t, content); !bytes.Equal(same.Stripped, p.Stripped) || !bytes.Equal(same.Thumb, p.Thumb) {
				t.Error("the same picture is stripped in two ways")
			}
			if kind != "image/gif" {
				checkKept(t, p, again)
			}
		})
	}
}

// checkKept compares the metadata of the picture with that of its stripped version.
func checkKept(t *testing.T, p, stripped Photo) {
	t.Helper()
	want := time.Date(2024, 5, 6, 5, 8, 9, 0, time.UTC)
	for _, m := range []Metadata{p.Metadata, stripped.Metadata} {
		if m.Orientation != 6 || m.TakenAt == nil || !m.TakenAt.Equal(want) || m.offset != "+02:00" {
			t.Errorf("orientation %d, taken %v, offset %q", m.Orientation, m.TakenAt, m.offset)
		}
	}
	if p.Place == nil || math.Abs(p.Place.Latitude+33.86) > 1e-9 || math.Abs(p.Place.Longitude+70.5) > 1e-9 {
		t.Errorf("taken at %+v", p.Place)
	}
	if stripped.Place != nil {
		t.Errorf("the place is left: %+v", stripped.Place)
	}
}

func samePixels(t *testing.T, kind string, before, after []byte) {
	t.Helper()
	var pictures [2]image.Image
	for i, content := range [][]byte{before, after} {
		m, err := formats[kind].decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		pictures[i] = m
	}
	if !equalPixels(pictures[0], pictures[1]) {
		t.Error("the pixels differ")
	}
}

func equalPixels(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// scansOf are the scans of a JPEG, with their headers.
func scansOf(content []byte) (all []byte) {
	_ = segments(content, func(s segment) {
		if s.marker == jpegScan {
			all = append(append(all, s.payload...), s.scan...)
		}
	})
	return all
}

func TestStrippingKeepsScans(t *testing.T) {
	plain := jpegOf(painted(image.NewNRGBA(image.Rect(0, 0, 65, 49))))
	if p, err := read(t, plain); err != nil || !bytes.HasSuffix(p.Stripped, plain[bytes.Index(plain, []byte{0xff, 0xda}):]) {
		t.Errorf("the end differs, %v", err)
	}
	many := hostile.Progressive(640, 480, 10)
	comment := hostile.Segment(0xfe, []byte(secret))
	talking := bytes.ReplaceAll(many, []byte{0xff, 0xda}, append(comment, 0xff, 0xda)) // between the scans
	for _, content := range [][]byte{plain, cmyk(t), many, talking} {
		p, err := read(t, content)
		if err != nil {
			t.Fatal(err)
		}
		if want := scansOf(content); len(want) < 50 || !bytes.Equal(scansOf(p.Stripped), want) {
			t.Error("the scans differ")
		}
		if bytes.Contains(p.Stripped, []byte(secret)) {
			t.Error("a comment between scans is left")
		}
	}
}

// Without these segments decoders take YCbCr for RGB, or the other way round.
func TestStrippingKeepsHowColoursAreCoded(t *testing.T) {
	jfif := hostile.Segment(0xe0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"))
	adobe := hostile.Segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))
	sample := jpegOf(painted(image.NewNRGBA(image.Rect(0, 0, 64, 48))))
	for name, content := range map[string][]byte{"Adobe": hostile.AfterStart(sample, adobe), "both": hostile.AfterStart(sample, jfif, adobe), "JFIF": hostile.AfterStart(sample, jfif)} {
		p, err := read(t, content)
		if err != nil {
			t.Fatal(name, err)
		}
		samePixels(t, "image/jpeg", content, p.Stripped)
	}
}

func TestDates(t *testing.T) {
	for written, want := range map[string]string{
		"2024:05:06 07:08:09|+02:00": "2024-05-06T05:08:09Z", "2024:05:06 07:08:09|": "2024-05-06T07:08:09Z", "2024:05:06 07:08:09|nonsense": "2024-05-06T07:08:09Z",
		"0000:00:00 00:00:00|": "", "    :  :     :  :  |": "", "1066:10:14 09:00:00|": "", "2024:13:01 00:00:00|": "", "yesterday|+01:00": "",
	} {
		var m Metadata
		date, offset, _ := strings.Cut(written, "|")
		m.take(date, offset)
		got := ""
		if m.TakenAt != nil {
			got = m.TakenAt.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

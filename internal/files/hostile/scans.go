package hostile

import (
	"bytes"
	"slices"
)

// scans are JPEGs that make the decoder go over the same picture again and again: a
// progressive scan of a few bytes is work for every block of the picture.
func scans() []File {
	return []File{
		{"jpeg, 10 progressive scans of nothing", Progressive(640, 480, 10)},
		{"jpeg, 10,000 progressive scans of nothing", Progressive(5_000, 5_000, 10_000)},
		{"jpeg, 1,000,000 progressive scans of nothing", Progressive(1_000, 1_000, 1_000_000)},
		{"jpeg, 49 megapixels, progressive", Progressive(7_000, 7_000, 1)},
		{"jpeg, an end within the scan", bytes.Replace(Sample("jpeg"), []byte{0xff, 0xda}, []byte{0xff, 0xd9}, 1)},
		{"jpeg, two pictures in one", append(Sample("jpeg")[:len(Sample("jpeg"))-2], Sample("jpeg")[2:]...)},
	}
}

// Progressive is a grey picture whose first scan says that all is the same, and whose further scans
// repeat it.
func Progressive(w, h, n int) []byte {
	head := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), 1, 1, 0x11, 0}
	direct := Segment(0xc4, append([]byte{0x00, 1}, make([]byte, 16)...))              // the code 0: no change
	other := Segment(0xc4, append([]byte{0x10, 1}, append(make([]byte, 15), 0xe0)...)) // the code 0: nothing in 16,384 blocks
	blocks := ((w + 7) / 8) * ((h + 7) / 8)
	scan := append(Segment(0xda, []byte{1, 1, 0x00, 1, 63, 0x00}), make([]byte, blocks/16_384*2+2)...)
	first := append(Segment(0xda, []byte{1, 1, 0x00, 0, 0, 0x00}), make([]byte, blocks/8+1)...)
	return slices.Concat([]byte{0xff, 0xd8}, Segment(0xdb, append([]byte{0}, repeated([]byte{1}, 64)...)), Segment(0xc2, head),
		direct, other, first, repeated(scan, n), []byte{0xff, 0xd9})
}

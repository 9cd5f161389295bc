package hostile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// InEXIF puts EXIF data into a picture.
func InEXIF(kind string, s, data []byte) []byte {
	switch kind {
	case "jpeg":
		return AfterStart(s, Segment(0xe1, append([]byte("Exif\x00\x00"), data[:min(len(data), 65_000)]...)))
	case "png":
		return AfterHeader(s, Chunk("eXIf", data))
	case "gif":
		return gifWith(s, '\xff', append([]byte("EXIF DataXXX"), data...))
	case "webp":
		return WebPOf(Extended(8, 64, 48), s[12:], RIFF("EXIF", data))
	case "webp-lossless":
		return WebPOf(Extended(8|16, 64, 48), s[12:], RIFF("EXIF", data))
	}
	s[20] |= 8 // these have an extended header
	return WebPOf(s[12:], RIFF("EXIF", data))
}

// exif are pictures whose EXIF data points in circles, to nowhere, or to too much.
func exif() (all []File) {
	order := binary.BigEndian
	entry := func(id, kind uint16, count, value uint32) []byte {
		return order.AppendUint32(order.AppendUint32(order.AppendUint16(order.AppendUint16(nil, id), kind), count), value)
	}
	data := func(entries ...[]byte) []byte {
		all := order.AppendUint16([]byte("MM\x00*\x00\x00\x00\x08"), uint16(len(entries)))
		return append(append(all, slices.Concat(entries...)...), 0, 0, 0, 8)
	}
	subdirectories := data(entry(0x014a, 4, 2_500, 30))
	for range 2_500 {
		subdirectories = order.AppendUint32(subdirectories, 10_100)
	}
	subdirectories = append(subdirectories, append([]byte{0xff, 0xff}, repeated(entry(1, 1, 1<<31, 0), 65_535)...)...)
	for name, content := range map[string][]byte{
		"the directory is its own camera":       data(entry(0x8769, 4, 1, 8), entry(0x8825, 4, 1, 8)),
		"the directory follows itself":          data(entry(0x0112, 3, 1, 6<<16)),
		"counts of four thousand million":       data(entry(0x9003, 2, 1<<32-1, 8), entry(0x0112, 3, 1<<32-1, 8), entry(0x8825, 4, 1<<30, 8)),
		"values beyond the end":                 data(entry(0x8769, 4, 1, 1<<32-1), entry(0x9003, 2, 20, 1<<31)),
		"65,535 tags that are not there":        []byte("MM\x00*\x00\x00\x00\x08\xff\xff"),
		"65,535 tags":                           append([]byte("MM\x00*\x00\x00\x00\x08\xff\xff"), repeated(entry(0x0112, 3, 1, 6<<16), 65_535)...),
		"2,500 directories of 65,535 tags":      subdirectories,
		"kinds that do not exist":               data(entry(0x0112, 99, 1, 6), entry(0x8769, 0, 1, 8)),
		"the directory lies within the header":  []byte("MM\x00*\x00\x00\x00\x00\x00\x01\x01\x12"),
		"nothing but a header":                  []byte("II*\x00"),
		"a million bytes of nothing":            make([]byte, 1_000_000),
		"orientation 9":                         data(entry(0x0112, 3, 1, 9<<16)),
		"an angle divided by nothing":           TIFF(binary.LittleEndian, Directories{Place: []Tag{{2, 5, make([]byte, 24)}, {4, 5, make([]byte, 24)}}}),
		"a date of 60,000 characters, in bytes": TIFF(binary.LittleEndian, Directories{Camera: []Tag{{0x9003, 2, bytes.Repeat([]byte("2"), 60_000)}}}),
	} {
		all = append(all, each("EXIF: "+name, func(kind string, s []byte) []byte { return InEXIF(kind, s, content) })...)
	}
	slices.SortFunc(all, func(a, b File) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return all
}

// Profile is something that begins like a colour profile of a kind of colours.
func Profile(colours string, size int) []byte {
	profile := make([]byte, max(size, 132))
	binary.BigEndian.PutUint32(profile, uint32(len(profile)))
	copy(profile[12:], "mntr"+colours+"XYZ ")
	copy(profile[36:], "acsp")
	return profile
}

// profiles are pictures with colour profiles that are huge, in pieces, or circular.
func profiles() (all []File) {
	part := func(number, count byte, data []byte) []byte {
		return Segment(0xe2, append([]byte("ICC_PROFILE\x00"), append([]byte{number, count}, data...)...))
	}
	circular := Profile("RGB ", 1_000)
	binary.BigEndian.PutUint32(circular[128:], 1<<32-1) // so many tags
	copy(circular[132:], bytes.Repeat([]byte("rXYZ\x00\x00\x00\x80\x00\x00\x03\xe8"), 70))
	s := Sample("jpeg")
	huge := [][]byte{}
	for i := range 255 {
		huge = append(huge, part(byte(i+1), 255, Profile("RGB ", 65_000)))
	}
	all = append(all,
		File{"jpeg, a profile of 16 megabytes", AfterStart(s, huge...)},
		File{"jpeg, a profile without its first part", AfterStart(s, part(2, 2, circular))},
		File{"jpeg, part 0 of 0", AfterStart(s, part(0, 0, circular))},
		File{"jpeg, part 255 of 1", AfterStart(s, part(255, 1, circular))},
		File{"jpeg, the same part 300 times", AfterStart(s, repeated(part(1, 1, circular), 300))},
		File{"jpeg, an empty profile", AfterStart(s, part(1, 1, nil))},
	)
	for name, profile := range map[string][]byte{"circular": circular, "of 3 megabytes": Profile("RGB ", 3<<20), "of four inks": Profile("CMYK", 500), "of 10 bytes": make([]byte, 10)} {
		all = append(all,
			File{fmt.Sprintf("png, a profile %s", name), AfterHeader(Sample("png"), Chunk("iCCP", append([]byte("icc\x00\x00"), pack(profile)...)))},
			File{fmt.Sprintf("webp, a profile %s", name), WebPOf(Extended(32, 64, 48), RIFF("ICCP", profile), Sample("webp")[12:])})
	}
	slices.SortFunc(all, func(a, b File) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return all
}

package hostile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"slices"
)

// forgedSizes are pictures that claim to be larger or smaller than they are.
func forgedSizes() (all []File) {
	for _, size := range [][2]int{{50_000, 50_000}, {65_500, 65_500}, {65_535, 1}, {1, 65_535}, {7_000, 7_000}, {16_383, 3_000}, {0, 0}, {0, 48}, {64, 0}, {63, 47}} {
		w, h := size[0], size[1]
		all = append(all, each(fmt.Sprintf("claims %d by %d", w, h), func(kind string, s []byte) []byte { return claiming(kind, s, w, h) })...)
	}
	for _, size := range [][2]uint32{{1 << 31, 1 << 31}, {1<<32 - 1, 1<<32 - 1}, {1, 1 << 31}, {30_000, 30_000}, {50_000_000, 1}, {1, 50_000_000}} {
		all = append(all, File{fmt.Sprintf("png, claims %d by %d", size[0], size[1]), pngClaiming(Sample("png"), size[0], size[1])})
	}
	return all
}

func claiming(kind string, s []byte, w, h int) []byte {
	switch kind {
	case "jpeg":
		at := bytes.Index(s, []byte{0xff, 0xc0})
		binary.BigEndian.PutUint16(s[at+5:], uint16(h))
		binary.BigEndian.PutUint16(s[at+7:], uint16(w))
	case "png":
		return pngClaiming(s, uint32(w), uint32(h))
	case "gif":
		binary.LittleEndian.PutUint16(s[6:], uint16(w))
		binary.LittleEndian.PutUint16(s[8:], uint16(h))
	case "webp":
		binary.LittleEndian.PutUint16(s[26:], uint16(w)&0x3fff)
		binary.LittleEndian.PutUint16(s[28:], uint16(h)&0x3fff)
	case "webp-lossless":
		return WebPOf(Extended(0, max(1, w), max(1, h)), s[12:])
	default:
		copy(s[24:], number24(w-1))
		copy(s[27:], number24(h-1))
	}
	return s
}

func pngClaiming(s []byte, w, h uint32) []byte {
	head := bytes.Clone(s[16:29])
	binary.BigEndian.PutUint32(head, w)
	binary.BigEndian.PutUint32(head[4:], h)
	return slices.Concat(s[:8], Chunk("IHDR", head), s[pngHead:])
}

// bombs are small and unpack to much.
func bombs() []File {
	much := packed(400 << 20)
	png := Sample("png")
	text := append([]byte("Comment\x00\x00"), much...)
	return []File{
		{"png, 30,000 by 30,000 of nothing", bombPNG(30_000, 30_000, 8, 0)},
		{"png, 49 megapixels of 16 bits", bombPNG(7_000, 7_000, 16, 0)},
		{"png, 49 megapixels, interlaced", bombPNG(7_000, 7_000, 8, 1)},
		{"png, 6 megapixels of 16 bits, interlaced", bombPNG(2_500, 2_500, 16, 1)},
		{"png, 50,000,000 by 1", bombPNG(50_000_000, 1, 8, 0)},
		{"png, 1 by 40,000,000", bombPNG(1, 40_000_000, 8, 0)},
		{"png, the picture unpacks to 400 megabytes", slices.Concat(png[:pngHead], Chunk("IDAT", much), Chunk("IEND", nil))},
		{"png, the profile unpacks to 400 megabytes", AfterHeader(png, Chunk("iCCP", append([]byte("icc\x00\x00"), much...)))},
		{"png, a text unpacks to 400 megabytes", AfterHeader(png, Chunk("zTXt", text))},
		{"png, EXIF as a text unpacks to 400 megabytes", AfterHeader(png, Chunk("zTXt", append([]byte("Raw profile type exif\x00\x00"), much...)))},
		{"png, an international text unpacks to 400 megabytes", AfterHeader(png, Chunk("iTXt", append([]byte("XML:com.adobe.xmp\x00\x01\x00\x00\x00"), much...)))},
	}
}

// packed is so many zeros, packed.
func packed(n int) []byte {
	var b bytes.Buffer
	to, _ := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	zeros := make([]byte, 1<<20)
	for ; n > 0; n -= len(zeros) {
		_, _ = to.Write(zeros[:min(n, len(zeros))])
	}
	_ = to.Close()
	return b.Bytes()
}

// bombPNG is a black picture in grey, of which every row is there.
func bombPNG(w, h, depth, interlaced int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	head = append(head, byte(depth), 0, 0, 0, byte(interlaced))
	passes := [][4]int{{0, 0, 1, 1}} // where a pass begins, and its steps
	if interlaced == 1 {
		passes = [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
	}
	rows := 0
	for _, p := range passes {
		width, height := (w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3]
		rows += height * (1 + width*depth/8)
	}
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), Chunk("IHDR", head), Chunk("IDAT", packed(min(rows, 100<<20))), Chunk("IEND", nil))
}

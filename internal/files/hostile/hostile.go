// Package hostile makes files that were built to do harm: they lie about their size,
// unpack to gigabytes, point in circles, end early, or are two kinds of file at once.
// It is for tests only.
package hostile

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
)

// File is a hostile file and what is wrong with it.
type File struct {
	Name    string
	Content []byte
}

// All returns every hostile file, the same ones at every call.
func All() []File {
	return slices.Concat(polyglots(), forgedSizes(), bombs(), cut(), damaged(), profiles(), exif(), scans(), animated(), odd())
}

// Segment is a segment of a JPEG.
func Segment(marker byte, payload []byte) []byte {
	head := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2))
	return append(head, payload...)
}

// AfterStart puts segments behind the first marker of a JPEG.
func AfterStart(jpeg []byte, segments ...[]byte) []byte {
	return slices.Concat(jpeg[:2], slices.Concat(segments...), jpeg[2:])
}

// Chunk is a chunk of a PNG.
func Chunk(kind string, data []byte) []byte {
	all := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	all = append(append(all, kind...), data...)
	return binary.BigEndian.AppendUint32(all, crc32.ChecksumIEEE(all[4:]))
}

const pngHead = 8 + 25 // the signature and the header

// AfterHeader puts chunks behind the header of a PNG.
func AfterHeader(png []byte, chunks ...[]byte) []byte {
	return slices.Concat(png[:pngHead], slices.Concat(chunks...), png[pngHead:])
}

// RIFF is a chunk of a WebP.
func RIFF(kind string, data []byte) []byte {
	all := binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(data)))
	return append(append(all, data...), make([]byte, len(data)%2)...)
}

// WebPOf is a WebP of chunks.
func WebPOf(chunks ...[]byte) []byte {
	all := append([]byte("WEBP"), slices.Concat(chunks...)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(all))), all...)
}

// Extended is the extended header of a WebP.
func Extended(flags byte, w, h int) []byte {
	return RIFF("VP8X", slices.Concat([]byte{flags, 0, 0, 0}, number24(w-1), number24(h-1)))
}

func number24(n int) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16)} }

// each makes a file for every kind of picture.
func each(name string, change func(kind string, sample []byte) []byte) (all []File) {
	for _, kind := range Kinds {
		all = append(all, File{fmt.Sprintf("%s, %s", kind, name), change(kind, Sample(kind))})
	}
	return all
}

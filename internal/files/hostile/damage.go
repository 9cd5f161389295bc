package hostile

import (
	"fmt"
	"math/rand/v2"
)

// cut are pictures that end early.
func cut() (all []File) {
	for _, kind := range Kinds {
		s := Sample(kind)
		for i := range 24 {
			at := len(s) * i / 24
			all = append(all, File{fmt.Sprintf("%s, cut after %d of %d bytes", kind, at, len(s)), Sample(kind)[:at]})
		}
		all = append(all, File{kind + ", without its last byte", s[:len(s)-1]})
	}
	return all
}

// damaged are pictures some of whose bytes were changed, always the same ones.
func damaged() (all []File) {
	chance := rand.New(rand.NewPCG(11, 11))
	for _, kind := range Kinds {
		for i := range 24 {
			s := Sample(kind)
			for range 1 + i/4 {
				s[12+chance.IntN(len(s)-12)] = byte(chance.Uint32())
			}
			all = append(all, File{fmt.Sprintf("%s, damaged in way %d", kind, i), s})
		}
	}
	return all
}

// odd are files that hardly contain anything.
func odd() []File {
	return []File{
		{"nothing", nil},
		{"one byte", []byte{0xff}},
		{"zeros", make([]byte, 100_000)},
		{"jpeg, only fill bytes", append([]byte{0xff, 0xd8}, ones(1<<20)...)},
		{"jpeg, start and end", []byte{0xff, 0xd8, 0xff, 0xd9}},
		{"jpeg, a million empty segments", AfterStart(Sample("jpeg"), repeated(Segment(0xe5, nil), 1_000_000))},
		{"jpeg, a million restarts", AfterStart(Sample("jpeg"), repeated([]byte{0xff, 0xd0}, 1_000_000))},
		{"jpeg, a segment shorter than its length", AfterStart(Sample("jpeg"), []byte{0xff, 0xe1, 0, 0})},
		{"png, a million empty chunks", AfterHeader(Sample("png"), repeated(Chunk("teXt", nil), 1_000_000))},
		{"png, two headers", AfterHeader(Sample("png"), Sample("png")[8:pngHead])},
		{"gif, a million comments", gifWithMany(1_000_000)},
		{"webp, a million chunks", WebPOf(Sample("webp")[12:], repeated(RIFF("JUNK", nil), 1_000_000))},
		{"tiff", []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00")},
		{"bmp", append([]byte("BM"), make([]byte, 100)...)},
	}
}

func gifWithMany(n int) []byte {
	s := Sample("gif")
	return append(append(s[:len(s)-1], repeated(gifExtension('\xfe', []byte("x")), n)...), ';')
}

func ones(n int) []byte { return repeated([]byte{0xff}, n) }

func repeated(what []byte, n int) []byte {
	all := make([]byte, 0, n*len(what))
	for range n {
		all = append(all, what...)
	}
	return all
}

package hostile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"slices"
)

// animated are animations of many frames, or with frames that lie elsewhere.
func animated() []File {
	webp := Sample("webp-animated")
	frame := webp[44:] // behind the headers of picture and animation
	still := Sample("webp")[12:]
	elsewhere := slices.Concat(number24(1<<23), number24(1<<23), number24(63), number24(47), number24(100), []byte{0}, still)
	larger := slices.Concat(number24(0), number24(0), number24(7_000), number24(7_000), number24(100), []byte{0}, still)
	return []File{
		{"gif, 10,000 frames", gifFrames(10_000, 64, 48)},
		{"gif, 1,000 frames on 49 megapixels", claiming("gif", gifFrames(1_000, 64, 48), 7_000, 7_000)},
		{"gif, one small frame on a large canvas", claiming("gif", gifFrames(1, 8, 8), 4_000, 3_000)},
		{"gif, no frame", append(Sample("gif")[:13], ';')},
		{"gif, a frame beyond the canvas", claiming("gif", gifFrames(2, 64, 48), 10, 10)},
		{"gif, blocks without end", append(Sample("gif"), repeated([]byte("!\xfe\xff"), 10_000)...)},
		{"png, animated", animatedPNG(3)},
		{"png, animated, 10,000 frames", animatedPNG(10_000)},
		{"webp, 10,000 frames", WebPOf(webp[12:44], repeated(frame, 5_000))},
		{"webp, animated without frames", WebPOf(webp[12:44])},
		{"webp, a frame beyond the canvas", WebPOf(webp[12:44], RIFF("ANMF", elsewhere))},
		{"webp, a frame larger than the canvas", WebPOf(webp[12:44], RIFF("ANMF", larger))},
		{"webp, a frame of nothing", WebPOf(webp[12:44], RIFF("ANMF", nil))},
		{"webp, an animation in an animation", WebPOf(webp[12:44], RIFF("ANMF", append(make([]byte, 16), frame...)))},
		{"webp, says it is animated and is not", WebPOf(Extended(2, 64, 48), still)},
		{"webp, says it has alpha and has not", WebPOf(Extended(16, 64, 48), still)},
		{"webp, a chunk of four gigabytes", WebPOf(still, []byte("EXIF\xff\xff\xff\xff"))},
		{"webp, claims four gigabytes", append([]byte("RIFF\xff\xff\xff\xffWEBP"), still...)},
		{"webp, claims nothing", append([]byte("RIFF\x00\x00\x00\x00WEBP"), still...)},
		{"webp, two extended headers", WebPOf(Extended(0, 64, 48), Extended(0, 64, 48), still)},
		{"webp, two pictures", WebPOf(still, still)},
	}
}

func gifFrames(n, w, h int) []byte {
	all := &gif.GIF{}
	for i := range n {
		m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White})
		m.Pix[i%len(m.Pix)] = 1
		all.Image, all.Delay = append(all.Image, m), append(all.Delay, 1)
	}
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, all)
	return b.Bytes()
}

func animatedPNG(frames int) []byte {
	png := Sample("png")
	number := func(n ...uint32) (all []byte) {
		for _, v := range n {
			all = binary.BigEndian.AppendUint32(all, v)
		}
		return all
	}
	var more []byte
	for i := range uint32(frames) {
		more = append(more, Chunk("fcTL", append(number(2*i, 64, 48, 0, 0), 0, 1, 0, 10, 0, 0))...)
		more = append(more, Chunk("fdAT", append(number(2*i+1), pack(make([]byte, 48*65))...))...)
	}
	return slices.Concat(AfterHeader(png[:len(png)-12], Chunk("acTL", number(uint32(frames), 0))), more, Chunk("IEND", nil))
}

func pack(data []byte) []byte {
	var b bytes.Buffer
	to := zlib.NewWriter(&b)
	_, _ = to.Write(data)
	_ = to.Close()
	return b.Bytes()
}

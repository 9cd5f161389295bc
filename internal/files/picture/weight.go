package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
)

// weigh returns the bytes of memory that decoding takes for each pixel. From stands
// at the beginning of the picture.
func weigh(kind string, from io.Reader, config image.Config) (float64, error) {
	switch kind {
	case "image/jpeg":
		f, err := readFrame(bufio.NewReader(from))
		return f.weight(), err
	case "image/png":
		return weighPNG(from, config.ColorModel)
	case "image/webp":
		return weighWebP(from)
	}
	return 1, nil // GIF
}

func weighPNG(from io.Reader, m color.Model) (float64, error) {
	head := make([]byte, 29)
	if _, err := io.ReadFull(from, head); err != nil {
		return 0, errBroken
	}
	weight := 4.0 // grey too, where one shade is transparent
	switch m {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		weight = 8
	}
	if _, ok := m.(color.Palette); ok {
		weight = 1
	}
	if interlaced := head[28] != 0; interlaced {
		weight *= 2 // the picture, and its seven passes
	}
	return weight, nil
}

func weighWebP(from io.Reader) (float64, error) {
	head := make([]byte, 16)
	if _, err := io.ReadFull(from, head); err != nil {
		return 0, errBroken
	}
	if string(head[12:]) == "VP8 " {
		return 2, nil
	}
	return 6.5, nil // alpha is decoded as a picture of its own
}

// frame is how the picture of a JPEG is coded.
type frame struct {
	progressive, jfif, adobeRGB bool
	components                  []byte // three bytes each: name, sampling, table
}

// weight counts the planes, the coefficients that a progressive picture needs until its last scan, and
// the copy that the decoder makes of RGB and CMYK.
func (f frame) weight() float64 {
	var samples, most float64
	names := ""
	for c := f.components; len(c) >= 3; c = c[3:] {
		n := float64(c[1]>>4) * float64(c[1]&15)
		samples, most = samples+n, max(most, n)
		names += string(c[:1])
	}
	weight := samples / max(1, most)
	if f.progressive {
		weight *= 5
	}
	if rgb := !f.jfif && (f.adobeRGB || names == "RGB"); rgb && len(names) == 3 || len(names) == 4 {
		weight += 4
	}
	return weight
}

// readFrame reads the segments before the first scan.
func readFrame(from *bufio.Reader) (f frame, err error) {
	if _, err := from.Discard(2); err != nil {
		return f, errBroken
	}
	for {
		marker, payload, err := readSegment(from)
		switch {
		case err != nil:
			return f, err
		case marker == jpegScan || marker == jpegEnd:
			return f, nil
		case marker >= 0xc0 && marker <= 0xc2 && len(payload) > 6:
			f.progressive, f.components = marker == 0xc2, payload[6:]
		case marker == jpegJFIF && len(payload) >= 5 && string(payload[:5]) == jfifPrefix:
			f.jfif = true
		case marker == jpegAdobe && len(payload) >= 12 && string(payload[:5]) == adobePrefix:
			f.adobeRGB = payload[11] == 0
		}
	}
}

func readSegment(from *bufio.Reader) (marker byte, payload []byte, err error) {
	for marker == 0 || marker == 0xff || marker >= jpegRestart && marker < jpegRestart+8 {
		before := marker
		if marker, err = from.ReadByte(); err != nil {
			return 0, nil, errBroken
		}
		if before != 0xff && marker != 0xff {
			marker = 0 // a byte between segments
		}
	}
	if marker == jpegEnd {
		return marker, nil, nil
	}
	var size [2]byte
	_, err = io.ReadFull(from, size[:])
	n := int(binary.BigEndian.Uint16(size[:])) - 2
	if err != nil || n < 0 {
		return 0, nil, errBroken
	}
	payload = make([]byte, n)
	if _, err := io.ReadFull(from, payload); err != nil {
		return 0, nil, errors.Join(errBroken, err)
	}
	return marker, payload, nil
}

package picture

import (
	"bytes"
	"image"
	"io"

	"golang.org/x/image/webp"
)

// decodeWebP decodes a picture, or the first frame of an animation, of which the
// decoder knows nothing.
func decodeWebP(from io.Reader) (image.Image, error) {
	content, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	head := webpChunk(content, "VP8X")
	if len(head) != webpExtended || head[0]&webpAnimated == 0 {
		return decodeStill(content)
	}
	frame := webpChunk(content, "ANMF")
	if len(frame) < webpFrameHead {
		return nil, errBroken
	}
	m, err := decodeStill(stillOf(frame))
	canvas := image.Rect(0, 0, 1+number24(head[4:]), 1+number24(head[7:]))
	at := image.Pt(2*number24(frame), 2*number24(frame[3:]))
	if err != nil || !m.Bounds().Add(at).In(canvas) {
		return nil, errBroken
	}
	return movedBy(m, at), nil
}

// stillOf makes a picture of a frame.
func stillOf(frame []byte) []byte {
	extended := make([]byte, webpExtended)
	copy(extended[4:], frame[6:12]) // width and height
	_ = riffChunks(frame[webpFrameHead:], func(kind string, _ []byte) {
		if kind == "ALPH" {
			extended[0] |= webpAlpha
		}
	})
	return webpOf(append(appendRIFF(nil, "VP8X", extended), strippedFrame(frame)[webpFrameHead:]...))
}

// movedBy places a frame on the canvas. Offsets are even, as subsampled colours need.
func movedBy(m image.Image, at image.Point) image.Image {
	switch m := m.(type) {
	case *image.YCbCr:
		m.Rect = m.Rect.Add(at)
	case *image.NYCbCrA:
		m.Rect = m.Rect.Add(at)
	case *image.NRGBA:
		m.Rect = m.Rect.Add(at)
	}
	return m
}

func number24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// decodeStill decodes a picture. WebP codes brightness from 16 to 235, which the
// decoder leaves to its callers; without the correction black would be grey.
func decodeStill(content []byte) (image.Image, error) {
	m, err := webp.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case *image.YCbCr:
		fullRange(m)
	case *image.NYCbCrA:
		fullRange(&m.YCbCr)
	}
	return m, nil
}

func fullRange(m *image.YCbCr) {
	var brightness, colour [256]byte
	for i := range 256 {
		brightness[i] = clamped((i-16)*255, 219)
		colour[i] = clamped((i-128)*255+128*224, 224)
	}
	for i, v := range m.Y {
		m.Y[i] = brightness[v]
	}
	for i, v := range m.Cb {
		m.Cb[i] = colour[v]
	}
	for i, v := range m.Cr {
		m.Cr[i] = colour[v]
	}
}

// clamped is a rounded quotient, as far as a byte holds it.
func clamped(v, by int) byte { return byte(max(0, min(255, (v+by/2)/by))) }

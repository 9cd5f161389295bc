package picture

import (
	"encoding/binary"
	"slices"
)

// A WebP is a RIFF file; its chunks are padded to even lengths. Frames of an
// animation are chunks that hold chunks.
var (
	webpKept      = []string{"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"}
	webpFrameKept = []string{"VP8 ", "VP8L", "ALPH"}
)

const (
	webpFrameHead = 16 // bytes of a frame before its chunks
	webpExtended  = 10 // bytes of VP8X
)

const ( // flags of VP8X
	webpAnimated = 1 << 1
	webpXMP      = 1 << 2
	webpEXIF     = 1 << 3
	webpAlpha    = 1 << 4
)

// webpChunks calls each for every chunk of a WebP.
func webpChunks(content []byte, each func(kind string, data []byte)) error {
	if len(content) < 12 {
		return errBroken
	}
	end := min(int64(len(content)), 8+int64(binary.LittleEndian.Uint32(content[4:])))
	return riffChunks(content[12:max(12, end)], each)
}

func riffChunks(content []byte, each func(kind string, data []byte)) error {
	for len(content) >= 8 {
		n := int64(binary.LittleEndian.Uint32(content[4:]))
		if 8+n > int64(len(content)) {
			return errBroken
		}
		each(string(content[:4]), content[8:8+n])
		content = content[min(8+n+n%2, int64(len(content))):]
	}
	return nil
}

func appendRIFF(to []byte, kind string, data []byte) []byte {
	to = binary.LittleEndian.AppendUint32(append(to, kind...), uint32(len(data)))
	return append(append(to, data...), make([]byte, len(data)%2)...)
}

// webpOf is a WebP of chunks.
func webpOf(chunks []byte) []byte {
	all := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+len(chunks)))
	return append(append(all, "WEBP"...), chunks...)
}

// strippedWebP keeps the picture and its colour profile. Orientation and date need
// the extended header; pictures without one have no EXIF data.
func strippedWebP(content []byte, m Metadata) ([]byte, error) {
	kept := make([]byte, 0, len(content)+200)
	exif, extended := m.exif(), false
	err := webpChunks(content, func(kind string, data []byte) {
		switch {
		case !slices.Contains(webpKept, kind):
			return
		case kind == "VP8X" && len(data) == webpExtended:
			extended = true
			data = slices.Clone(data)
			data[0] &^= webpXMP | webpEXIF
			if exif != nil {
				data[0] |= webpEXIF
			}
		case kind == "ANMF":
			data = strippedFrame(data)
		}
		kept = appendRIFF(kept, kind, data)
	})
	if extended && exif != nil {
		kept = appendRIFF(kept, "EXIF", exif)
	}
	return webpOf(kept), err
}

// strippedFrame drops what does not belong to the picture from a frame.
func strippedFrame(data []byte) []byte {
	if len(data) < webpFrameHead {
		return nil
	}
	kept := slices.Clone(data[:webpFrameHead])
	_ = riffChunks(data[webpFrameHead:], func(kind string, data []byte) {
		if slices.Contains(webpFrameKept, kind) {
			kept = appendRIFF(kept, kind, data)
		}
	})
	return kept
}

// webpChunk is the data of the first chunk of a kind.
func webpChunk(content []byte, wanted string) (found []byte) {
	_ = webpChunks(content, func(kind string, data []byte) {
		if found == nil && kind == wanted {
			found = data
		}
	})
	return found
}

func webpEXIFData(content []byte) []byte {
	if len(webpChunk(content, "VP8X")) != webpExtended {
		return nil
	}
	return webpChunk(content, "EXIF")
}

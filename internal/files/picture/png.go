package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
)

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	maxUnpacked  = 4 << 20 // of a colour profile
)

// pngKept are the chunks that say how a picture looks; all others are metadata.
var pngKept = []string{"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"}

// chunks calls each for every chunk up to the end of the picture.
func chunks(content []byte, each func(kind string, data, whole []byte)) error {
	for at := len(pngSignature); at+12 <= len(content); {
		n := int64(binary.BigEndian.Uint32(content[at:]))
		if int64(at)+12+n > int64(len(content)) {
			return errBroken
		}
		end := at + 12 + int(n)
		kind := string(content[at+4 : at+8])
		each(kind, content[at+8:end-4], content[at:end])
		if kind == "IEND" {
			return nil
		}
		at = end
	}
	return errBroken
}

// pngChunk is the data of the first chunk of a kind.
func pngChunk(content []byte, wanted string) (found []byte) {
	_ = chunks(content, func(kind string, data, _ []byte) {
		if found == nil && kind == wanted {
			found = data
		}
	})
	return found
}

func appendChunk(to []byte, kind string, data []byte) []byte {
	to = binary.BigEndian.AppendUint32(to, uint32(len(data)))
	begin := len(to)
	to = append(append(to, kind...), data...)
	return binary.BigEndian.AppendUint32(to, crc32.ChecksumIEEE(to[begin:]))
}

// strippedPNG keeps the chunks that define how the picture looks, and orientation and date. A broken
// colour profile is dropped.
func strippedPNG(content []byte, m Metadata) ([]byte, error) {
	kept := append(make([]byte, 0, len(content)+200), pngSignature...)
	exif := m.exif()
	err := chunks(content, func(kind string, data, whole []byte) {
		if slices.Contains(pngKept, kind) && (kind != "iCCP" || unpacked(data) != nil) {
			kept = append(kept, whole...)
		}
		if kind == "IHDR" && exif != nil {
			kept, exif = appendChunk(kept, "eXIf", exif), nil
		}
	})
	return kept, err
}

// unpacked is a colour profile from its chunk; nil if it is broken or too large.
func unpacked(data []byte) []byte {
	name, packed, ok := bytes.Cut(data, []byte{0})
	if !ok || len(name) > 79 || len(packed) < 2 {
		return nil
	}
	from, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(from, maxUnpacked+1))
	if err != nil || len(profile) > maxUnpacked {
		return nil
	}
	return profile
}

// withPNGProfile puts a colour profile behind the header.
func withPNGProfile(content, profile []byte) []byte {
	var packed bytes.Buffer
	packed.WriteString("icc\x00\x00")
	to := zlib.NewWriter(&packed)
	_, _ = to.Write(profile)
	_ = to.Close()
	const header = len(pngSignature) + 25
	with := append(make([]byte, 0, len(content)+packed.Len()+12), content[:header]...)
	return append(appendChunk(with, "iCCP", packed.Bytes()), content[header:]...)
}

package picture

import (
	"bytes"
	"encoding/binary"
)

// A JPEG is a row of segments, each with a marker. Behind the one that begins a scan
// lies the coded picture; there may be many scans, and segments between them.
const (
	jpegRestart = 0xd0 // to 0xd7
	jpegEnd     = 0xd9
	jpegScan    = 0xda
	jpegTables  = 0xdb
	jpegDRI     = 0xdd
	jpegJFIF    = 0xe0
	jpegEXIF    = 0xe1
	jpegProfile = 0xe2
	jpegAdobe   = 0xee

	exifPrefix    = "Exif\x00\x00"
	jfifPrefix    = "JFIF\x00"
	profilePrefix = "ICC_PROFILE\x00"
	adobePrefix   = "Adobe"

	// Progressive pictures have about ten scans. Each is work for the whole picture,
	// even if it is a few bytes long.
	maxScans = 100
)

type segment struct {
	marker        byte
	payload, scan []byte
}

func (s segment) is(marker byte, prefix string) bool {
	return s.marker == marker && bytes.HasPrefix(s.payload, []byte(prefix))
}

// segments calls each for every segment of a JPEG. Like the decoder it skips bytes between them.
func segments(content []byte, each func(segment)) error {
	scans := 0
	for at := 2; ; {
		marker, next := nextMarker(content, at)
		switch {
		case marker == jpegEnd:
			return nil
		case marker >= jpegRestart && marker < jpegRestart+8: // one too many; harmless
			at = next
			continue
		case next+2 > len(content):
			return errBroken
		}
		end := next + int(binary.BigEndian.Uint16(content[next:]))
		if end < next+2 || end > len(content) {
			return errBroken
		}
		s := segment{marker: marker, payload: content[next+2 : end]}
		if marker == jpegScan {
			if scans++; scans > maxScans {
				return errHeavy
			}
			s.scan = content[end:scanEnd(content, end)]
		}
		each(s)
		at = end + len(s.scan)
	}
}

// nextMarker finds a marker, and where what belongs to it begins.
func nextMarker(content []byte, at int) (marker byte, next int) {
	for at+1 < len(content) {
		i := bytes.IndexByte(content[at:], 0xff)
		if i < 0 || at+i+1 >= len(content) {
			break
		}
		at += i + 1
		if content[at] != 0 && content[at] != 0xff {
			return content[at], at + 1
		}
	}
	return 0, len(content)
}

// scanEnd is where the coded picture that begins at an offset ends: at the next
// marker that is no restart.
func scanEnd(content []byte, at int) int {
	for at+1 < len(content) {
		i := bytes.IndexByte(content[at:], 0xff)
		if i < 0 || at+i+1 >= len(content) {
			break
		}
		at += i
		marker := content[at+1]
		if marker != 0 && marker != 0xff && (marker < jpegRestart || marker >= jpegRestart+8) {
			return at
		}
		at++
	}
	return len(content)
}

func appendSegment(to []byte, marker byte, payload ...[]byte) []byte {
	to = append(to, 0xff, marker, 0, 0)
	begin := len(to)
	for _, part := range payload {
		to = append(to, part...)
	}
	binary.BigEndian.PutUint16(to[begin-2:], uint16(len(to)-begin+2))
	return to
}

// jpegEXIFData is the first EXIF data of a JPEG.
func jpegEXIFData(content []byte) (found []byte) {
	_ = segments(content, func(s segment) {
		if found == nil && s.is(jpegEXIF, exifPrefix) {
			found = s.payload[len(exifPrefix):]
		}
	})
	return found
}

// strippedJPEG keeps the picture, how its colours are coded, the colour profile, and
// of the EXIF data orientation and date.
func strippedJPEG(content []byte, m Metadata) ([]byte, error) {
	kept := append(make([]byte, 0, len(content)+200), 0xff, 0xd8)
	kept = append(kept, jfif(content)...)
	if exif := m.exif(); exif != nil {
		kept = appendSegment(kept, jpegEXIF, []byte(exifPrefix), exif)
	}
	err := segments(content, func(s segment) {
		if s.is(jpegAdobe, adobePrefix) && len(s.payload) >= 12 {
			kept = appendSegment(kept, s.marker, s.payload[:12])
		}
		if drawn(s.marker) || s.is(jpegProfile, profilePrefix) {
			kept = append(appendSegment(kept, s.marker, s.payload), s.scan...)
		}
	})
	return append(kept, 0xff, jpegEnd), err
}

// drawn reports whether a decoder needs a segment.
func drawn(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf || marker == jpegScan || marker == jpegTables || marker == jpegDRI
}

// jfif is the segment that says that colours are YCbCr, without its thumbnail.
func jfif(content []byte) (kept []byte) {
	_ = segments(content, func(s segment) {
		if kept != nil || !s.is(jpegJFIF, jfifPrefix) {
			return
		}
		density := []byte("\x01\x01\x00\x00\x01\x00\x01")
		if len(s.payload) >= 12 {
			density = s.payload[5:12]
		}
		kept = appendSegment(nil, jpegJFIF, []byte(jfifPrefix), density, []byte{0, 0})
	})
	return kept
}

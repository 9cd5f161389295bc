package ziplist

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
)

// Open reads an entry, without its checksum.
func (e Entry) Open(file io.ReaderAt) (io.Reader, error) {
	var head [headBytes]byte
	if e.from < 0 || e.packed < 0 {
		return nil, ErrBroken
	}
	if _, err := file.ReadAt(head[:], e.from); err != nil || !bytes.HasPrefix(head[:], []byte("PK\x03\x04")) {
		return nil, ErrBroken
	}
	at := e.from + headBytes + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	packed := io.NewSectionReader(file, at, e.packed)
	switch e.method {
	case zip.Store:
		return packed, nil
	case zip.Deflate:
		return flate.NewReader(packed), nil
	}
	return nil, ErrBroken
}

package portable

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"io"
)

// sameBytes writes the archive again from what was read of it, and compares each byte with
// the one that is there: a ZIP has many that nobody reads. Those that still mean the same,
// such as the last bits of what is deflated, are sealed by a hash in the comment of the ZIP.
func (v *verifier) sameBytes(z *zip.Reader) error {
	compare := &comparison{from: v.from, sum: sha256.New()}
	again := zip.NewWriter(compare)
	for _, f := range z.File {
		if !asWritten(f) {
			v.find(f.Name, 0, "the head of its entry is not as Vitrine writes it")
			return nil
		}
		h := f.FileHeader
		h.Extra = nil
		to, err := again.CreateRaw(&h)
		var raw io.Reader
		if err == nil {
			raw, err = f.OpenRaw()
		}
		if err == nil {
			_, err = io.Copy(to, raw)
		}
		if err != nil && !errors.Is(err, errOtherByte) {
			v.find(f.Name, 0, "it cannot be read: %v", err)
			return nil
		}
		if err != nil {
			v.find(f.Name, 0, "bytes of the ZIP at or before it are not as Vitrine writes them")
			return nil
		}
	}
	err := again.Flush()
	seal := hex.EncodeToString(compare.sum.Sum(nil))
	if err == nil {
		err = errors.Join(again.SetComment(z.Comment), again.Close())
	}
	switch {
	case errors.Is(err, errOtherByte), err == nil && compare.at != v.size:
		v.find("", 0, "bytes of the ZIP between or behind its entries are not as Vitrine writes them")
		return nil
	case err == nil && z.Comment != seal:
		v.find("", 0, "its bytes have the hash %s, and the comment of the ZIP has %.100q", seal, z.Comment)
	}
	return err
}

// What the writer tells of each entry: sizes follow the bytes, and which version of the format
// it takes to read it.
const streamed, version20, version45 = 8, 20, 45

// asWritten reports whether what a ZIP tells of an entry besides its name, size and checksum
// is what the writer tells.
func asWritten(f *zip.File) bool {
	extra, large := f.Extra, f.UncompressedSize64 >= 1<<32-1 || f.CompressedSize64 >= 1<<32-1
	if len(extra) >= 4 && binary.LittleEndian.Uint16(extra) == 1 { // sizes and places beyond 4 GiB
		extra, large = nil, true
	}
	return f.Flags == streamed && (f.Method == zip.Store || f.Method == zip.Deflate) && f.ModifiedTime == 0 && f.ModifiedDate == 0 && f.ExternalAttrs == 0 && f.Comment == "" &&
		len(extra) == 0 && (f.CreatorVersion == version20 || large && f.CreatorVersion == version45) && (f.ReaderVersion == version20 || large && f.ReaderVersion == version45)
}

var errOtherByte = errors.New("another byte")

// comparison compares what is written to it with what is there.
type comparison struct {
	from io.ReaderAt
	at   int64
	have []byte
	sum  hash.Hash
}

func (c *comparison) Write(b []byte) (int, error) {
	if cap(c.have) < len(b) {
		c.have = make([]byte, len(b))
	}
	have := c.have[:len(b)]
	if n, err := c.from.ReadAt(have, c.at); n < len(b) || err != nil && !errors.Is(err, io.EOF) || !bytes.Equal(have, b) {
		return 0, errOtherByte
	}
	c.at += int64(len(b))
	c.sum.Write(b)
	return len(b), nil
}

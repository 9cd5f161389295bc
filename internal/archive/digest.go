package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math/bits"
)

// Digest counts the rows that are written to it and adds up their hashes. The
// order of rows does not matter, as it does not in a table; a row that is
// there twice counts twice. However long a row is, none of it is kept.
type Digest struct {
	Rows   int64
	hi, lo uint64
	row    hash.Hash // of a row that has not ended yet
	cut    bool      // there is one
}

func (d *Digest) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		part, rest, ended := bytes.Cut(p, []byte{'\n'})
		switch {
		case ended && !d.cut:
			sum := sha256.Sum256(part)
			d.add(sum[:])
		case ended:
			d.row.Write(part)
			d.add(d.row.Sum(nil))
			d.cut = false
		default:
			d.begin(part)
		}
		p = rest
	}
	return n, nil
}

// begin takes a part of a row whose end is still to come.
func (d *Digest) begin(part []byte) {
	if d.row == nil {
		d.row = sha256.New()
	}
	if !d.cut {
		d.row.Reset()
	}
	d.row.Write(part)
	d.cut = true
}

func (d *Digest) add(sum []byte) {
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, binary.BigEndian.Uint64(sum[8:]), 0)
	d.hi, _ = bits.Add64(d.hi, binary.BigEndian.Uint64(sum), carry)
	d.Rows++
}

// Fingerprint is the same for the same rows. A last row without an end is a
// row too: it must not go unnoticed.
func (d *Digest) Fingerprint() string {
	if d.cut {
		return fmt.Sprintf("cut off after %d rows", d.Rows)
	}
	return fmt.Sprintf("%016x%016x", d.hi, d.lo)
}

package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math/bits"
)

// Digest counts rows and sums their hashes, independent of their order;
// duplicates count. Rows are not kept in memory, however long.
type Digest struct {
	Rows   int64
	hi, lo uint64
	row    hash.Hash // hash of an incomplete row
	cut    bool      // there is an incomplete row
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

// begin takes part of a row that is not complete yet.
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

// Fingerprint is the same for the same rows. A last row without a line end
// counts too, so that it is noticed.
func (d *Digest) Fingerprint() string {
	if d.cut {
		return fmt.Sprintf("cut off after %d rows", d.Rows)
	}
	return fmt.Sprintf("%016x%016x", d.hi, d.lo)
}

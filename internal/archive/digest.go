package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Digest counts the rows that are written to it and adds up their hashes. The
// order of rows does not matter, as it does not in a table; a row that is
// there twice counts twice.
type Digest struct {
	Rows    int64
	hi, lo  uint64
	started []byte // the beginning of a row that has not ended yet
}

func (d *Digest) Write(p []byte) (int, error) {
	n := len(p)
	for {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			d.started = append(d.started, p...)
			return n, nil
		}
		row := p[:end]
		if len(d.started) > 0 {
			row = append(d.started, row...)
			d.started = row[:0]
		}
		d.add(row)
		p = p[end+1:]
	}
}

func (d *Digest) add(row []byte) {
	sum := sha256.Sum256(row)
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, binary.BigEndian.Uint64(sum[8:]), 0)
	d.hi, _ = bits.Add64(d.hi, binary.BigEndian.Uint64(sum[:]), carry)
	d.Rows++
}

// Fingerprint is the same for the same rows. A last row without an end is a
// row too: it must not go unnoticed.
func (d *Digest) Fingerprint() string {
	if len(d.started) > 0 {
		return fmt.Sprintf("cut off after %d rows", d.Rows)
	}
	return fmt.Sprintf("%016x%016x", d.hi, d.lo)
}

// Package ziplist lists the entries of a ZIP one by one. The standard library makes an object
// for each before anybody can count them, which is too late in files of strangers.
package ziplist

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// ErrBroken means that there is no directory, or not where it should be.
var ErrBroken = errors.New("the file is no whole ZIP")

// The parts of a directory, by their lengths without variable parts.
const (
	endBytes      = 22
	end64Bytes    = 56
	locatorBytes  = 20
	entryBytes    = 46
	headBytes     = 30
	maxEndComment = 64 << 10
)

// Entry is one as the directory tells of it. The name is overwritten afterwards.
type Entry struct {
	Name []byte

	method       uint16
	packed, from int64
}

// Walk calls visit with each entry, until it returns false.
func Walk(file io.ReaderAt, size int64, visit func(Entry) bool) error {
	from, err := directory(file, size)
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.NewSectionReader(file, from, size-from), 64<<10)
	var head [entryBytes]byte
	var rest []byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil || !bytes.HasPrefix(head[:], []byte("PK\x01\x02")) {
			return readError(err)
		}
		name, extra, comment := int(binary.LittleEndian.Uint16(head[28:])), int(binary.LittleEndian.Uint16(head[30:])), int(binary.LittleEndian.Uint16(head[32:]))
		rest = append(rest[:0], make([]byte, name+extra)...)
		if _, err := io.ReadFull(r, rest); err != nil {
			return readError(err)
		}
		e := Entry{Name: rest[:name], method: binary.LittleEndian.Uint16(head[10:]), packed: int64(binary.LittleEndian.Uint32(head[20:])), from: int64(binary.LittleEndian.Uint32(head[42:]))}
		e.widen(binary.LittleEndian.Uint32(head[24:]), rest[name:])
		if !visit(e) {
			return nil
		}
		if _, err := r.Discard(comment); err != nil {
			return readError(err)
		}
	}
}

// widen takes numbers that need more than 32 bits from where a large ZIP has them.
func (e *Entry) widen(unpacked uint32, extra []byte) {
	for len(extra) >= 4 {
		kind, length := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; length > len(extra) {
			return
		}
		field := extra[:length]
		extra = extra[length:]
		if kind != 1 {
			continue
		}
		if unpacked == 0xffffffff && len(field) >= 8 {
			field = field[8:]
		}
		for _, n := range []*int64{&e.packed, &e.from} {
			if *n == 0xffffffff && len(field) >= 8 {
				*n, field = int64(binary.LittleEndian.Uint64(field)), field[8:]
			}
		}
	}
}

func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// directory is where it begins. One that is not right before its end is refused, because
// readers do not agree where it is.
func directory(file io.ReaderAt, size int64) (int64, error) {
	tail := make([]byte, min(size, maxEndComment+endBytes))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || at+endBytes > len(tail) || at+endBytes+int(binary.LittleEndian.Uint16(tail[at+20:])) > len(tail) {
		return 0, ErrBroken
	}
	end := size - int64(len(tail)) + int64(at)
	length, from := int64(binary.LittleEndian.Uint32(tail[at+12:])), int64(binary.LittleEndian.Uint32(tail[at+16:]))
	if length == 0xffffffff || from == 0xffffffff || binary.LittleEndian.Uint16(tail[at+10:]) == 0xffff {
		wide, err := directory64(file, end)
		if err != nil {
			return 0, err
		}
		if wide != nil {
			end = wide.end
			length, from = wide.length, wide.from
		}
	}
	if from < 0 || length < 0 || from+length != end {
		return 0, ErrBroken
	}
	return from, nil
}

type wideDirectory struct{ end, length, from int64 }

// directory64 reads the end of a large ZIP's directory, if there is one.
func directory64(file io.ReaderAt, end int64) (*wideDirectory, error) {
	var locator [locatorBytes]byte
	if end < locatorBytes {
		return nil, nil
	}
	if _, err := file.ReadAt(locator[:], end-locatorBytes); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(locator[:], []byte("PK\x06\x07")) {
		return nil, nil
	}
	at := int64(binary.LittleEndian.Uint64(locator[8:]))
	var wide [end64Bytes]byte
	if at < 0 || at > end-locatorBytes-end64Bytes {
		return nil, ErrBroken
	}
	if _, err := file.ReadAt(wide[:], at); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(wide[:], []byte("PK\x06\x06")) {
		return nil, ErrBroken
	}
	return &wideDirectory{at, int64(binary.LittleEndian.Uint64(wide[40:])), int64(binary.LittleEndian.Uint64(wide[48:]))}, nil
}

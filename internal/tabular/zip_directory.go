package tabular

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

var errDirectory = failed(Damaged, 0, "The file is no whole ZIP. Perhaps it was cut while it was sent.")

// The parts of a ZIP's directory, by their lengths without variable parts.
const (
	endBytes      = 22
	end64Bytes    = 56
	locatorBytes  = 20
	entryBytes    = 46
	maxEndComment = 64 << 10
)

// walkDirectory calls visit with each name in a ZIP's directory, until it returns false. The
// standard library makes an object for each entry before anybody can count them.
func walkDirectory(file io.ReaderAt, size int64, visit func(name []byte) bool) error {
	from, err := directory(file, size)
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.NewSectionReader(file, from, size-from), 64<<10)
	var head [entryBytes]byte
	var name []byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil || !bytes.HasPrefix(head[:], []byte("PK\x01\x02")) {
			return readError(err)
		}
		name = append(name[:0], make([]byte, binary.LittleEndian.Uint16(head[28:]))...)
		if _, err := io.ReadFull(r, name); err != nil {
			return readError(err)
		}
		if !visit(name) {
			return nil
		}
		rest := int(binary.LittleEndian.Uint16(head[30:])) + int(binary.LittleEndian.Uint16(head[32:]))
		if _, err := r.Discard(rest); err != nil {
			return readError(err)
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
		return 0, errDirectory
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
		return 0, errDirectory
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
		return nil, errDirectory
	}
	if _, err := file.ReadAt(wide[:], at); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(wide[:], []byte("PK\x06\x06")) {
		return nil, errDirectory
	}
	return &wideDirectory{at, int64(binary.LittleEndian.Uint64(wide[40:])), int64(binary.LittleEndian.Uint64(wide[48:]))}, nil
}

// otherPackages are ZIPs of programs whose files we do not read, by a name in them.
var otherPackages = map[string]string{
	"content.xml":          "an OpenDocument file",
	"xl/workbook.bin":      "a binary spreadsheet",
	"word/document.xml":    "a text document",
	"ppt/presentation.xml": "a presentation",
	"Index/Document.iwa":   "a file of Numbers or Pages",
}

// zipFormat tells what a ZIP is by the names in it. An archive of ours has both a manifest and
// data.
func zipFormat(file io.ReaderAt, size int64) (string, error) {
	format, other := ZIP, ""
	manifest, data := false, false
	err := walkDirectory(file, size, func(name []byte) bool {
		switch string(name) {
		case "xl/workbook.xml":
			format = XLSX
		case "tellico.xml":
			format = Tellico
		case "manifest.json":
			manifest = true
		}
		data = data || bytes.HasPrefix(name, []byte("data/")) && bytes.HasSuffix(name, []byte(".jsonl"))
		if what, ok := otherPackages[string(name)]; ok {
			other = what
		}
		return format == ZIP
	})
	switch {
	case err != nil || format != ZIP:
		return format, err
	case manifest && data:
		return Archive, nil
	case other != "":
		return "", refused(other, "Save the table as XLSX or CSV.")
	}
	return ZIP, nil
}

package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// Encodings are the encodings that a user may choose.
var Encodings = []string{"utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
	"iso-8859-1", "iso-8859-2", "iso-8859-15", "macintosh", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"}

var encodings = map[string]encoding.Encoding{
	"utf-16le":     unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be":     unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"windows-1250": charmap.Windows1250,
	"windows-1251": charmap.Windows1251,
	"windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253,
	"windows-1254": charmap.Windows1254,
	"iso-8859-1":   charmap.ISO8859_1,
	"iso-8859-2":   charmap.ISO8859_2,
	"iso-8859-15":  charmap.ISO8859_15,
	"macintosh":    charmap.Macintosh,
	"gb18030":      simplifiedchinese.GB18030,
	"big5":         traditionalchinese.Big5,
	"shift_jis":    japanese.ShiftJIS,
	"euc-jp":       japanese.EUCJP,
	"euc-kr":       korean.EUCKR,
}

// usual is the encoding other than UTF-8 that programs in a country use.
func usual(locale string) string {
	switch locale {
	case "zh_CN":
		return "gb18030"
	case "ja_JP":
		return "shift_jis"
	}
	return "windows-1252"
}

// byteOrder recognises the encoding by the byte order mark, and returns its length.
func byteOrder(head []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return "utf-8", 3
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return "utf-16le", 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "utf-16be", 2
	}
	return "", 0
}

// decoded is a text file whose encoding is known. It can be read many times.
type decoded struct {
	file     io.ReaderAt
	from     int64 // after the byte order mark
	size     int64
	encoding string
}

// decode chooses an encoding: the given one, by the mark, UTF-8 if all bytes are valid, else the usual
// one of the locale.
func decode(file io.ReaderAt, size int64, chosen, locale string) (decoded, error) {
	head := make([]byte, 3)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return decoded{}, err
	}
	marked, length := byteOrder(head[:n])
	d := decoded{file: file, size: size, encoding: chosen}
	if chosen == marked || chosen == "" {
		d.encoding, d.from = marked, int64(length)
	}
	if d.encoding != "" {
		return d, nil
	}
	valid, err := isUTF8(io.NewSectionReader(file, 0, size))
	d.encoding = usual(locale)
	if valid {
		d.encoding = "utf-8"
	}
	return d, err
}

// reader is the text from the beginning, as UTF-8. Undecodable bytes become U+FFFD; in a UTF-8 file
// they stay.
func (d decoded) reader() io.Reader {
	raw := io.NewSectionReader(d.file, d.from, d.size-d.from)
	if e, ok := encodings[d.encoding]; ok {
		return e.NewDecoder().Reader(raw)
	}
	return raw
}

// isUTF8 reads a whole text and reports whether it is valid.
func isUTF8(r io.Reader) (bool, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	for {
		block, err := b.Peek(32 << 10)
		end := len(block)
		if err == nil { // more follows: the last character may be cut
			for i := 1; i < utf8.UTFMax && i < end; i++ {
				if utf8.RuneStart(block[end-i]) {
					if !utf8.FullRune(block[end-i:]) {
						end -= i
					}
					break
				}
			}
		}
		if !utf8.Valid(block[:end]) {
			return false, nil
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return true, err
		}
		if _, err := b.Discard(end); err != nil {
			return false, err
		}
	}
}

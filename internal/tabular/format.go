package tabular

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// Formats of files.
const (
	CSV     = "csv"
	XLSX    = "xlsx"
	JSON    = "json"
	XML     = "xml"
	ZIP     = "zip"     // one table, and photos
	Tellico = "tellico" // a ZIP with tellico.xml
	Archive = "archive" // Vitrine's own, which this package does not read
)

// Formats are the formats that a user may choose.
var Formats = []string{CSV, XLSX, JSON, XML, ZIP, Tellico, Archive}

// headBytes is how much of a file is read to recognise its format.
const headBytes = 1024

// unsupported are the beginnings of formats that we do not read.
var unsupported = []struct{ magic, what, instead string }{
	{"%PDF-", "a PDF", "Save the table as CSV or XLSX."},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a file of an older office program, such as XLS", "Save it as XLSX or CSV."},
	{"\x1f\x8b", "compressed by gzip", "Unpack it first."},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "Unpack it, or pack it as ZIP."},
	{"Rar!\x1a\x07", "a RAR archive", "Unpack it, or pack it as ZIP."},
	{"BZh", "compressed by bzip2", "Unpack it first."},
	{"\xfd7zXZ\x00", "compressed by xz", "Unpack it first."},
	{"\xff\xd8\xff", "a picture", "Send it as a photo of an item."},
	{"\x89PNG\r\n\x1a\n", "a picture", "Send it as a photo of an item."},
	{"GIF8", "a picture", "Send it as a photo of an item."},
	{"BM6", "a picture", "Send it as a photo of an item."},
	{"II*\x00", "a picture", "Send it as a photo of an item."},
	{"MM\x00*", "a picture", "Send it as a photo of an item."},
	{"SQLite format 3\x00", "a database", "Save the table as CSV."},
	{"{\\rtf", "a text document", "Save the table as CSV or XLSX."},
}

// FormatOf recognises the format of a file by its content.
func FormatOf(file io.ReaderAt, size int64) (string, error) {
	head := make([]byte, min(size, headBytes))
	if n, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	} else if head = head[:n]; n == 0 {
		return "", failed(EmptyFile, 0, "The file is empty.")
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		return zipFormat(file, size)
	}
	if bytes.HasPrefix(head, []byte("RIFF")) && bytes.HasPrefix(head[min(len(head), 8):], []byte("WEBP")) || bytes.HasPrefix(head[min(len(head), 4):], []byte("ftyp")) {
		return "", refused("a picture or a film", "Send it as a photo of an item.")
	}
	for _, u := range unsupported {
		if bytes.HasPrefix(head, []byte(u.magic)) {
			return "", refused(u.what, u.instead)
		}
	}
	return textFormat(firstCharacters(head))
}

func refused(what, instead string) *Failed {
	return failed(UnsupportedFormat, 0, "The file is %s. %s", what, instead)
}

// textFormat recognises a text format by its first character.
func textFormat(text string) (string, error) {
	switch {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return JSON, nil
	case strings.HasPrefix(text, "<"):
		if isHTML(text) {
			return "", refused("a web page", "Save the table as CSV or XLSX.")
		}
		return XML, nil
	}
	return CSV, nil
}

func isHTML(text string) bool {
	text = strings.ToLower(text)
	for _, mark := range []string{"<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<div"} {
		if strings.HasPrefix(text, mark) || strings.Contains(text, "\n"+mark) {
			return true
		}
	}
	return false
}

// firstCharacters drops the byte order mark, the zeros of UTF-16 and blanks.
func firstCharacters(head []byte) string {
	if _, n := byteOrder(head); n > 0 {
		head = head[n:]
	}
	head = bytes.ReplaceAll(head, []byte{0}, nil)
	return strings.TrimLeft(string(head), " \t\r\n")
}

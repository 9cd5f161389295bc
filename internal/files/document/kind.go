// Package document recognises documents by their content: a program named .pdf is refused.
package document

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf16"

	"vitrine/internal/files/picture"
	"vitrine/internal/ziplist"
)

// Inline are the kinds that a browser may show instead of saving.
var Inline = []string{"application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif"}

const (
	headBytes  = 4096     // enough for most kinds
	blockBytes = 64 << 10 // of a document that are in memory at once
)

// Kind is the MIME type of a document, or empty if that kind is not accepted. Memory is bounded,
// however large the document is.
func Kind(content io.ReaderAt, size int64) (string, error) {
	head := make([]byte, min(size, headBytes))
	if n, err := content.ReadAt(head, 0); n < len(head) {
		return "", err
	}
	if kind := picture.Kind(head); kind != "" && kind != "image/avif" {
		return kind, nil
	}
	switch {
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return "application/pdf", nil
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return office(content, size)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return compound(content, size)
	}
	return text(head, content, size)
}

const maxEntries = 10_000 // of an archive; documents have some dozens

// office looks into a ZIP for the entries of an office document. It reads entries one by one: an
// object for each of half a million would take much memory.
func office(content io.ReaderAt, size int64) (string, error) {
	typed, found, entries := false, "", 0
	refused := func() bool { typed = false; return false }
	err := ziplist.Walk(content, size, func(e ziplist.Entry) bool {
		if entries++; entries > maxEntries || bytes.HasSuffix(e.Name, []byte("vbaProject.bin")) { // macros; such files have other names
			return refused()
		}
		switch string(e.Name) {
		case "mimetype":
			typed, found = true, openDocument(content, e)
			return false
		case "[Content_Types].xml":
			typed = true
		case "word/document.xml":
			found = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
		case "xl/workbook.xml":
			found = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		}
		return true
	})
	if errors.Is(err, ziplist.ErrBroken) {
		return "", nil
	}
	if err != nil || !typed {
		return "", err
	}
	return found, nil
}

func openDocument(content io.ReaderAt, e ziplist.Entry) string {
	from, err := e.Open(content)
	if err != nil {
		return ""
	}
	name, err := io.ReadAll(io.LimitReader(from, 100))
	switch kind := strings.TrimSpace(string(name)); {
	case err != nil:
		return ""
	case kind == "application/vnd.oasis.opendocument.text", kind == "application/vnd.oasis.opendocument.spreadsheet":
		return kind
	}
	return ""
}

// blocks calls look with the content block by block until it returns false. Each block begins with the
// last bytes of the one before.
func blocks(content io.ReaderAt, size int64, again int, look func([]byte) bool) error {
	block := make([]byte, min(size, blockBytes))
	for at := int64(0); at < size; {
		part := block[:min(int64(len(block)), size-at)]
		if n, err := content.ReadAt(part, at); n < len(part) {
			return err
		}
		if !look(part) || at+int64(len(part)) == size {
			return nil
		}
		at += int64(len(part) - again)
	}
	return nil
}

// compound recognises documents of older office programs by the names of their streams.
func compound(content io.ReaderAt, size int64) (string, error) {
	word, sheet, older := wide("WordDocument"), wide("Workbook"), wide("Book\x00")
	var isWord, isSheet bool
	err := blocks(content, size, len(word), func(b []byte) bool {
		isWord = bytes.Contains(b, word)
		isSheet = isSheet || bytes.Contains(b, sheet) || bytes.Contains(b, older)
		return !isWord
	})
	switch {
	case isWord:
		return "application/msword", err
	case isSheet:
		return "application/vnd.ms-excel", err
	}
	return "", err
}

func wide(s string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}

// text accepts texts and tables in UTF-8 or any single-byte encoding, but nothing that a browser could
// take for a page.
func text(head []byte, content io.ReaderAt, size int64) (string, error) {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	head = bytes.ToLower(bytes.TrimSpace(head[:min(len(head), 1000)]))
	if len(head) == 0 || head[0] == '<' || marked(head) {
		return "", nil
	}
	var lines table
	control := false
	err := blocks(content, size, 0, func(b []byte) bool {
		control = slices.ContainsFunc(b, isControl)
		lines.read(b)
		return !control
	})
	switch {
	case err != nil || control:
		return "", err
	case lines.even():
		return "text/csv", nil
	}
	return "text/plain", nil
}

// marked reports whether a text begins like a page, perhaps after a comment or a byte order mark.
func marked(head []byte) bool {
	for _, mark := range []string{"<!doctype", "<html", "<script", "<svg", "<?xml", "<?php"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// isControl reports whether a character occurs in no text. None of them is part of another in UTF-8.
func isControl(c byte) bool {
	return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' || c == 0x7f
}

// table counts the separators of the first two lines of a text.
type table struct {
	line   int
	found  [2][3]int // by line: commas, semicolons, tabs
	length [2]int
}

func (t *table) read(block []byte) {
	for len(block) > 0 && t.line < 2 {
		rest, _, ended := bytes.Cut(block, []byte("\n"))
		for i, separator := range []string{",", ";", "\t"} {
			t.found[t.line][i] += bytes.Count(rest, []byte(separator))
		}
		t.length[t.line] += len(rest)
		block = block[len(rest):]
		if ended {
			t.line, block = t.line+1, block[1:]
		}
	}
}

// even reports whether both lines have the same number of separators.
func (t *table) even() bool {
	if t.line == 0 || t.length[1] == 0 {
		return false
	}
	for i, n := range t.found[0] {
		if n > 0 && n == t.found[1][i] {
			return true
		}
	}
	return false
}

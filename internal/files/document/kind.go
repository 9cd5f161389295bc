// Package document tells what a document is from its content: a receipt that is
// called .pdf but holds a program is not kept.
package document

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"

	"vitrine/internal/files/picture"
)

// Inline are the kinds that a browser may show instead of saving.
var Inline = []string{"application/pdf", "image/jpeg", "image/png", "image/webp", "image/gif"}

// Kind is the MIME type of a document, empty if it is none that is kept.
func Kind(content []byte) string {
	if kind := picture.Kind(content); kind != "" && kind != "image/avif" {
		return kind
	}
	switch {
	case bytes.HasPrefix(content, []byte("%PDF-")):
		return "application/pdf"
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return office(content)
	case bytes.HasPrefix(content, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return compound(content)
	}
	return text(content)
}

const maxEntries = 10_000 // of an archive; documents have some dozens

// office looks into a ZIP for what makes it a document of an office program. Entries
// are counted first: reading half a million of them takes much memory.
func office(content []byte) string {
	if bytes.Count(content, []byte("PK\x01\x02")) > maxEntries {
		return ""
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return ""
	}
	typed := false
	found := ""
	for _, f := range archive.File {
		switch {
		case strings.HasSuffix(f.Name, "vbaProject.bin"): // macros; such files have other names
			return ""
		case f.Name == "mimetype":
			return openDocument(f)
		case f.Name == "[Content_Types].xml":
			typed = true
		case f.Name == "word/document.xml":
			found = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
		case f.Name == "xl/workbook.xml":
			found = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		}
	}
	if !typed {
		return ""
	}
	return found
}

func openDocument(f *zip.File) string {
	from, err := f.Open()
	if err != nil {
		return ""
	}
	defer from.Close()
	name, err := io.ReadAll(io.LimitReader(from, 100))
	switch kind := strings.TrimSpace(string(name)); {
	case err != nil:
		return ""
	case kind == "application/vnd.oasis.opendocument.text", kind == "application/vnd.oasis.opendocument.spreadsheet":
		return kind
	}
	return ""
}

// compound tells documents of older office programs by the names of their streams.
func compound(content []byte) string {
	switch {
	case bytes.Contains(content, wide("WordDocument")):
		return "application/msword"
	case bytes.Contains(content, wide("Workbook")), bytes.Contains(content, wide("Book\x00")):
		return "application/vnd.ms-excel"
	}
	return ""
}

func wide(s string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}

// text takes words and tables, in UTF-8 or in any encoding of one byte, but nothing
// that a browser could take for a page.
func text(content []byte) string {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	head := bytes.ToLower(bytes.TrimSpace(content[:min(len(content), 1000)]))
	if len(head) == 0 || head[0] == '<' || marked(head) || bytes.ContainsFunc(content, control) {
		return ""
	}
	if table(content) {
		return "text/csv"
	}
	return "text/plain"
}

// marked tells whether words begin like a page behind a comment or a greeting.
func marked(head []byte) bool {
	for _, mark := range []string{"<!doctype", "<html", "<script", "<svg", "<?xml", "<?php"} {
		if bytes.Contains(head, []byte(mark)) {
			return true
		}
	}
	return false
}

// control tells whether a character stands in no text.
func control(c rune) bool {
	return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' || c == 0x7f
}

// table tells whether the first two lines have the same number of separators.
func table(content []byte) bool {
	first, rest, ok := bytes.Cut(content, []byte("\n"))
	second, _, _ := bytes.Cut(rest, []byte("\n"))
	if !ok || len(second) == 0 {
		return false
	}
	for _, separator := range []string{",", ";", "\t"} {
		if n := bytes.Count(first, []byte(separator)); n > 0 && n == bytes.Count(second, []byte(separator)) {
			return true
		}
	}
	return false
}

package document

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/files/hostile"
)

// archive is a ZIP of entries, each a name and its content.
func archive(entries ...[2]string) []byte {
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, e := range entries {
		f, _ := to.Create(e[0])
		_, _ = f.Write([]byte(e[1]))
	}
	_ = to.Close()
	return b.Bytes()
}

// compoundFile is the head of a document of an older office program, and the names
// of its streams.
func compoundFile(streams ...string) []byte {
	content := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 504)...)
	for _, name := range append([]string{"Root Entry"}, streams...) {
		content = append(content, append(wide(name), make([]byte, 128-2*len(name))...)...)
	}
	return content
}

func kindOf(content []byte) string {
	kind, err := Kind(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err.Error()
	}
	return kind
}

// A document is read block by block: its kind is found even where two blocks meet, and only a few are
// in memory.
func TestKindsOfLargeDocuments(t *testing.T) {
	far := bytes.Repeat([]byte{0}, 3*blockBytes)
	for _, streams := range []struct{ name, want string }{{"WordDocument", "application/msword"}, {"Workbook", "application/vnd.ms-excel"}} {
		for shift := range 2*len(streams.name) + 2 {
			content := slices.Concat(compoundFile(), far)
			copy(content[2*blockBytes-shift:], wide(streams.name))
			if got := kindOf(content); got != streams.want {
				t.Errorf("%s %d bytes before a block ends: %q, want %q", streams.name, shift, got, streams.want)
			}
		}
	}
	line := bytes.Repeat([]byte("x"), 2*blockBytes)
	for want, content := range map[string][]byte{
		"text/csv":   slices.Concat(line, []byte(","), line, []byte("\n"), line, []byte(",1\nwords")),
		"text/plain": slices.Concat(line, []byte("\n"), line, []byte(",1\nwords")),
		"":           slices.Concat(line, []byte("\n"), line, []byte("\x00")),
	} {
		if got := kindOf(content); got != want {
			t.Errorf("long lines are %q, want %q", got, want)
		}
	}
	large := bytes.Repeat([]byte("words of a text\n"), 25<<16)
	if took := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			_ = kindOf(large)
		}
	}).AllocedBytesPerOp(); took > 1<<20 {
		t.Errorf("telling the kind of %d bytes took %d", len(large), took)
	}
}

var types = [2]string{"[Content_Types].xml", "<Types/>"}

const (
	word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	odt  = "application/vnd.oasis.opendocument.text"
	ods  = "application/vnd.oasis.opendocument.spreadsheet"
)

func TestKinds(t *testing.T) {
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"pdf":              {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), "application/pdf"},
		"doc":              {compoundFile("WordDocument", "1Table"), "application/msword"},
		"xls":              {compoundFile("Workbook"), "application/vnd.ms-excel"},
		"xls of 1995":      {compoundFile("Book"), "application/vnd.ms-excel"},
		"docx":             {archive(types, [2]string{"word/document.xml", "<w/>"}), word},
		"xlsx":             {archive(types, [2]string{"xl/workbook.xml", "<w/>"}), xlsx},
		"odt":              {archive([2]string{"mimetype", odt}, [2]string{"content.xml", "<x/>"}), odt},
		"ods":              {archive([2]string{"mimetype", ods}), ods},
		"csv":              {[]byte("name,price\ncoin,3\n"), "text/csv"},
		"csv, semicolons":  {[]byte("\ufeffname;price\r\ncoin;3\r\n"), "text/csv"},
		"txt":              {[]byte("Bought at the fair in Łódź.\nPaid in cash."), "text/plain"},
		"txt, latin-1":     {[]byte("Gekauft in K\xf6ln f\xfcr 5 \x80.\n"), "text/plain"},
		"txt, cyrillic":    {[]byte("\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0"), "text/plain"},
		"txt, less than":   {[]byte("5 < 6 and 7 > 6"), "text/plain"},
		"jpeg":             {hostile.Sample("jpeg"), "image/jpeg"},
		"png":              {hostile.Sample("png"), "image/png"},
		"gif":              {hostile.Sample("gif"), "image/gif"},
		"webp":             {hostile.Sample("webp"), "image/webp"},
		"heic":             {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "image/heic"},
		"nothing":          {nil, ""},
		"blank":            {[]byte(" \n\t"), ""},
		"html":             {[]byte("<!DOCTYPE html><html></html>"), ""},
		"html, indented":   {[]byte(" \n\t<HTML>"), ""},
		"html, marked":     {[]byte("\ufeff<p>words"), ""},
		"html, far behind": {[]byte(strings.Repeat(" ", 2000) + "<script>"), ""},
		"html, greeting":   {[]byte("hello <script>alert(1)</script>"), ""},
		"svg":              {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ""},
		"xml":              {[]byte(`<?xml version="1.0"?><x/>`), ""},
		"zip":              {archive([2]string{"a.txt", "a"}), ""},
		"zip, empty":       {archive(), ""},
		"jar":              {archive([2]string{"META-INF/MANIFEST.MF", "x"}), ""},
		"epub":             {archive([2]string{"mimetype", "application/epub+zip"}), ""},
		"docx, no types":   {archive([2]string{"word/document.xml", "<w/>"}), ""},
		"docm":             {archive(types, [2]string{"word/document.xml", "<w/>"}, [2]string{"word/vbaProject.bin", "x"}), ""},
		"docx, cut":        {archive(types, [2]string{"word/document.xml", "<w/>"})[:60], ""},
		"msi":              {compoundFile("SummaryInformation"), ""},
		"exe":              {[]byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00"), ""},
		"elf":              {[]byte("\x7fELF\x02\x01\x01\x00"), ""},
		"script of bytes":  {[]byte("words\x00words"), ""},
		"escapes":          {[]byte("words \x1b[31m words"), ""},
		"avif":             {[]byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif"), ""},
		"rtf with bytes":   {[]byte("{\\rtf1 \x01}"), ""},
	} {
		if got := kindOf(c.content); got != c.want {
			t.Errorf("%s is %q, want %q", name, got, c.want)
		}
	}
}

// An archive of half a million entries is refused without reading it all.
func TestManyEntries(t *testing.T) {
	entry := append([]byte("PK\x01\x02"), make([]byte, 42)...)
	content := append([]byte("PK\x03\x04"), bytes.Repeat(entry, 500_000)...)
	content = append(content, "PK\x05\x06\x00\x00\x00\x00\x20\xa1\x20\xa1\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00"...)
	if grown := testing.AllocsPerRun(1, func() {
		if got := kindOf(content); got != "" {
			t.Errorf("it is %q", got)
		}
	}); grown > 100 {
		t.Errorf("%v allocations", grown)
	}
}

// A hostile file is never a document that a browser would run.
func FuzzKind(f *testing.F) {
	for _, content := range [][]byte{compoundFile("Workbook"), archive(types, [2]string{"xl/workbook.xml", ""}), archive([2]string{"mimetype", odt}), []byte("a,b\n1,2"), []byte("<html>"), []byte("%PDF-")} {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		kind := kindOf(content)
		if strings.HasPrefix(kind, "text/") && (kind != "text/plain" && kind != "text/csv" || bytes.HasPrefix(bytes.TrimSpace(content), []byte("<"))) {
			t.Errorf("%q is %s", content, kind)
		}
	})
}

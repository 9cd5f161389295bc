package hostile

import (
	"archive/zip"
	"bytes"
	"slices"
)

// payloads are the other kinds of file that a picture could also be.
var payloads = map[string]string{
	"html":  "<!doctype html><html><script>alert(document.domain)</script></html>",
	"svg":   `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
	"js":    "*/=1;alert(document.domain)//",
	"pdf":   "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>",
	"php":   "<?php system($_GET['c']); ?>",
	"shell": "#!/bin/sh\nrm -rf /\n",
	"exe":   "MZ\x90\x00\x03\x00\x00\x00PE\x00\x00",
}

// polyglots are pictures that are also another kind of file, and other files that begin like a picture.
func polyglots() (all []File) {
	names := []string{"html", "svg", "js", "pdf", "php", "shell", "exe"}
	for _, name := range names {
		payload := []byte(payloads[name])
		all = append(all, each(name+" behind the end", func(_ string, s []byte) []byte { return append(s, payload...) })...)
		all = append(all,
			File{"jpeg, " + name + " as a comment", AfterStart(Sample("jpeg"), Segment(0xfe, payload))},
			File{"png, " + name + " as a text", AfterHeader(Sample("png"), Chunk("tEXt", append([]byte("Comment\x00"), payload...)))},
			File{"gif, " + name + " as a comment", gifWith(Sample("gif"), '\xfe', payload)},
			File{"webp, " + name + " as a chunk", WebPOf(Sample("webp")[12:], RIFF("XMP ", payload))},
			File{name + " alone", payload},
		)
		for kind, head := range heads {
			all = append(all, File{kind + ", " + name + " behind the first bytes", append([]byte(head), payload...)})
		}
	}
	slices.SortFunc(all, func(a, b File) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	all = append(all, each("zip behind the end", func(_ string, s []byte) []byte { return append(s, archive()...) })...)
	return append(all, File{"gif, javascript by its size", append([]byte("GIF89a/*\x01\x01\x00\x00\x00*/=1;alert(1)//"), ';')})
}

// heads are the first bytes that identify kinds of pictures.
var heads = map[string]string{
	"jpeg": "\xff\xd8\xff\xe0", "png": "\x89PNG\r\n\x1a\n", "gif": "GIF89a", "webp": "RIFF\xff\x00\x00\x00WEBPVP8 ",
	"heic": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "avif": "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00",
}

func archive() []byte {
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	f, _ := to.Create("META-INF/MANIFEST.MF")
	_, _ = f.Write([]byte("Main-Class: Evil\n"))
	_ = to.Close()
	return b.Bytes()
}

// gifWith puts an extension before the end of a GIF.
func gifWith(gif []byte, label byte, data []byte) []byte {
	return slices.Concat(gif[:len(gif)-1], gifExtension(label, data), []byte{';'})
}

func gifExtension(label byte, data []byte) []byte {
	all := []byte{'!', label}
	for block := range slices.Chunk(data, 255) {
		all = append(append(all, byte(len(block))), block...)
	}
	return append(all, 0)
}

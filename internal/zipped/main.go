// Command zipped packs files into a ZIP that is the same wherever it is made. The binary
// holds that instead of the files, which are more than three times as large.
//
//	go run ../zipped FILE.zip PATTERN
package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	names, err := filepath.Glob(os.Args[2]) // sorted
	if err != nil || len(names) == 0 {
		log.Fatalf("zipped: %s: %d files, %v", os.Args[2], len(names), err)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	archive.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		entry, err := archive.Create(filepath.Base(name))
		if err != nil {
			log.Fatal(err)
		}
		if _, err := entry.Write(content); err != nil {
			log.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], packed.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

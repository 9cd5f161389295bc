// Package migrations holds the schema, one file per step, beside the code that
// uses its tables. Package admin runs them.
package migrations

import (
	"archive/zip"
	"bytes"
	_ "embed"
)

//go:generate go run ../../zipped migrations.zip *.sql

//go:embed migrations.zip
var packed []byte

// Files are the migrations, named by their version.
var Files = unpacked()

func unpacked() *zip.Reader {
	files, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		panic(err) // it is in the binary
	}
	return files
}

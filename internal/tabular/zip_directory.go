package tabular

import (
	"bytes"
	"errors"
	"io"

	"vitrine/internal/ziplist"
)

var errDirectory = failed(Damaged, 0, "The file is no whole ZIP. Perhaps it was cut while it was sent.")

// walkDirectory calls visit with each name in a ZIP's directory, until it returns false.
func walkDirectory(file io.ReaderAt, size int64, visit func(name []byte) bool) error {
	err := ziplist.Walk(file, size, func(e ziplist.Entry) bool { return visit(e.Name) })
	if errors.Is(err, ziplist.ErrBroken) {
		return errDirectory
	}
	return err
}

// otherPackages are ZIPs of other programs, recognised by a name in them.
var otherPackages = map[string]string{
	"content.xml":          "an OpenDocument file",
	"xl/workbook.bin":      "a binary spreadsheet",
	"word/document.xml":    "a text document",
	"ppt/presentation.xml": "a presentation",
	"Index/Document.iwa":   "a file of Numbers or Pages",
}

// zipFormat recognises a ZIP by the names in it. Our archives have both a manifest and data.
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

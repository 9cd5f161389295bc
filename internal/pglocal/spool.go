package pglocal

import (
	"errors"
	"os"
)

// Spool makes a folder for temporary files in the directory, unless TMPDIR names one: /tmp is memory on
// many machines. Uploads and exports lie beside the files. What a killed process left here is removed.
func (d *Directory) Spool() error {
	folder := d.Path("tmp")
	err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700))
	if err == nil && os.Getenv("TMPDIR") == "" {
		err = os.Setenv("TMPDIR", folder)
	}
	return err
}

package pglocal

import (
	"errors"
	"os"
)

// Spool has files on their way lie in the directory, whose disk has room for them: /tmp is memory
// on many machines. What a killed process left there is removed.
func (d *Directory) Spool() error {
	folder := d.Path("tmp")
	err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700))
	if err == nil && os.Getenv("TMPDIR") == "" {
		err = os.Setenv("TMPDIR", folder)
	}
	return err
}

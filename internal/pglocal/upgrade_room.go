package pglocal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// checkRoom refuses an upgrade for which the disk has no room: the new data takes as
// much as the old, and the saved rows and the write-ahead log at most as much again.
func (d *Directory) checkRoom() error {
	used, err := size(d.data())
	if err != nil {
		return err
	}
	free, err := free(d.home())
	if err != nil {
		return fmt.Errorf("the free space of %s cannot be read: %w", d.home(), err)
	}
	if free < 2*used {
		return fmt.Errorf("it needs %d MB of free space in %s, twice what the data takes, and there are %d MB", 2*used>>20, d.home(), free>>20)
	}
	return nil
}

// size is that of all files in a directory, of which a running server may delete some.
func size(path string) (bytes int64, err error) {
	err = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			var about fs.FileInfo
			if about, err = entry.Info(); err == nil {
				bytes += about.Size()
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return bytes, err
}

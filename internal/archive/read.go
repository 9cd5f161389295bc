package archive

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Reader is a backup whose every byte was verified.
type Reader struct {
	Manifest Manifest
	file     *os.File
	zip      *zip.Reader
}

// Open reads and checks the whole file: the seal, and rows and fingerprint of
// every table. The seal covers photos and documents too; CheckFiles compares each
// with its hash.
func Open(path string) (*Reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &Reader{file: file}
	if err := r.check(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func (r *Reader) Close() error { return r.file.Close() }

func (r *Reader) check() error {
	size, err := r.checkSeal()
	if err != nil {
		return err
	}
	if r.zip, err = openZIP(r.file, size); err != nil {
		return err
	}
	if err := r.readManifest(); err != nil {
		return err
	}
	for _, t := range r.Manifest.Tables {
		if err := r.checkTable(t); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reader) checkSeal() (size int64, err error) {
	about, err := r.file.Stat()
	if err != nil {
		return 0, err
	}
	size = about.Size()
	content := size - int64(sealLength)
	if about.IsDir() || content < 0 {
		return 0, errNoBackup
	}
	found := make([]byte, sealLength)
	if _, err := r.file.ReadAt(found, content); err != nil {
		return 0, err
	}
	if string(found[:len(sealPrefix)]) != sealPrefix {
		return 0, errNoBackup
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(r.file, 0, content)); err != nil {
		return 0, err
	}
	if string(found) != seal(sum.Sum(nil)) {
		return 0, errors.New("the backup is damaged: its checksum is not the one it was written with; use another one")
	}
	return size, nil
}

var errNoBackup = errors.New("this is no backup of Vitrine, or its end is missing; use another one")

func (r *Reader) readManifest() error {
	entry, err := r.zip.Open(manifestName)
	if err != nil {
		return errNoBackup
	}
	defer entry.Close()
	if err := json.NewDecoder(io.LimitReader(entry, maxManifest)).Decode(&r.Manifest); err != nil {
		return fmt.Errorf("its manifest cannot be read: %w", err)
	}
	if r.Manifest.Format < 1 || r.Manifest.Format > Format {
		return fmt.Errorf("the backup has format %d, this program reads up to format %d; use the program that made it: %s", r.Manifest.Format, Format, r.Manifest.MadeBy)
	}
	if want := len(r.Manifest.Tables) + 1 + r.Manifest.Files.entries(); len(r.zip.File) != want {
		return fmt.Errorf("the backup holds %d files and its manifest names %d", len(r.zip.File), want)
	}
	return nil
}

func (r *Reader) checkTable(t Table) error {
	rows, err := r.Table(t.Name)
	if err != nil {
		return err
	}
	defer rows.Close()
	var digest Digest
	if _, err := io.Copy(&digest, rows); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return t.Compare(&digest)
}

// Compare reports differences between the rows of a backup and others.
func (t Table) Compare(found *Digest) error {
	if found.Rows != t.Rows || found.Fingerprint() != t.Fingerprint {
		return fmt.Errorf("table %s has %d rows with the fingerprint %s, and should have %d with %s", t.Name, found.Rows, found.Fingerprint(), t.Rows, t.Fingerprint)
	}
	return nil
}

// Table opens the rows of a table.
func (r *Reader) Table(name string) (io.ReadCloser, error) { return r.zip.Open(entryName(name)) }

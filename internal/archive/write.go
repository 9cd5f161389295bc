package archive

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Writer writes a backup to a temporary file and renames it when it is
// complete.
type Writer struct {
	path    string
	replace bool
	file    *os.File // nil for a stream
	buffer  *bufio.Writer
	sealing *sealing
	zip     *zip.Writer
}

// Create begins a file that only its owner can read, because it contains the
// whole database. It overwrites another file only with replace.
func Create(path string, replace bool) (*Writer, error) {
	if err := vacant(path, replace); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.unfinished") // with mode 0600
	if err != nil {
		return nil, err
	}
	w := Stream(file)
	w.path, w.replace, w.file = path, replace, file
	return w, nil
}

// Stream begins a backup to a writer. The receiver must verify it.
func Stream(to io.Writer) *Writer {
	w := &Writer{sealing: &sealing{to: to, sum: sha256.New()}}
	w.buffer = bufio.NewWriterSize(w.sealing, 1<<20)
	w.zip = zip.NewWriter(w.buffer)
	w.zip.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	return w
}

func vacant(path string, replace bool) error {
	if _, err := os.Lstat(path); err == nil && !replace {
		return fmt.Errorf("%s is there already; name another file, or pass --replace", path)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Table adds the rows written by fill.
func (w *Writer) Table(name string, fill func(io.Writer) error) (rows int64, fingerprint string, err error) {
	entry, err := w.zip.Create(entryName(name))
	if err != nil {
		return 0, "", err
	}
	var digest Digest
	err = fill(io.MultiWriter(entry, &digest))
	return digest.Rows, digest.Fingerprint(), err
}

// Close writes the manifest. A file is synced to disk and read back to the last
// byte before it gets its name.
func (w *Writer) Close(m Manifest) error {
	defer w.Discard()
	m.Format = Format
	entry, err := w.zip.Create(manifestName)
	if err != nil {
		return err
	}
	pretty := json.NewEncoder(entry)
	pretty.SetIndent("", "  ")
	if err := pretty.Encode(m); err != nil {
		return err
	}
	err = w.zip.SetComment(strings.Repeat("-", sealLength)) // placeholder of the seal
	if err = errors.Join(err, w.zip.Close(), w.buffer.Flush(), w.sealing.close()); err != nil || w.file == nil {
		return err
	}
	return w.place()
}

func (w *Writer) place() error {
	if err := errors.Join(w.file.Sync(), w.file.Close()); err != nil {
		return err
	}
	written, err := Open(w.file.Name())
	if err != nil {
		return fmt.Errorf("what was written reads otherwise: %w", err)
	}
	if err := errors.Join(written.Close(), vacant(w.path, w.replace)); err != nil {
		return err
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(w.path))
}

// Discard removes an unfinished file; after Close it does nothing.
func (w *Writer) Discard() {
	if w.file != nil {
		_ = w.file.Close()
		_ = os.Remove(w.file.Name())
	}
}

// syncFolder makes a rename survive a power failure.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// sealing holds back as many bytes as the seal has, and replaces the last ones
// with the seal.
type sealing struct {
	to   io.Writer
	sum  hash.Hash
	tail []byte
}

func (s *sealing) Write(p []byte) (int, error) {
	s.tail = append(s.tail, p...)
	if ready := len(s.tail) - sealLength; ready > 0 {
		s.sum.Write(s.tail[:ready])
		if _, err := s.to.Write(s.tail[:ready]); err != nil {
			return 0, err
		}
		s.tail = append(s.tail[:0], s.tail[ready:]...)
	}
	return len(p), nil
}

func (s *sealing) close() error {
	_, err := io.WriteString(s.to, seal(s.sum.Sum(nil)))
	return err
}

package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// File is a photo, a document or what an import was read from: the name that the rows know it by, the hash of its
// bytes, and their number.
type File struct {
	Name string
	Sum  [sha256.Size]byte
	Size int64
}

// Sums adds the hashes of all files, in the order in which the files will follow.
func (w *Writer) Sums(all iter.Seq2[File, error]) error {
	entry, err := w.zip.Create(sumsName)
	if err != nil {
		return err
	}
	for f, err := range all {
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(entry, "%x  %s\n", f.Sum, f.Name); err != nil {
			return err
		}
	}
	return nil
}

// Files begins the files; each is added to the TAR it returns.
func (w *Writer) Files() (*FilesWriter, error) {
	// Stored as they are: photos are compressed already.
	entry, err := w.zip.CreateHeader(&zip.FileHeader{Name: tarName, Method: zip.Store})
	if err != nil {
		return nil, err
	}
	return &FilesWriter{tar.NewWriter(entry)}, nil
}

// FilesWriter adds files to a backup.
type FilesWriter struct{ tar *tar.Writer }

// Begin begins one, whose bytes are written to what it returns: as many as it says,
// whatever their number. The caller compares them with the hash.
func (w *FilesWriter) Begin(f File) (io.Writer, error) {
	return w.tar, w.tar.WriteHeader(&tar.Header{Name: f.Name, Size: f.Size, Mode: 0o600})
}

// Close ends the files.
func (w *FilesWriter) Close() error { return w.tar.Close() }

// EachFile reads all files in order. One that is named and not held has no content.
func (r *Reader) EachFile(do func(f File, content io.Reader) error) error {
	if r.Manifest.Files.entries() == 0 {
		return nil
	}
	sums, err := r.zip.Open(sumsName)
	if err != nil {
		return err
	}
	defer sums.Close()
	content, err := r.zip.Open(tarName)
	if err != nil {
		return err
	}
	defer content.Close()
	files := tar.NewReader(content)
	next, err := nextFile(files)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(sums)
	for lines.Scan() {
		f, err := parseSum(lines.Text())
		if err != nil {
			return err
		}
		if next == nil || next.Name != f.Name {
			if err := do(f, nil); err != nil {
				return err
			}
			continue
		}
		f.Size = next.Size
		if err := do(f, files); err != nil {
			return err
		}
		if next, err = nextFile(files); err != nil {
			return err
		}
	}
	if next != nil {
		return fmt.Errorf("the backup holds a file %s that it does not name", next.Name)
	}
	return lines.Err()
}

// nextFile is the header of the next file, nil after the last.
func nextFile(files *tar.Reader) (*tar.Header, error) {
	next, err := files.Next()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return next, err
}

func parseSum(line string) (f File, err error) {
	sum, name, found := strings.Cut(line, "  ")
	decoded, err := hex.DecodeString(sum)
	if err != nil || !found || len(decoded) != sha256.Size {
		return f, fmt.Errorf("the list of files has the line %.200q", line)
	}
	return File{Name: name, Sum: [sha256.Size]byte(decoded)}, nil
}

// CheckFiles compares every file with its hash, and their number with the manifest.
// It tells which ones are named and not held.
func (r *Reader) CheckFiles(absent func(File)) error {
	found := Files{Deleted: r.Manifest.Files.Deleted, LeftOut: r.Manifest.Files.LeftOut}
	if found.LeftOut {
		found.Named = r.Manifest.Files.Named // only the rows name them
	}
	err := r.EachFile(func(f File, content io.Reader) error {
		found.Named++
		if content == nil {
			absent(f)
			return nil
		}
		sum := sha256.New()
		n, err := io.Copy(sum, content)
		if err == nil && [sha256.Size]byte(sum.Sum(nil)) != f.Sum {
			err = errors.New("its hash is another")
		}
		if err != nil {
			return fmt.Errorf("the file %s: %w", f.Name, err)
		}
		found.Held, found.Bytes = found.Held+1, found.Bytes+n
		return nil
	})
	if err == nil && found != r.Manifest.Files {
		err = fmt.Errorf("the backup holds %d of %d files with %d bytes, and should hold %d of %d with %d",
			found.Held, found.Named, found.Bytes, r.Manifest.Files.Held, r.Manifest.Files.Named, r.Manifest.Files.Bytes)
	}
	return err
}

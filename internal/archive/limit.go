package archive

import (
	"archive/zip"
	"errors"
	"io"
	"math"
)

// What is held in memory of a file is bounded, whoever has made it: rows are
// read as they come, and these are many times what a backup has.
const (
	maxManifest  = 1 << 20
	maxDirectory = 256 << 10
)

var errDirectory = errors.New("the backup names far more files than Vitrine has tables; use another one")

// openZIP reads the directory of a ZIP if it is a small one.
func openZIP(file io.ReaderAt, size int64) (*zip.Reader, error) {
	limited := &limitedReaderAt{file, maxDirectory}
	z, err := zip.NewReader(limited, size)
	limited.left = math.MaxInt64
	return z, err
}

// limitedReaderAt reads so many bytes in all.
type limitedReaderAt struct {
	io.ReaderAt
	left int64
}

func (l *limitedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if l.left < int64(len(p)) {
		return 0, errDirectory
	}
	l.left -= int64(len(p))
	return l.ReaderAt.ReadAt(p, at)
}

package archive

import (
	"archive/zip"
	"errors"
	"io"
	"math"
)

// Rows are streamed; these limits hold for what is kept in memory, whoever made
// the file. They are many times what a backup needs.
const (
	maxManifest  = 1 << 20
	maxDirectory = 256 << 10
)

var errDirectory = errors.New("the backup names far more files than Vitrine has tables; use another one")

// openZIP reads the directory of a ZIP, up to a limit.
func openZIP(file io.ReaderAt, size int64) (*zip.Reader, error) {
	limited := &limitedReaderAt{file, maxDirectory}
	z, err := zip.NewReader(limited, size)
	limited.left = math.MaxInt64
	return z, err
}

// limitedReaderAt limits the total of bytes read.
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

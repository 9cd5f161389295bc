package config

import (
	"errors"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

func filesPlace(to *string, v string) error {
	if strings.HasPrefix(v, "s3://") {
		return urlOf(to, v, "s3")
	}
	return absolute(to, v)
}

// spoolPlace is the directory of files on their way. An export is as large as an account: unless
// TMPDIR names a place for it, the disk of the files has room, and /tmp may be memory.
func spoolPlace(files, temporary string) string {
	if temporary != "" || strings.HasPrefix(files, "s3://") {
		return temporary
	}
	return files
}

func ratesPlace(to *string, v string) error {
	if strings.Contains(v, "://") {
		return urlOf(to, v, "https")
	}
	return absolute(to, v)
}

func absolute(to *string, v string) error {
	if !filepath.IsAbs(v) {
		return errors.New("must be an absolute path")
	}
	*to = v
	return nil
}

var units = map[string]int64{"": 1, "B": 1, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40}

// byteSize reads a number of bytes with or without a unit.
func byteSize(to *int64, v string) (err error) {
	*to, err = ByteSize(v)
	return err
}

// ByteSize reads a number of bytes, such as 10 GiB.
func ByteSize(v string) (int64, error) {
	number := strings.TrimRight(v, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	unit, known := units[strings.ToUpper(strings.TrimSpace(v[len(number):]))]
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !known || n < 0 || n > math.MaxInt64/unit {
		return 0, errors.New("must be a number of bytes such as 500 MiB or 10 GiB, or 0")
	}
	return n * unit, nil
}

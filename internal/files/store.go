// Package files keeps the bytes of photos and documents: in a directory, for an
// installation on one machine, or in a bucket of any S3-compatible store. It knows
// names and bytes; which account they belong to and who may see them is kept in
// the database.
package files

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Store keeps objects under names that are never used twice. Every error but
// ErrAbsent means that the store cannot be used at the moment.
type Store interface {
	// Put stores size bytes, of which sum is the SHA-256. When it returns, the
	// object is whole and survives a power cut. A name that exists is left as it is.
	Put(ctx context.Context, name string, from io.Reader, size int64, sum [32]byte) error
	// Get reads length bytes from offset on; a negative length reads to the end.
	Get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error)
	Stat(ctx context.Context, name string) (Object, error)
	// Delete removes an object. One that does not exist is no error.
	Delete(ctx context.Context, name string) error
	// List names every object whose name begins with prefix, in no order.
	List(ctx context.Context, prefix string) iter.Seq2[Object, error]
}

// Open opens a directory by its path, or a bucket by its s3:// address.
func Open(place, accessKey, secretKey string) (Store, error) {
	if strings.HasPrefix(place, "s3://") {
		return OpenBucket(place, accessKey, secretKey)
	}
	return OpenDirectory(place)
}

// Object describes what is stored under a name.
type Object struct {
	Name   string
	Size   int64
	Stored time.Time
}

var (
	ErrAbsent = errors.New("files: there is no such object")
	ErrFull   = errors.New("files: the store is full")
	ErrDenied = errors.New("files: the store refuses this program")
	ErrGone   = errors.New("files: the directory or bucket is not there")
	ErrDown   = errors.New("files: the store does not answer as it should")
	errSum    = errors.New("files: the bytes do not have the checksum they were announced with")
)

// NewName draws a random name below the prefix of an account, so that an account's objects can be
// listed and none guessed.
func NewName(account int64) string {
	random := strings.ToLower(rand.Text())
	return Prefix(account) + random[:2] + "/" + random[2:]
}

// Prefix is what all names of an account begin with.
func Prefix(account int64) string { return strconv.FormatInt(account, 10) + "/" }

// Owner is the name of the object that names the installation of the store.
const Owner = "owner"

// Account is the account that the name of an object belongs to.
func Account(name string) (int64, error) {
	if err := checked(name); err != nil {
		return 0, err
	}
	number, _, _ := strings.Cut(name, "/")
	return strconv.ParseInt(number, 10, 64)
}

var wellFormed = regexp.MustCompile(`^[0-9]+/[a-z2-7]{2}/[a-z2-7]{20,40}(\.[a-z]+)?$`)

// checked refuses names that NewName did not make, because names become paths.
func checked(name string) error {
	if !wellFormed.MatchString(name) && name != Owner {
		return fmt.Errorf("files: %q is not a name of an object", name)
	}
	return nil
}

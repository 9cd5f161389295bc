// Package spool keeps files on their way: uploads, bodies, lists, exports. They are on a disk,
// have no name, and are gone when they are closed or the process ends. One user may have as
// many bytes there as stay free for all others, so nobody alone fills it, nor do several.
package spool

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/share"
)

const again = 5 * time.Second // until somebody who found no room may find some

// disk is where the files of this process are: they have one directory.
var disk = newRoom(free)

// Use puts files into a directory; empty is that of temporary files. It is called before the first.
func Use(directory string) { disk.folder = directory }

// Limit bounds what all files of this process take together; 0 is what the disk has.
func Limit(bytes int64) { disk.most.Store(bytes) }

// Fits asks for room before work begins, where a length is announced; below zero it is not.
func Fits(ctx context.Context, length int64) error {
	if length <= 0 {
		return nil
	}
	return disk.ask(share.By(ctx), 0, length, false)
}

// File is a file on its way, of the user that its context is for.
type File struct {
	file  *os.File
	owner int64
	size  int64 // that was written
	taken int64 // of the room
	err   error
	given atomic.Bool
}

// Create begins a file. The caller closes it.
func Create(ctx context.Context) (*File, error) {
	f, err := os.CreateTemp(disk.folder, "vitrine-spool-")
	if err != nil {
		return nil, unavailable(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(unavailable(err), f.Close())
	}
	return &File{file: f, owner: share.By(ctx)}, nil
}

// Write writes to the end. After an error nothing more is written.
func (f *File) Write(b []byte) (n int, err error) {
	if f.err == nil {
		f.err = f.reach(f.size + int64(len(b)))
	}
	if f.err != nil {
		return 0, f.err
	}
	n, err = f.file.Write(b)
	makeWay()
	f.size += int64(n)
	f.err = unavailable(err)
	return n, f.err
}

// reach takes room up to a size, in steps.
func (f *File) reach(size int64) error {
	if size <= f.taken {
		return nil
	}
	more := (size - f.taken + step - 1) / step * step
	if err := disk.ask(f.owner, f.taken, more, true); err != nil {
		return err
	}
	f.taken += more
	return nil
}

// Err is why writing failed, which is our fault and not that of whoever sends.
func (f *File) Err() error { return f.err }

// Size is how much was written.
func (f *File) Size() int64 { return f.size }

// ReadAt reads from anywhere.
func (f *File) ReadAt(b []byte, at int64) (int, error) {
	defer makeWay()
	return f.file.ReadAt(b, at)
}

// Whole reads all of it.
func (f *File) Whole() *io.SectionReader { return io.NewSectionReader(f, 0, f.size) }

// makeWay lets others go first after each block. Go takes a processor away only after 10 ms:
// forty files of one user would make everybody wait for a fifth of a second, again and again.
func makeWay() { runtime.Gosched() }

// Close gives the file and its room up. Doing so again does nothing.
func (f *File) Close() error {
	if f.given.Swap(true) {
		return nil
	}
	err := f.file.Close()
	disk.give(f.owner, f.taken)
	return err
}

// unavailable is an error of the disk, which may pass: it is full, or cannot be written.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		err = errors.Join(ErrFull, err)
	}
	return &fault.Unavailable{After: again, Cause: err}
}

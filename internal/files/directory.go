package files

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	incoming = ".incoming" // half-written files; List removes abandoned ones
	givenUp  = time.Hour
)

// Directory keeps objects as files. An *os.Root holds every path inside it,
// symbolic links included.
type Directory struct {
	root     *os.Root
	uid, gid int // of the directory, where root writes for a service of that user; else -1
}

// OpenDirectory uses a directory, which it makes if there is none.
func OpenDirectory(path string) (*Directory, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("the directory of files must be an absolute path, not %q", path)
	}
	if err := os.MkdirAll(filepath.Join(path, incoming), 0o700); err != nil {
		return nil, fmt.Errorf("the directory of files cannot be used: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("the directory of files cannot be used: %w", err)
	}
	d := &Directory{root, -1, -1}
	if about, err := root.Stat("."); err == nil && os.Geteuid() == 0 {
		if uid, gid, known := owner(about); known {
			d.uid, d.gid = uid, gid
		}
	}
	d.give(incoming)
	return d, nil
}

// give makes the owner of the directory own what root wrote in it, such as files that an operator
// restores; else the service could not read them. Some network disks refuse this even to root.
func (d *Directory) give(names ...string) {
	for _, name := range names {
		if d.uid >= 0 {
			_ = d.root.Lchown(name, d.uid, d.gid)
		}
	}
}

// Close releases the directory.
func (d *Directory) Close() error { return d.root.Close() }

// Put writes and syncs the bytes under another name before renaming, and syncs the directories above.
func (d *Directory) Put(_ context.Context, name string, from io.Reader, size int64, sum [32]byte) error {
	if err := checked(name); err != nil {
		return err
	}
	half := incoming + "/" + strings.ToLower(rand.Text())
	defer d.root.Remove(half) //nolint:errcheck // List removes what is left
	if err := d.write(half, from, size, sum); err != nil {
		return storeError(err)
	}
	folder := filepath.Dir(name)
	if err := d.root.MkdirAll(folder, 0o700); err != nil {
		return storeError(err)
	}
	d.give(half, filepath.Dir(folder), folder)
	if err := d.root.Link(half, name); err != nil && !errors.Is(err, fs.ErrExist) {
		return storeError(err)
	}
	for _, dir := range []string{folder, filepath.Dir(folder), "."} {
		if err := d.sync(dir); err != nil {
			return storeError(err)
		}
	}
	return nil
}

func (d *Directory) write(half string, from io.Reader, size int64, sum [32]byte) error {
	f, err := d.root.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, hash), from)
	if err == nil && (n != size || [32]byte(hash.Sum(nil)) != sum) {
		err = errSum
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (d *Directory) sync(dir string) error {
	f, err := d.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d *Directory) Get(_ context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	if err := checked(name); err != nil {
		return nil, err
	}
	f, err := d.root.Open(name)
	if err != nil {
		return nil, absent(err)
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if length < 0 {
		return f, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(f, length), f}, nil
}

func (d *Directory) Stat(_ context.Context, name string) (Object, error) {
	if err := checked(name); err != nil {
		return Object{}, err
	}
	info, err := d.root.Stat(name)
	if err != nil {
		return Object{}, absent(err)
	}
	return Object{name, info.Size(), info.ModTime()}, nil
}

func (d *Directory) Delete(_ context.Context, name string) error {
	if err := checked(name); err != nil {
		return err
	}
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List walks the directory, and removes abandoned uploads.
func (d *Directory) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		top := strings.TrimSuffix(prefix, "/")
		if top == "" {
			top = "."
		}
		err := fs.WalkDir(d.root.FS(), top, func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it has just been deleted, or there never was such an account
			}
			if err != nil || entry.IsDir() {
				return errors.Join(err, ctx.Err())
			}
			info, err := entry.Info()
			if err != nil {
				return ignoreAbsent(err)
			}
			if strings.HasPrefix(path, incoming+"/") {
				return d.discard(path, info)
			}
			if checked(path) == nil && !yield(Object{path, info.Size(), info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Object{}, err)
		}
	}
}

func (d *Directory) discard(path string, info fs.FileInfo) error {
	if time.Since(info.ModTime()) < givenUp {
		return nil
	}
	return ignoreAbsent(d.root.Remove(path))
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func absent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrAbsent
	}
	return err
}

// storeError turns an error of writing into ours.
func storeError(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errors.Join(ErrFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", ErrDenied, err)
	case errors.Is(err, fs.ErrNotExist): // directories are made before files
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return err
}

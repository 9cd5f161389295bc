package tabular

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// openZIP reads the directory of a ZIP, and refuses dangerous ones.
func openZIP(file io.ReaderAt, size int64) (*zip.Reader, error) {
	entries := 0
	if err := walkDirectory(file, size, func([]byte) bool { entries++; return entries <= MaxEntries }); err != nil {
		return nil, err
	}
	if entries > MaxEntries {
		return nil, failed(UnsafeArchive, 0, "The ZIP has more than %d entries.", MaxEntries)
	}
	z, err := zip.NewReader(file, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, errDirectory
	}
	unpacked := uint64(0)
	for _, f := range z.File {
		if err := safe(f); err != nil {
			return nil, err
		}
		if unpacked += f.UncompressedSize64; unpacked > MaxUnpacked {
			return nil, failed(TooLarge, 0, "The file is larger than %d MB when unpacked.", MaxUnpacked/1_000_000)
		}
	}
	return z, nil
}

// safe checks an entry. Its sizes can be trusted: the reader fails if there is more.
func safe(f *zip.File) error {
	mode := f.Mode()
	switch {
	case !fs.ValidPath(strings.TrimSuffix(f.Name, "/")) || strings.ContainsAny(f.Name, "\\:\x00"):
		return failed(UnsafeArchive, 0, "The ZIP has an entry with the name %q, which leads out of it.", shortened(f.Name))
	case mode&^(fs.ModePerm|fs.ModeDir|fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0:
		return failed(UnsafeArchive, 0, "The ZIP has a link or a device, %q.", shortened(f.Name))
	case f.Flags&1 != 0:
		return failed(UnsafeArchive, 0, "The ZIP needs a password. Make one without.")
	case f.UncompressedSize64 > MaxRatio*max(f.CompressedSize64, 1):
		return failed(UnsafeArchive, 0, "The entry %q of the ZIP is more than %d times as large when unpacked.", shortened(f.Name), MaxRatio)
	}
	return nil
}

func shortened(name string) string {
	name = readable(name)
	if len(name) > 100 {
		return strings.ToValidUTF8(name[:100], "") + "…"
	}
	return name
}

var (
	tables   = []string{".csv", ".tsv", ".json", ".xml", ".xlsx"}
	archives = []string{".zip", ".tc", ".7z", ".rar", ".gz", ".tgz", ".bz2", ".xz", ".tar", ".jar", ".docx", ".ods"}
)

// openTableInZIP opens the only table of a ZIP, and lists the rest as photos.
func (t *Table) openTableInZIP(file io.ReaderAt, size int64, o Options) error {
	z, err := openZIP(file, size)
	if err != nil {
		return err
	}
	var found, texts []*zip.File
	for _, f := range z.File {
		switch ending := strings.ToLower(path.Ext(f.Name)); {
		case f.Mode().IsDir(), strings.HasPrefix(f.Name, "__MACOSX/"), strings.HasPrefix(path.Base(f.Name), "."):
		case slices.Contains(archives, ending):
			return failed(UnsafeArchive, 0, "The ZIP has another archive in it, %q. Unpack that first.", shortened(f.Name))
		case slices.Contains(tables, ending):
			found = append(found, f)
		case ending == ".txt":
			texts = append(texts, f)
		default:
			t.Photos.add(photoIn(f))
		}
	}
	if len(found) == 0 {
		found = texts
	}
	switch {
	case len(found) == 0:
		return failed(NoTable, 0, "The ZIP has no table. Put a CSV, XLSX, JSON or XML file beside the photos.")
	case len(found) > 1:
		return failed(SeveralTables, 0, "The ZIP has %d tables: %s and others. Send them one by one.", len(found), shortened(found[0].Name))
	}
	return t.openEntry(found[0], "", o)
}

// openEntry unpacks a table into a temporary file and opens that.
func (t *Table) openEntry(f *zip.File, format string, o Options) error {
	inner, length, err := t.unpack(f, o.Dir)
	if err != nil {
		return err
	}
	if format == "" {
		if format, err = FormatOf(inner, length); err != nil {
			return err
		}
	}
	if format == ZIP || format == Tellico || format == Archive {
		return failed(UnsafeArchive, 0, "The ZIP has another archive in it, %q. Unpack that first.", shortened(f.Name))
	}
	o.Name, t.Detected.Entry = path.Base(f.Name), f.Name
	return t.openFormat(inner, length, format, o)
}

// unpack copies an entry into a temporary file without a name.
func (t *Table) unpack(f *zip.File, dir string) (*os.File, int64, error) {
	r, err := f.Open()
	if err != nil {
		return nil, 0, errDirectory
	}
	defer r.Close()
	to, err := os.CreateTemp(dir, "vitrine-import-*")
	if err != nil {
		return nil, 0, err
	}
	_ = os.Remove(to.Name()) // its bytes go with the last handle, even after a crash
	t.cleanup = append(t.cleanup, func() { _ = to.Close() })
	n, err := io.Copy(to, r)
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errDirectory
	}
	return to, n, packed(err)
}

// packed distinguishes damaged files from errors of the disk.
func packed(err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	var already *Failed
	if errors.As(err, &path) || errors.As(err, &already) {
		return err
	}
	return errDirectory
}

func photoIn(f *zip.File) Photo {
	return Photo{Name: f.Name, Size: int64(f.UncompressedSize64), Open: func() (io.ReadCloser, error) { return f.Open() }}
}

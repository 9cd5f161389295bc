package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/archive"
	"vitrine/internal/identity"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

type backupCommand struct {
	File         string
	Replace      bool
	WithoutFiles bool
	Verify       bool
}

func backupCommands(e *environment) *cobra.Command {
	b := new(backupCommand)
	c := command(e, b, "backup [FILE] [--replace] [--without-files] [--verify]", "Write everything to a file, while it is in use.")
	c.Long = c.Short + "\n\nFILE is a file to write, or a folder to write a file named by the time in, by default the current one; - is standard output."
	c.Args = arguments(0, &b.File)
	c.Flags().BoolVar(&b.Replace, "replace", false, "Overwrite the file if it is there.")
	c.Flags().BoolVar(&b.WithoutFiles, "without-files", false, "Leave photos and documents out; rows name them still.")
	c.Flags().BoolVar(&b.Verify, "verify", false, "Write nothing: check every byte of the file, and say what is in it.")
	return c
}

// Run prints only the file name to standard output, so that scripts can use it.
func (b backupCommand) Run(e *environment) error {
	if b.Verify {
		return b.verify(e)
	}
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	store, err := operator.OpenStore(c)
	if err != nil {
		return err
	}
	to, path, err := b.create(e)
	if err != nil {
		return err
	}
	defer to.Discard()
	began := time.Now()
	of := admin.Backing{MadeBy: "vitrine " + version, Sealer: cmp.Or(c.Sealer, &identity.Sealer{}), Store: store, WithoutFiles: b.WithoutFiles}
	m, err := admin.Backup(e.ctx, c.DatabaseURL, of, to, e.say)
	if err != nil {
		return err
	}
	if err := to.Close(m); err != nil {
		return err
	}
	if err := admin.NoteBackup(e.ctx, c.DatabaseURL, m); err != nil { // a replica takes no notes
		e.say("The database does not remember that it was backed up: %v", err)
	}
	e.say("Written: %d rows%s in %s.", m.Rows(), heldFiles(m.Files), time.Since(began).Round(10*time.Millisecond))
	if m.SecondFactors > 0 {
		e.say("%d users have a second factor: the backup is not whole without VITRINE_SECRET_KEY, which is not in it.", m.SecondFactors)
	}
	if path != "" {
		fmt.Fprintln(e.stdout, path)
	}
	if lost := m.Files.Lost(); lost > 0 {
		return incomplete{fmt.Errorf("the backup is written and can be restored, but %d of %d files are not in it: the store does not have them as they were stored. "+
			"Put them back from an older backup with vitrine restore --only-files", lost, m.Files.Named)}
	}
	return nil
}

// heldFiles says what a backup has of files.
func heldFiles(f archive.Files) string {
	switch {
	case f.Named == 0:
		return ""
	case f.LeftOut:
		return fmt.Sprintf(", WITHOUT the %d files that they name,", f.Named)
	}
	return fmt.Sprintf(" and %d files with %s", f.Held, size(f.Bytes))
}

// size writes a number of bytes as people do.
func size(bytes int64) string {
	for _, unit := range []string{"bytes", "KiB", "MiB"} {
		if bytes < 10<<10 {
			return fmt.Sprintf("%d %s", bytes, unit)
		}
		bytes >>= 10
	}
	return fmt.Sprintf("%d GiB", bytes)
}

// create opens the destination; path is empty unless it is a file.
func (b backupCommand) create(e *environment) (to *archive.Writer, path string, err error) {
	if b.File == "-" {
		return archive.Stream(e.stdout), "", nil
	}
	path = b.File
	if about, err := os.Stat(path); path == "" || err == nil && about.IsDir() {
		path = filepath.Join(path, time.Now().UTC().Format("vitrine-20060102T150405Z.backup"))
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, "", err
	}
	to, err = archive.Create(path, b.Replace)
	return to, path, err
}

func (b backupCommand) verify(e *environment) error {
	if b.File == "" {
		return misuse("name the file to verify")
	}
	from, err := archive.Open(b.File)
	if err != nil {
		return err
	}
	defer from.Close()
	m := from.Manifest
	var absent []string
	if err := from.CheckFiles(func(f archive.File) { absent = append(absent, f.Name) }); err != nil {
		return fmt.Errorf("%s: %w", b.File, err)
	}
	fmt.Fprintf(e.stdout, "%s is whole.\n  made at %s by %s on PostgreSQL %s\n  schema version %d, %d rows in %d tables\n", b.File,
		m.MadeAt.Format(time.RFC3339), m.MadeBy, m.PostgreSQL, m.Schema, m.Rows(), len(m.Tables))
	if m.SecondFactors > 0 {
		fmt.Fprintf(e.stdout, "  %d users have a second factor; the fingerprint of their VITRINE_SECRET_KEY is %s\n", m.SecondFactors, cmp.Or(m.SecretKey, "not known"))
	}
	switch f := m.Files; {
	case f.LeftOut:
		fmt.Fprintf(e.stdout, "  made without files; its rows name %d\n", f.Named)
	case f.Named > 0:
		fmt.Fprintf(e.stdout, "  %d files with %s, all as their hashes say; %d were deleted and %d lost when it was made\n", f.Held, size(f.Bytes), f.Deleted, f.Lost())
	}
	for _, name := range absent {
		fmt.Fprintf(e.stdout, "  not in it: %s\n", name)
	}
	return nil
}

// say reports the progress of long work.
func (e *environment) say(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }

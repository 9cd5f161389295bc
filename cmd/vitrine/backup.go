package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/admin"
)

type backupCommand struct {
	File    string `arg:"" optional:"" help:"File to write, or a folder to write a file named by the time in, by default the current one; - is standard output."`
	Replace bool   `help:"Overwrite the file if it is there."`
	Verify  bool   `help:"Write nothing: check every byte of the file, and say what is in it."`
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
	to, path, err := b.create(e)
	if err != nil {
		return err
	}
	defer to.Discard()
	began := time.Now()
	m, err := admin.Backup(e.ctx, c.DatabaseURL, "vitrine "+version, cmp.Or(c.Sealer, &identity.Sealer{}), to, e.say)
	if err != nil {
		return err
	}
	if err := to.Close(m); err != nil {
		return err
	}
	e.say("Written: %d rows in %s.", m.Rows(), time.Since(began).Round(10*time.Millisecond))
	if m.SecondFactors > 0 {
		e.say("%d users have a second factor: the backup is not whole without VITRINE_SECRET_KEY, which is not in it.", m.SecondFactors)
	}
	if path != "" {
		fmt.Fprintln(e.stdout, path)
	}
	return nil
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
		return fmt.Errorf("name the file to verify")
	}
	from, err := archive.Open(b.File)
	if err != nil {
		return err
	}
	defer from.Close()
	m := from.Manifest
	fmt.Fprintf(e.stdout, "%s is whole.\n  made at %s by %s on PostgreSQL %s\n  schema version %d, %d rows in %d tables\n", b.File,
		m.MadeAt.Format(time.RFC3339), m.MadeBy, m.PostgreSQL, m.Schema, m.Rows(), len(m.Tables))
	if m.SecondFactors > 0 {
		fmt.Fprintf(e.stdout, "  %d users have a second factor; the fingerprint of their VITRINE_SECRET_KEY is %s\n", m.SecondFactors, cmp.Or(m.SecretKey, "not known"))
	}
	return nil
}

type restoreCommand struct {
	File       string `arg:"" help:"Backup to restore."`
	Replace    bool   `help:"Lose what is in the database."`
	WithoutKey bool   `help:"Restore second factors even if VITRINE_SECRET_KEY cannot open them."`
}

func (r restoreCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	began := time.Now()
	e.say("Checking %s.", r.File)
	from, err := archive.Open(r.File)
	if err != nil {
		return err
	}
	defer from.Close()
	m := from.Manifest
	e.say("Loading %d rows of %s, made by %s.", m.Rows(), m.MadeAt.Format(time.RFC3339), m.MadeBy)
	err = admin.Restore(e.ctx, c.DatabaseURL, from, cmp.Or(c.Sealer, &identity.Sealer{}), admin.Restoring{Server: c.ServerNumber, Replace: r.Replace, WithoutKey: r.WithoutKey}, e.say)
	if err != nil {
		return err
	}
	if err := migrate(e.ctx, c, log, e.stderr); err != nil { // the serving role may be missing here
		return fmt.Errorf("all rows are restored, but: %w; run vitrine migrate", err)
	}
	fmt.Fprintf(e.stdout, "Restored %d rows in %d tables as of %s, in %s.\n", m.Rows(), len(m.Tables), m.MadeAt.Format(time.RFC3339), time.Since(began).Round(10*time.Millisecond))
	return nil
}

// say reports the progress of long work.
func (e *environment) say(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }

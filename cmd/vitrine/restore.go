package main

import (
	"cmp"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

type restoreCommand struct {
	File         string
	Replace      bool
	WithoutKey   bool
	WithoutFiles bool
	OnlyFiles    bool
}

func restoreCommands(e *environment) *cobra.Command {
	r := new(restoreCommand)
	c := command(e, r, "restore FILE [--replace] [--without-key] [--without-files | --only-files]", "Bring a backup back.")
	c.Args = arguments(1, &r.File)
	c.Flags().BoolVar(&r.Replace, "replace", false, "Lose what is in the database.")
	c.Flags().BoolVar(&r.WithoutKey, "without-key", false, "Restore second factors even if VITRINE_SECRET_KEY cannot open them.")
	c.Flags().BoolVar(&r.WithoutFiles, "without-files", false, "Restore the rows, and leave photos and documents alone.")
	c.Flags().BoolVar(&r.OnlyFiles, "only-files", false, "Put back the photos and documents that the store has lost, and leave the rows alone.")
	c.MarkFlagsMutuallyExclusive("without-files", "only-files")
	return c
}

func (r restoreCommand) Run(e *environment) error {
	if r.OnlyFiles && (r.Replace || r.WithoutKey) {
		return misuse("--only-files leaves the rows alone: pass neither --replace nor --without-key")
	}
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	store, err := operator.OpenStore(c)
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
	if r.OnlyFiles {
		return r.files(e, c.DatabaseURL, store, from)
	}
	m := from.Manifest
	e.say("Loading %d rows of %s, made by %s.", m.Rows(), m.MadeAt.Format(time.RFC3339), m.MadeBy)
	may := admin.Restoring{Server: c.ServerNumber, Replace: r.Replace, WithoutKey: r.WithoutKey, Store: store, WithoutFiles: r.WithoutFiles}
	if err := admin.Restore(e.ctx, c.DatabaseURL, from, cmp.Or(c.Sealer, &identity.Sealer{}), may, e.say); err != nil {
		return err
	}
	if err := migrate(e.ctx, c, log, e.stderr); err != nil { // the serving role may be missing here
		return fmt.Errorf("all rows are restored, but: %w; run vitrine migrate", err)
	}
	fmt.Fprintf(e.stdout, "Restored %d rows in %d tables as of %s, in %s.\n", m.Rows(), len(m.Tables), m.MadeAt.Format(time.RFC3339), time.Since(began).Round(10*time.Millisecond))
	switch f := m.Files; {
	case f.Named == 0:
	case f.LeftOut || r.WithoutFiles:
		fmt.Fprintf(e.stdout, "The rows name %d files, which were not restored: vitrine doctor says whether VITRINE_FILES has them.\n", f.Named)
	case f.Lost() > 0:
		fmt.Fprintf(e.stdout, "%d files are in the store; %d were lost when the backup was made.\n", f.Held, f.Lost())
	default:
		fmt.Fprintf(e.stdout, "%d files are in the store.\n", f.Held)
	}
	return nil
}

// files puts back what the store has lost.
func (r restoreCommand) files(e *environment, database string, store files.Store, from *archive.Reader) error {
	done, err := admin.RestoreFiles(e.ctx, database, from, store, e.say)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "Put back %d files that were missing and %d that were damaged; %d were there, and %d are not in the database any more.\n",
		done.Put, done.Replaced, done.There, done.Unnamed)
	return nil
}

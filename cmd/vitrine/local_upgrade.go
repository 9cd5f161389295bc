package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/identity"
	"vitrine/internal/pglocal"
	"vitrine/internal/postgres/admin"
)

// transfer moves all rows from one private PostgreSQL to another, as backup and
// restore do. Photos and documents stay where they are.
type transfer struct {
	config config.Config
	log    *slog.Logger
}

// upgraded is the database to serve, of a newer PostgreSQL if there is one.
func (l localCommand) upgraded(e *environment, database *pglocal.Server, settings *environment) (*pglocal.Server, error) {
	c, log, err := settings.settings()
	if err != nil {
		return database, err
	}
	t := transfer{c, log}
	return database.Upgrade(e.ctx, pglocal.Transfer{Save: t.save, Load: t.load}, e.say)
}

// save brings the schema up to date first, as serve would have: rows can then be
// compared with those that are loaded.
func (t transfer) save(ctx context.Context, url, file string) error {
	if err := admin.OnlyOurs(ctx, url); err != nil {
		return err
	}
	if err := t.migrate(ctx, url); err != nil {
		return err
	}
	to, err := archive.Create(file, false)
	if err != nil {
		return err
	}
	defer to.Discard()
	of := admin.Backing{MadeBy: "vitrine " + version, Sealer: t.sealer(), WithoutFiles: true}
	m, err := admin.Backup(ctx, url, of, to, quietly)
	if err != nil {
		return err
	}
	return to.Close(m)
}

func (t transfer) load(ctx context.Context, url, file string) error {
	from, err := archive.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	may := admin.Restoring{Server: t.config.ServerNumber, WithoutFiles: true, WithoutKey: true} // second factors stay as they are
	if err := admin.Restore(ctx, url, from, t.sealer(), may, quietly); err != nil {
		return err
	}
	if err := t.migrate(ctx, url); err != nil { // makes the role that serves
		return err
	}
	return admin.Compare(ctx, url, from.Manifest)
}

func (t transfer) migrate(ctx context.Context, url string) error {
	c := t.config
	c.DatabaseURL = url
	return migrate(ctx, c, t.log, io.Discard)
}

func (t transfer) sealer() *identity.Sealer { return cmp.Or(t.config.Sealer, &identity.Sealer{}) }

// quietly leaves the tables out, which nobody waits for one by one.
func quietly(string, ...any) {}

// discardOld removes the data that upgrades have kept.
func (l localCommand) discardOld(e *environment) error {
	removed, err := pglocal.Discard(l.Data)
	for _, kept := range removed {
		fmt.Fprintf(e.stdout, "Removed %s, which was the data of PostgreSQL %d, with %s.\n", kept.Path, kept.Major, size(kept.Bytes))
	}
	if err == nil && len(removed) == 0 {
		fmt.Fprintln(e.stdout, "No upgrade has kept old data.")
	}
	return err
}

// examineUpgrade tells of a private PostgreSQL how its last upgrade went.
func examineUpgrade(c config.Config) (found []admin.Finding) {
	dir, private := pglocal.Of(c.DatabaseURL)
	if !private {
		return nil
	}
	if reason := dir.Failure(); reason != "" {
		found = append(found, admin.Finding{What: reason, Advice: "the old data is served, and the next start tries again; see A newer PostgreSQL, in docs/upgrading.md"})
	}
	for _, kept := range dir.Kept() {
		found = append(found, admin.Finding{What: fmt.Sprintf("the data of PostgreSQL %d is kept since an upgrade (%s); vitrine local --discard-old removes it", kept.Major, size(kept.Bytes))})
	}
	return found
}

package admin

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/schema"
)

// staging is the schema in which a backup is rebuilt, beside the present one.
const staging = "vitrine_restore"

// Restoring is the options of a restore.
type Restoring struct {
	Server       int         // whose ids are given from then on
	Replace      bool        // the contents of the database
	WithoutKey   bool        // drop second factors that nobody can use
	Store        files.Store // to put files into; nil if there is none
	WithoutFiles bool        // restore the rows alone
}

// Restore brings back a backup. It is rebuilt in a schema of its own: migrated to
// the backup's version, filled, read again and compared, and migrated to the
// present version. Then files are put into the store, where no row shows them yet.
// Only then does it replace the contents of the database, in one transaction. Any
// earlier failure leaves the database as it was.
func Restore(ctx context.Context, url string, from *archive.Reader, sealer *identity.Sealer, may Restoring, say Say) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		if err := readyToRestore(ctx, conn, from.Manifest, sealer, may); err != nil {
			return err
		}
		clear := func(ctx context.Context) error {
			_, err := conn.Exec(ctx, `set client_min_messages = warning; drop schema if exists `+staging+` cascade`)
			return err
		}
		if err := clear(ctx); err != nil { // of a killed restore
			return err
		}
		if _, err := conn.Exec(ctx, `create schema `+staging); err != nil {
			return fmt.Errorf("%w; connect as the owner of the database", err)
		}
		defer func() { _ = clear(context.WithoutCancel(ctx)) }()
		err := build(ctx, url, from, sealer, may, say)
		if err == nil && !may.WithoutFiles && from.Manifest.Files.Held > 0 {
			if err = handOver(ctx, conn, may.Store); err == nil {
				_, err = putFiles(ctx, from, may.Store, everyFile, say)
			}
		}
		if err == nil {
			err = takePlace(ctx, conn)
		}
		if err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
		return nil
	})
}

// readyToRestore returns the reasons not to begin.
func readyToRestore(ctx context.Context, conn *pgx.Conn, m archive.Manifest, sealer *identity.Sealer, may Restoring) error {
	var only, lonely bool
	err := conn.QueryRow(ctx, `
		select pg_try_advisory_lock(hashtext('vitrine restore')),
		       not exists (select from pg_stat_activity where datname = current_database() and application_name = $1)`, engine.ApplicationName).Scan(&only, &lonely)
	switch {
	case err != nil:
		return err
	case !only:
		return errors.New("another restore into this database is running")
	case !lonely:
		return errors.New("an instance of Vitrine is running on this database: stop all instances and workers first")
	case m.Schema < schema.Baseline:
		return fmt.Errorf("the backup has schema version %d, from before the first release, and this program knows versions from %d on: restore it with the program that made it (%s), and migrate that database", m.Schema, schema.Baseline, m.MadeBy)
	case m.Schema > newestMigration:
		return fmt.Errorf("the backup has schema version %d and this program knows up to %d: restore with the program that made it (%s) or a newer one", m.Schema, newestMigration, m.MadeBy)
	}
	if err := refuseOther(ctx, conn, may.Server); err != nil {
		return err
	}
	has, err := versionOf(ctx, conn)
	if err != nil {
		return err
	}
	used, err := inUse(ctx, conn, has)
	switch {
	case err != nil:
		return err
	case used != "" && !may.Replace:
		return fmt.Errorf("the database is not empty: %s; restore into an empty one, or pass --replace to lose what is there", used)
	case has > newestMigration:
		return fmt.Errorf("the schema of the database has version %d and this program knows up to %d: restore into an empty database", has, newestMigration)
	case used != "" && has < newestMigration:
		return fmt.Errorf("the schema of the database has version %d of %d: run vitrine migrate first, so that all of it can be replaced", has, newestMigration)
	case m.SecondFactors > 0 && m.SecretKey != "" && !sealer.Has(m.SecretKey) && !may.WithoutKey:
		return keyError(m, m.SecondFactors, sealer)
	}
	return readyForFiles(m, may.Store, may.WithoutFiles)
}

// inUse describes the contents of the database, if anybody ever registered.
func inUse(ctx context.Context, conn *pgx.Conn, version int64) (string, error) {
	if version == 0 {
		return "", nil
	}
	var users int
	var ever bool
	err := conn.QueryRow(ctx, `select (select count(*) from users), (select is_called from accounts_id_seq)`).Scan(&users, &ever)
	if err != nil || users == 0 && !ever {
		return "", err
	}
	return fmt.Sprintf("it has %d users", users), nil
}

func keyError(m archive.Manifest, users int, sealer *identity.Sealer) error {
	ours, theirs := sealer.Fingerprint(), m.SecretKey
	if ours == "" {
		ours = "none"
	}
	if theirs == "" {
		theirs = "unknown"
	}
	return fmt.Errorf("%d users have a second factor that the VITRINE_SECRET_KEY set here cannot open (its fingerprint is %s, that of the backup's %s): "+
		"set the key that was in use when the backup was made, or pass --without-key: these users can then log in with a recovery code only, until vitrine user disable-2fa", users, ours, theirs)
}

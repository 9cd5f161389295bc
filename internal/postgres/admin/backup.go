package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/identity"
)

// Say reports the progress of long work to an operator.
type Say func(format string, args ...any)

func (say Say) table(name string, rows int64, began time.Time) {
	if rows > 0 {
		say("  %-22s %10d rows %8s", name, rows, time.Since(began).Round(time.Millisecond))
	}
}

// copySettings make COPY write the same text for the same rows on any server,
// without a time limit.
const copySettings = `
	set local statement_timeout = 0;
	set local idle_in_transaction_session_timeout = 0;
	set local client_encoding = 'UTF8';
	set local timezone = 'UTC';
	set local datestyle = 'ISO, YMD';
	set local intervalstyle = 'postgres';
	set local bytea_output = 'hex';
	set local extra_float_digits = 1`

// Backing is the input of a backup.
type Backing struct {
	MadeBy       string
	Sealer       *identity.Sealer
	Store        files.Store // nil if there is none
	WithoutFiles bool        // leave them out
}

// Backup writes every row of every table from one snapshot while others go on
// writing, and then the files that these rows name. Any role that may read the
// tables will do: if it is subject to row security, it reads one account after the
// other.
func Backup(ctx context.Context, url string, of Backing, to *archive.Writer, say Say) (m archive.Manifest, err error) {
	err = withConn(ctx, url, func(conn *pgx.Conn) error {
		has, err := versionOf(ctx, conn)
		switch {
		case err != nil:
			return err
		case has == 0:
			return errors.New("there is nothing to back up: the database has no tables of Vitrine; is DATABASE_URL right?")
		case has > newestMigration:
			return fmt.Errorf("the schema has version %d and this program knows up to %d: back up with the program of that version, which need not serve", has, newestMigration)
		}
		var list *fileList
		defer func() { _ = list.Close() }()
		err = pgx.BeginTxFunc(ctx, conn, oneMoment, func(tx pgx.Tx) error {
			m, list, err = backup(ctx, tx, of, to, say)
			return err
		})
		if err != nil {
			return err
		}
		if now, err := versionOf(ctx, conn); err != nil || now != m.Schema {
			return errors.Join(errors.New("the schema was migrated meanwhile; back up again"), err)
		}
		if of.WithoutFiles {
			m.Files = archive.Files{Named: list.n, LeftOut: true}
			return nil
		}
		m.Files, err = backupFiles(ctx, conn, list, of.Store, to, say)
		return err
	})
	m.MadeBy = of.MadeBy
	return m, err
}

func backup(ctx context.Context, tx pgx.Tx, of Backing, to *archive.Writer, say Say) (m archive.Manifest, list *fileList, err error) {
	if _, err := tx.Exec(ctx, copySettings); err != nil {
		return m, nil, err
	}
	var snapshot string
	err = tx.QueryRow(ctx, `
		select now(), current_setting('server_version'), (select max(version_id) from goose_db_version), coalesce((select max(version) from river_migration), 0), pg_export_snapshot()`).
		Scan(&m.MadeAt, &m.PostgreSQL, &m.Schema, &m.JobSchema, &snapshot)
	if err != nil {
		return m, list, err
	}
	m.MadeAt = m.MadeAt.UTC()
	tables, strangers, err := tablesToCopy(ctx, tx)
	if err != nil {
		return m, list, err
	}
	for _, name := range strangers {
		say("The table %s is not one of Vitrine's and is left out.", name)
	}
	if err := lockToRead(ctx, tx, tables); err != nil {
		return m, list, err
	}
	if m.SecondFactors, m.SecretKey, err = recordKey(ctx, tx, of.Sealer, say); err != nil {
		return m, list, err
	}
	scopes, err := everyScope(ctx, tx)
	if err != nil {
		return m, list, err
	}
	say("Reading %d tables as of %s (snapshot %s).", len(tables), m.MadeAt.Format(time.RFC3339), snapshot)
	if list, err = listFiles(ctx, tx, tables, scopes); err != nil {
		return m, list, err
	}
	if list.n > 0 && of.Store == nil && !of.WithoutFiles {
		return m, list, fmt.Errorf("the rows name %d files, and VITRINE_FILES does not say where they are: set it as for vitrine serve, or pass --without-files", list.n)
	}
	for _, t := range tables {
		began, written := time.Now(), archive.Table{Name: t.name, Columns: t.columns}
		written.Rows, written.Fingerprint, err = to.Table(t.name, func(w io.Writer) error {
			return t.copyOut(ctx, tx, scopes, &pace{Writer: w, table: t.name, say: say, last: began})
		})
		if err != nil {
			return m, list, fmt.Errorf("read the table %s: %w", t.name, err)
		}
		say.table(t.name, written.Rows, began)
		m.Tables = append(m.Tables, written)
		if t.name == "exports" && written.Rows > 0 {
			say("The files of finished exports are left out: they can be made again.")
		}
	}
	m.Sequences, err = sequences(ctx, tx, tables) // after the rows: they only grow, and are not part of a snapshot
	return m, list, err
}

// recordKey returns how many users need the key and its fingerprint, if it is the
// right one.
func recordKey(ctx context.Context, tx pgx.Tx, sealer *identity.Sealer, say Say) (users int, fingerprint string, err error) {
	users, opened, err := openSeeds(ctx, tx, sealer)
	if err != nil || users == 0 || users == opened {
		return users, sealer.Fingerprint(), err
	}
	say("WARNING: %d of %d second factors cannot be opened with the VITRINE_SECRET_KEY that is set here.\n"+
		"         They are in the backup, but of no use without their key, and its fingerprint is not recorded.", users-opened, users)
	return users, "", nil
}

// openSeeds counts the users with a second factor, and those whose seed the key
// opens.
func openSeeds(ctx context.Context, tx pgx.Tx, sealer *identity.Sealer) (users, opened int, err error) {
	rows, _ := tx.Query(ctx, `select id, totp_seed from users where totp_enabled`)
	var id int64
	var sealed []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &sealed}, func() error {
		users++
		if _, err := sealer.Open(sealed, id); err == nil {
			opened++
		}
		return nil
	})
	return users, opened, err
}

// pace reports progress on a large table now and then.
type pace struct {
	io.Writer
	table string
	bytes int64
	say   Say
	last  time.Time
}

func (p *pace) Write(b []byte) (int, error) {
	p.bytes += int64(len(b))
	if now := time.Now(); now.Sub(p.last) > 5*time.Second {
		p.last = now
		p.say("  %-22s %10d MB so far", p.table, p.bytes>>20)
	}
	return p.Writer.Write(b)
}

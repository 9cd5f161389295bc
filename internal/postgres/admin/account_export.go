package admin

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

// Left out of an export: credentials, and data derived from the rest.
var (
	withheldTables  = []string{"totals", "recovery_codes", "password_resets", "earlier_resets", "idempotency_keys"}
	withheldColumns = []string{"password_hash", "token_hash", "totp_seed", "totp_last_step", "code_failures", "code_blocked_until", "search", "sort_name", "value_hash", "custom_fields", "object"}
)

// Exported counts the rows and files of an export, and the files that are lost.
type Exported struct{ Rows, Files, Lost int64 }

// ExportAccount writes everything stored of an account to a ZIP: account.json, an object with a list
// of rows per table, from one snapshot; and the files, named by their id in the list files. Lost files
// are counted. A nil store leaves files out.
func ExportAccount(ctx context.Context, url string, id int64, store files.Store, to io.Writer, say Say) (done Exported, err error) {
	out := zip.NewWriter(to)
	var all []exportedFile
	err = inAccount(ctx, url, id, oneMoment, func(tx pgx.Tx) error {
		rows, err := out.Create("account.json")
		if err != nil {
			return err
		}
		if done.Rows, err = exportRows(ctx, tx, id, rows); err != nil || store == nil {
			return err
		}
		found, _ := tx.Query(ctx, `select id, object, sha256, size, mime_type from files where account_id = $1 order by id`, id)
		all, err = pgx.CollectRows(found, pgx.RowToStructByName[exportedFile])
		return err
	})
	if err == nil && len(all) > 0 {
		err = withConn(ctx, url, func(conn *pgx.Conn) error { return done.addFiles(ctx, conn, all, store, out, say) })
	}
	if err != nil {
		return done, err
	}
	return done, out.Close()
}

func exportRows(ctx context.Context, tx pgx.Tx, id int64, out io.Writer) (exported int64, err error) {
	tables, _, err := tablesToCopy(ctx, tx)
	if err != nil {
		return 0, err
	}
	before := "{"
	for _, t := range tables {
		if t.owner == "" || strings.HasSuffix(t.name, "_words") || slices.Contains(withheldTables, t.name) {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s\n%q: [", before, t.name); err != nil {
			return exported, err
		}
		n, err := exportTable(ctx, tx, t, id, out)
		if err != nil {
			return exported, err
		}
		exported, before = exported+n, "],"
	}
	_, err = fmt.Fprint(out, "]\n}\n")
	return exported, err
}

func exportTable(ctx context.Context, tx pgx.Tx, t copied, id int64, out io.Writer) (exported int64, err error) {
	hash := ``
	if slices.Contains(t.columns, "sha256") {
		hash = ` || jsonb_build_object('sha256', encode(t.sha256, 'hex'))` // as sha256sum writes it
	}
	rows, _ := tx.Query(ctx, fmt.Sprintf(`select (to_jsonb(t) - $2::text[]%s)::text from %s t where %s = $1 order by %s`,
		hash, pgx.Identifier{t.name}.Sanitize(), t.owner, pgx.Identifier{t.columns[0]}.Sanitize()), id, withheldColumns)
	var row string
	_, err = pgx.ForEachRow(rows, []any{&row}, func() error {
		separator := ","
		if exported++; exported == 1 {
			separator = ""
		}
		_, err := fmt.Fprint(out, separator, "\n  ", row)
		return err
	})
	return exported, err
}

// exportedFile is a row of files.
type exportedFile struct {
	ID       int64
	Object   string
	SHA256   []byte
	Size     int64
	MimeType string
}

// addFiles adds the bytes of files to an export.
func (done *Exported) addFiles(ctx context.Context, conn *pgx.Conn, all []exportedFile, store files.Store, out *zip.Writer, say Say) error {
	each := func(yield func(exportedFile, error) bool) {
		for _, f := range all {
			if !yield(f, nil) {
				return
			}
		}
	}
	read := func(ctx context.Context, f exportedFile) fetched {
		return fetchFrom(store)(ctx, archive.File{Name: f.Object, Sum: [32]byte(f.SHA256), Size: f.Size})
	}
	return inOrder(ctx, each, read, func(f exportedFile, got fetched) error {
		if got.err != nil {
			deleted, err := tellLost(ctx, conn, archive.File{Name: f.Object}, got.err, say)
			if !deleted {
				done.Lost++
			}
			return err
		}
		defer got.release()
		done.Files++
		entry, err := out.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("files/%d%s", f.ID, ending(f.MimeType)), Method: zip.Store})
		if err == nil {
			err = got.copyTo(entry)
		}
		return err
	})
}

// endings are the file endings by type.
var endings = map[string]string{
	"image/jpeg": ".jpg", "application/msword": ".doc", "application/vnd.ms-excel": ".xls", "text/plain": ".txt",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":       ".xlsx",
	"application/vnd.oasis.opendocument.text":                                 ".odt",
	"application/vnd.oasis.opendocument.spreadsheet":                          ".ods",
	"application/octet-stream":                                                ".bin",
}

func ending(mime string) string {
	_, kind, _ := strings.Cut(mime, "/")
	return cmp.Or(endings[mime], "."+kind)
}

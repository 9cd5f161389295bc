package exchange

import (
	"context"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/portable"
	"vitrine/internal/postgres/internal/engine"
)

// archiveTime is how long an account may be read for its archive.
const archiveTime = time.Hour

// archiveSource is where the objects of a part come from. Members are columns of the same name, and
// references are ids, unless an expression is given.
type archiveSource struct {
	table string
	sql   map[string]string // by member; t is the row
}

// archiveSources are the parts whose table has another name, or whose members are not just its columns.
var archiveSources = map[string]archiveSource{
	"account":        {table: `accounts`},
	"location_stays": {table: `location_history`},
	"collections": {table: `collections`, sql: map[string]string{
		"collection_type_uuids": `array(select x.uuid::text from collection_type_links l join collection_types x on x.account_id = $1 and x.id = l.collection_type_id
			where l.account_id = $1 and l.collection_id = t.id order by x.uuid)`,
		"cover_photo_uuid": `(select x.uuid::text from collection_covers c join photos x on x.account_id = $1 and x.id = c.photo_id where c.account_id = $1 and c.collection_id = t.id and $2)`,
	}},
	"items": {table: `items`, sql: map[string]string{
		"tag_uuids": `array(select x.uuid::text from item_tags l join tags x on x.account_id = $1 and x.id = l.tag_id where l.account_id = $1 and l.item_id = t.id order by x.uuid)`,
		"custom_fields": `(select coalesce(jsonb_object_agg(x.uuid, v.value), '{}')::text from item_values v join custom_fields x on x.account_id = $1 and x.id = v.custom_field_id
			where v.account_id = $1 and v.item_id = t.id)`,
	}},
	"policies": {table: `policies`, sql: map[string]string{
		"collection_uuids": namedByPolicy(`collection`, `collections`), "location_uuids": namedByPolicy(`location`, `locations`), "copy_uuids": namedByPolicy(`copy`, `copies`),
	}},
	"copies": {table: `copies`, sql: map[string]string{"ceased_at": `nullif(t.ceased_at, '-infinity')::text`}}, // which follows from the status
	"photos": {table: `photos`, sql: map[string]string{"file": fileHash, "sha256": `encode(t.sha256, 'hex')`}},
	"documents": {table: `documents`, sql: map[string]string{
		"file": fileHash, "mime_type": `(select f.mime_type from files f where f.account_id = $1 and f.id = t.file_id)`,
	}},
}

// namedByPolicy are the uuids of what a policy names.
func namedByPolicy(one, table string) string {
	return `array(select x.uuid::text from policy_` + table + ` l join ` + table + ` x on x.account_id = $1 and x.id = l.` + one + `_id where l.account_id = $1 and l.policy_id = t.id order by x.uuid)`
}

// fileHash is the hash of the file of a row.
const fileHash = `(select encode(f.sha256, 'hex') from files f where f.account_id = $1 and f.id = t.file_id)`

// withoutFiles is the condition for rows that need a file; $2 says whether the archive has files.
var withoutFiles = map[string]string{"photos": `$2`, "documents": `($2 or t.file_id is null)`}

func sourceOf(p portable.Part) archiveSource {
	s := archiveSources[p.Name]
	if s.table == "" {
		s.table = p.Name
	}
	return s
}

// tableOf is the table of a part.
func tableOf(part string) string { return sourceOf(portable.Part{Name: part}).table }

// column is the SQL of a member.
func (s archiveSource) column(m portable.Member) string {
	if sql := s.sql[m.Name]; sql != "" {
		return sql
	}
	switch m.Kind {
	case portable.UUID, portable.Day:
		return `t.` + m.Name + `::text`
	case portable.Integer:
		return `t.` + m.Name + `::bigint`
	case portable.Number:
		return `to_json(t.` + m.Name + `)::text`
	case portable.Options:
		return `t.` + m.Name + `::text`
	case portable.Reference:
		return `(select x.uuid::text from ` + tableOf(m.To) + ` x where x.account_id = $1 and x.id = t.` + strings.TrimSuffix(m.Name, "uuid") + `id)`
	}
	return `t.` + m.Name
}

// archived selects the objects of a part in the order of their lines.
func archived(p portable.Part) string {
	sql := archivedWhere(p, `true`)
	order := make([]string, len(p.Order))
	for i, name := range p.Order {
		order[i] = `q.` + name + ` collate "C" nulls first`
	}
	if len(order) > 0 {
		sql += ` order by ` + strings.Join(order, `, `)
	}
	return sql
}

// archivedWhere selects the rows t that meet a condition. Ids follow the members.
func archivedWhere(p portable.Part, condition string) string {
	s := sourceOf(p)
	columns := make([]string, len(p.Members))
	for i, m := range p.Members {
		columns[i] = s.column(m) + ` as ` + m.Name
	}
	key := `account_id`
	if s.table == `accounts` {
		key = `id`
	}
	sql := `select q.* from (select ` + strings.Join(columns, `, `) + `, t.id as object_id from ` + s.table + ` t where t.` + key + ` = $1 and ($2 or true) and ` + condition
	if without := withoutFiles[p.Name]; without != "" {
		sql += ` and ` + without
	}
	return sql + `) q`
}

// ArchivedFile is a file that an archive has.
type ArchivedFile struct {
	Hash, Object string
	Size         int64
}

// Archive is what an archive contains of the account, and its files.
type Archive struct {
	Name, UUID string
	Files      []ArchivedFile
}

// archivedFiles are the files f of the account that an archive has, if $2 says that it has files.
const archivedFiles = `from files f
	where f.account_id = $1 and $2 and (exists (select from photos p where p.account_id = $1 and p.file_id = f.id) or exists (select from documents d where d.account_id = $1 and d.file_id = f.id))`

// ArchiveBytes is how large the files of an archive are together.
func ArchiveBytes(ctx context.Context, r engine.Reader, files bool) (n int64, err error) {
	err = engine.Ask(ctx, r, func(b *pgx.Batch) {
		b.Queue(atLeisure)
		b.Queue(`select coalesce(sum(f.size), 0)::bigint `+archivedFiles, r.AccountID(), files)
	}, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		return answers.QueryRow().Scan(&n)
	})
	return n, err
}

// ReadArchive reads the account as of one moment: it calls begin for each part with the number of its
// objects, then row with the values of each. It renews the files' names, so that no sweep deletes them
// for a day.
func ReadArchive(ctx context.Context, r engine.Reader, files bool, begin func(part portable.Part, rows int64, each func(row func([]any) error) error) error) (of Archive, err error) {
	if files {
		if err := pinFiles(ctx, r); err != nil {
			return of, err
		}
	}
	err = engine.Snapshot(ctx, r, archiveTime, func(r engine.Reader) error {
		if of, err = archiveOf(ctx, r, files); err != nil {
			return err
		}
		version, err := archiveVersion(ctx, r, files)
		if err != nil {
			return err
		}
		for _, p := range portable.PartsOf(version) {
			if err := archivePart(r, p, files, begin); err != nil {
				return err
			}
		}
		return nil
	})
	return of, err
}

// pinFiles renews the names of all files of the account.
func pinFiles(ctx context.Context, r engine.Reader) error {
	return engine.Ask(ctx, r, func(b *pgx.Batch) {
		b.Queue(atLeisure)
		b.Queue(`update files set named_at = now() where account_id = $1`, r.AccountID())
	}, func(answers pgx.BatchResults) error {
		for range 2 {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		return nil
	})
}

// archiveOf opens the account, and reads manifest data and the list of files.
func archiveOf(ctx context.Context, r engine.Reader, files bool) (of Archive, err error) {
	queue := func(b *pgx.Batch) {
		b.Queue(atLeisure)
		b.Queue(`select name, uuid::text from accounts where id = $1`, r.AccountID())
		b.Queue(`select encode(f.sha256, 'hex') as hash, f.object, f.size `+archivedFiles+` order by f.sha256`, r.AccountID(), files)
	}
	err = engine.Ask(ctx, r, queue, func(answers pgx.BatchResults) (err error) {
		if _, err = answers.Exec(); err != nil {
			return err
		}
		if err = answers.QueryRow().Scan(&of.Name, &of.UUID); err != nil {
			return err
		}
		of.Files, err = engine.Rows[ArchivedFile](answers)
		return err
	})
	return of, err
}

// archiveVersion is the oldest version that has a part for everything in the account, so that older
// installations read the archive too.
func archiveVersion(ctx context.Context, r engine.Reader, files bool) (version int, err error) {
	version = 1
	for _, p := range portable.Parts {
		if p.Since <= version {
			continue
		}
		var some bool
		err := engine.Ask(ctx, r, func(b *pgx.Batch) {
			b.Queue(`select exists (`+archived(p)+`)`, r.AccountID(), files)
		}, func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&some) })
		if err != nil {
			return 0, err
		}
		if some {
			version = p.Since
		}
	}
	return version, nil
}

func archivePart(r engine.Reader, p portable.Part, files bool, begin func(portable.Part, int64, func(func([]any) error) error) error) error {
	sql := archived(p)
	var n int64
	counted, err := engine.Streamed(r, `select count(*) from (`+sql+`) q`, r.AccountID(), files)
	if err != nil {
		return err
	}
	if n, err = pgx.CollectExactlyOneRow(counted, pgx.RowTo[int64]); err != nil {
		return engine.Translate(err)
	}
	return begin(p, n, func(row func([]any) error) error {
		found, err := engine.Streamed(r, sql, r.AccountID(), files)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			values, err := found.Values()
			if err != nil {
				return err
			}
			for i, m := range p.Members {
				values[i] = archivedValue(m.Kind, values[i])
			}
			if err := row(values[:len(p.Members)]); err != nil { // without the id
				return err
			}
		}
		return engine.Translate(found.Err())
	})
}

// archivedValue converts a value for package portable.
func archivedValue(kind portable.Kind, value any) any {
	switch v := value.(type) {
	case string:
		if kind == portable.Number || kind == portable.Options || kind == portable.Values {
			return jsontext.Value(v)
		}
	case []any:
		texts := make([]string, len(v))
		for i, s := range v {
			texts[i], _ = s.(string) // the column is a list of texts
		}
		return texts
	}
	return value
}

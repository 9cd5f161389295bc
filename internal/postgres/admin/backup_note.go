package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
)

// NoteBackup remembers when everything was written to a file. A schema from before that has no place for it.
func NoteBackup(ctx context.Context, url string, m archive.Manifest) error {
	if m.Schema < 155 || m.Files.LeftOut {
		return nil
	}
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `
			insert into installation as i (backed_up_at) values ($1)
			on conflict (singular) do update set backed_up_at = greatest(i.backed_up_at, excluded.backed_up_at)`, m.MadeAt)
		return err
	})
}

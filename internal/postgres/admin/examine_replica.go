package admin

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/internal/engine"
)

// ExamineReplica checks whether lists can be read from the replica.
func ExamineReplica(ctx context.Context, url, replica string) Finding {
	var found [2]struct {
		server int64
		copies bool
	}
	for i, at := range []string{url, replica} {
		config, err := engine.ConnConfig(at)
		if err == nil {
			var conn *pgx.Conn
			if conn, err = pgx.ConnectConfig(ctx, config); err == nil {
				err = conn.QueryRow(ctx, `select system_identifier, pg_is_in_recovery() from pg_control_system()`).Scan(&found[i].server, &found[i].copies)
				conn.Close(ctx)
			}
		}
		if err != nil {
			return Finding{"the replica cannot be examined: " + strings.TrimSpace(err.Error()), "check DATABASE_REPLICA_URL and that the replica runs; until then lists are read from the primary"}
		}
	}
	switch primary, other := found[0], found[1]; {
	case !other.copies:
		return Finding{"DATABASE_REPLICA_URL leads to a server that is no replica", "let it lead to a replica, or unset it: lists would cost one round trip more for nothing"}
	case primary.server != other.server:
		return Finding{"DATABASE_REPLICA_URL leads to a replica of another server", "let it lead to a replica of the one in DATABASE_URL"}
	}
	return Finding{What: "the replica answers; lists are read from it where it has every change of the account"}
}

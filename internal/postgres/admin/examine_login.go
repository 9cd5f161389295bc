package admin

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ExamineLogin checks the connecting role. Its advice is not urgent: the service
// assumes another role, so its own mistakes stay within an account; but an
// attacker who can send statements can drop that role again.
func ExamineLogin(ctx context.Context, url string) Finding {
	var login string
	var bypasses bool
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select session_user, rolsuper or rolbypassrls from pg_roles where rolname = session_user`).Scan(&login, &bypasses)
	})
	switch {
	case err != nil:
		return Finding{"the connecting role cannot be examined: " + err.Error(), "look at the log of PostgreSQL"}
	case bypasses:
		return Finding{"DATABASE_URL is that of " + login + ", whom row security does not hold for: a stolen connection leads to every account",
			"connect as a role of its own that owns nothing; see The role that serves, in docs/operating.md"}
	}
	return Finding{What: "DATABASE_URL connects as " + login + ", which is subject to row security"}
}

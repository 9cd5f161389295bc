package apitest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Scalar is the one value that a statement returns. It sees the rows of all
// accounts.
func Scalar[T any](t testing.TB, h *Harness, sql string, args ...any) T {
	t.Helper()
	all := Column[T](t, h, sql, args...)
	if len(all) != 1 {
		t.Fatalf("%s: %d rows, want 1", sql, len(all))
	}
	return all[0]
}

// Column returns the values of a statement's only column.
func Column[T any](t testing.TB, h *Harness, sql string, args ...any) []T {
	t.Helper()
	rows, _ := h.watch.Query(t.Context(), sql, args...)
	found, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return found
}

// Exec runs statements without parameters. Settings that they change are reset afterwards.
func Exec(t testing.TB, h *Harness, sql string) {
	t.Helper()
	err := h.watch.AcquireFunc(t.Context(), func(conn *pgxpool.Conn) error {
		_, err := conn.Exec(t.Context(), sql)
		if _, kept := conn.Exec(t.Context(), `reset all`); kept != nil {
			_ = conn.Conn().Close(t.Context())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// watching is a pool of connections that see the rows of all accounts. A new one for
// each question would cost more than what is asked.
func watching(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

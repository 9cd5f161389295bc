package apitest

import (
	"testing"

	"github.com/jackc/pgx/v5"
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
	conn := connect(t, h)
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), sql, args...)
	found, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return found
}

// Exec runs statements without parameters.
func Exec(t testing.TB, h *Harness, sql string) {
	t.Helper()
	conn := connect(t, h)
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func connect(t testing.TB, h *Harness) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), h.Database)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

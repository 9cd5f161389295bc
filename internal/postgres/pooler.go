package postgres

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A pooler in transaction mode, such as PgBouncer, lends a connection to
// PostgreSQL for one transaction. Nothing that is set or prepared on it is there
// for the next one, so role and limits are set in every transaction, in the
// round trip that begins it. The URL says that there is a pooler by a mode of
// pgx that prepares nothing under a name.

// pooled tells whether the URL leads through a pooler.
func pooled(config *pgx.ConnConfig) bool {
	return config.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement
}

// carried are settings that a pooler hands on from client to server by itself;
// it refuses a connection that asks for any other.
var carried = []string{"application_name", "timezone"}

// putOff takes what a pooler would refuse from the settings of a connection, and
// makes of it the statement that every transaction begins with.
func putOff(settings map[string]string) (opening string) {
	var sets []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(carried, strings.ToLower(name)) {
			sets = append(sets, `set_config(`+quoted(name)+`, `+quoted(settings[name])+`, true)`)
			delete(settings, name)
		}
	}
	return `select ` + strings.Join(sets, ", ")
}

func quoted(text string) string { return `'` + strings.ReplaceAll(text, `'`, `''`) + `'` }

// withOpening begins a batch with the opening of its transaction, if there is one.
func withOpening(opening string, b *pgx.Batch, read func(pgx.BatchResults) error) (*pgx.Batch, func(pgx.BatchResults) error) {
	if opening == "" {
		return b, read
	}
	whole := &pgx.Batch{QueuedQueries: append([]*pgx.QueuedQuery{{SQL: opening}}, b.QueuedQueries...)}
	return whole, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		return read(answers)
	}
}

// beginning is how a transaction of several batches begins.
func beginning(opening string, level pgx.TxIsoLevel) pgx.TxOptions {
	if opening == "" {
		return pgx.TxOptions{IsoLevel: level}
	}
	return pgx.TxOptions{BeginQuery: `begin isolation level ` + string(level) + `; ` + opening}
}

// advised tells what to do about a pooler that the URL does not mention.
func advised(err error) error {
	if strings.Contains(err.Error(), "unsupported startup parameter") {
		return fmt.Errorf("%w: DATABASE_URL leads to a pooler; add default_query_exec_mode=cache_describe to it", err)
	}
	return err
}

var errMigratePooled = errors.New("migrations hold a lock between transactions, which a pooler does not keep: run vitrine migrate with a DATABASE_URL that leads to PostgreSQL itself, without default_query_exec_mode, and vitrine serve --no-migrate with this one")

package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A pooler in transaction mode, such as PgBouncer, lends a connection for one
// transaction. Nothing set or prepared on it survives, so role and limits are set
// in every transaction, in the round trip that begins it. The URL declares a
// pooler by choosing a pgx mode without named prepared statements.

// ConnConfig parses a URL for a connection outside the pool, under the connecting
// role. The URL may contain pool settings.
func ConnConfig(url string) (*pgx.ConnConfig, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	if _, given := config.ConnConfig.RuntimeParams["jit"]; !given {
		config.ConnConfig.RuntimeParams["jit"] = session["jit"]
	}
	if Pooled(config.ConnConfig) {
		putOff(config.ConnConfig.RuntimeParams)
	}
	return config.ConnConfig, nil
}

// Pooled reports whether the URL declares a pooler.
func Pooled(config *pgx.ConnConfig) bool {
	return config.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement
}

// carried are the settings that a pooler passes on; it refuses connections that
// ask for others.
var carried = []string{"application_name", "timezone"}

// putOff removes the settings that a pooler would refuse and returns the
// statement that sets them at the start of every transaction.
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

// withOpening puts the opening of the transaction, if any, first in a batch.
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

// beginning starts a transaction of several batches.
func beginning(opening string, level pgx.TxIsoLevel) pgx.TxOptions {
	if opening == "" {
		return pgx.TxOptions{IsoLevel: level}
	}
	return pgx.TxOptions{BeginQuery: `begin isolation level ` + string(level) + `; ` + opening}
}

// advised explains how to declare a pooler that the URL does not mention.
func advised(err error) error {
	if strings.Contains(err.Error(), "unsupported startup parameter") {
		return fmt.Errorf("%w: DATABASE_URL leads to a pooler; add default_query_exec_mode=cache_describe to it", err)
	}
	return err
}

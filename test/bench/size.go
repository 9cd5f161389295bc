package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// weights selects the bytes of each account table, with its indexes.
const weights = `select c.relname, c.reltuples::bigint, pg_table_size(c.oid), pg_indexes_size(c.oid)
	from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^(river|goose)'
	order by pg_total_relation_size(c.oid) desc`

// registered is the number of empty accounts measured.
const registered = 300

// size prints the disk space and WAL of accounts and of demo items, on an
// otherwise empty database.
func (b *bench) size(ctx context.Context) error {
	empty, _, err := b.weigh(ctx)
	if err != nil {
		return err
	}
	before, err := b.written(ctx)
	if err != nil {
		return err
	}
	for n := range registered {
		email := fmt.Sprintf("size%d@example.org", n)
		if _, err := b.service.post("/api/register", "", map[string]any{"first_name": "Sy", "last_name": "Zer", "email": email, "password": "correct-horse-battery", "password_confirmation": "correct-horse-battery"}); err != nil {
			return err
		}
	}
	accounts, _, err := b.weigh(ctx)
	if err != nil {
		return err
	}
	after, err := b.written(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("an account with nothing in it: %d bytes on disk, %d written to the log of the database\n", (accounts-empty)/registered, (after-before)/registered)

	start := time.Now()
	fill := exec.CommandContext(ctx, b.binary+"-demo", "--items="+strconv.Itoa(b.demo))
	fill.Env = append(os.Environ(), "DATABASE_URL="+b.database.url)
	out, err := fill.CombinedOutput()
	if err != nil {
		return fmt.Errorf("vitrine-demo: %w: %s", err, out)
	}
	took := time.Since(start)
	full, table, err := b.weigh(ctx)
	if err != nil {
		return err
	}
	last, err := b.written(ctx)
	if err != nil {
		return err
	}
	items := int64(b.demo)
	fmt.Printf("vitrine-demo --items=%d took %s\n\n%s\n", items, took.Round(time.Second), table)
	fmt.Printf("an item with its values, copies, records and log: %d bytes on disk, %d written to the log of the database\n", (full-accounts)/items, (last-after)/items)
	return nil
}

// weigh returns the size of all tables, and a line for each.
func (b *bench) weigh(ctx context.Context) (total int64, table string, err error) {
	if _, err := b.database.query(ctx, `vacuum analyze`); err != nil {
		return 0, "", err
	}
	found, err := b.database.query(ctx, weights)
	if err != nil {
		return 0, "", err
	}
	table = fmt.Sprintf("%-24s %10s %12s %12s %12s\n", "table", "rows", "table bytes", "index bytes", "bytes/item")
	for line := range strings.Lines(found) {
		var rows, heap, indexes int64
		name, numbers, _ := strings.Cut(strings.TrimSpace(line), "|")
		if _, err := fmt.Sscanf(strings.ReplaceAll(numbers, "|", " "), "%d %d %d", &rows, &heap, &indexes); err != nil {
			return 0, "", fmt.Errorf("%s: %w", line, err)
		}
		total += heap + indexes
		table += fmt.Sprintf("%-24s %10d %12d %12d %12d\n", name, max(0, rows), heap, indexes, (heap+indexes)/int64(b.demo))
	}
	return total, table, nil
}

// written returns the bytes of WAL so far.
func (b *bench) written(ctx context.Context) (int64, error) {
	text, err := b.database.query(ctx, `select pg_current_wal_lsn() - '0/0'`)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/test/faults/load"
)

// weight is the number of items of a database large enough to time.
const weight = 200_000

var restored = row{
	name: "F20", fault: "the database is backed up by vitrine backup under load, destroyed, and restored by vitrine restore",
	target: "what was acknowledged before the backup began is all there; 10 GB would take 15 minutes at most (reckoned from this size)",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		if err := w.weigh(); err != nil {
			return err
		}
		before, err := w.load(w.bases(), load.Options{})
		if err != nil {
			return err
		}
		if err := w.wait(15 * time.Second); err != nil {
			return err
		}
		before.Stop()
		during, err := w.load(w.bases(), load.Options{})
		if err != nil {
			return err
		}
		defer during.Stop()
		if err := w.wait(3 * time.Second); err != nil {
			return err
		}
		file := filepath.Join(w.dir, "drill.backup")
		backup, err := w.vitrine("backup", file)
		if err != nil {
			return err
		}
		during.Stop()
		w.figure("backup", backup)
		w.figure("failed requests", len(during.Samples().Bad()))
		w.expect(len(during.Samples().Bad()) == 0, "requests failed during the backup: %s", statuses(during.Samples().Bad()))
		size, err := query[int64](w.ctx, w.database, `select pg_database_size(current_database())`)
		if err != nil {
			return err
		}
		if info, err := os.Stat(file); err == nil {
			w.figure("file (MiB)", info.Size()>>20)
		}
		return w.drill(before, file, float64(size))
	},
}

// drill destroys and restores the database.
func (w *world) drill(before *load.Load, file string, size float64) error {
	w.instances[0].signal(syscall.SIGTERM)
	if err := w.database.tell("destroy"); err != nil {
		return err
	}
	if err := w.database.start(); err != nil {
		return err
	}
	began := time.Now()
	restore, err := w.vitrine("restore", file)
	if err != nil {
		return err
	}
	if err := w.serve(1, w.database.url); err != nil {
		return err
	}
	reckoned := time.Duration(float64(time.Since(began)) * (10 << 30) / size)
	w.figure("database (MiB)", int(size)>>20)
	w.figure("restore", restore)
	w.figure("until it served again", time.Since(began))
	w.figure("reckoned for 10 GB (minutes)", int(reckoned.Minutes()))
	w.expect(reckoned <= 15*time.Minute, "10 GB would take %s", reckoned.Round(time.Minute))
	return w.finish(before)
}

// vitrine runs and times another command on the database.
func (w *world) vitrine(args ...string) (time.Duration, error) {
	began := time.Now()
	cmd := exec.Command(w.binary, args...)
	cmd.Env = append([]string{"DATABASE_URL=" + w.database.url}, w.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("vitrine %s: %w: %s", args[0], err, out)
	}
	return time.Since(began), nil
}

// weigh gives one account many items.
func (w *world) weigh() error {
	who, err := w.stranger()
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(w.ctx, w.database.url)
	if err != nil {
		return err
	}
	defer conn.Close(w.ctx)
	_, err = conn.Exec(w.ctx, `
		insert into items (account_id, collection_id, name, description, sort_name, search)
		select $1, (select id from collections where account_id = $1), 'thing ' || n, repeat(md5(n::text) || ' ', 8), 'thing ' || n, to_tsvector('simple', $1 || 'thing ' || $1 || md5(n::text))
		from generate_series(1, $2::bigint) n`, who.ID, weight)
	return err
}

package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"vitrine/test/faults/load"
)

var diskFull = row{
	name: "F11", fault: "the disk of the data is full for 15 s, then the disk of the WAL; one instance",
	target:    "data: reads go on, writes are refused; WAL: 503; service 15 s after there is room again, nothing lost, pg_amcheck finds nothing",
	needsRoot: "to mount small disks",
	run: func(w *world) error {
		disk, wal, err := w.smallDisks()
		if err != nil {
			return err
		}
		if err := w.serve(1, w.database.url); err != nil {
			return err
		}
		var full, room, walFull, walRoom time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			full = now()
			free, err := fill(disk)
			if err = errors.Join(err, w.wait(15*time.Second), free()); err != nil {
				return err
			}
			if room = now(); w.wait(15*time.Second) != nil {
				return w.ctx.Err()
			}
			walFull = now()
			if free, err = fill(wal); err != nil {
				return err
			}
			for now() < walFull+15*time.Second { // use up the rest, as hours of writing would
				_, _ = query[string](w.ctx, w.database, `select pg_switch_wal()::text`)
				if err := w.wait(100 * time.Millisecond); err != nil {
					return err
				}
			}
			if err := free(); err != nil {
				return err
			}
			if err := w.database.start(); err != nil { // as an operator or systemd would
				return err
			}
			walRoom = now()
			return w.wait(15 * time.Second)
		})
		if err != nil {
			return err
		}
		write := func(s load.Sample) bool { return s.Write }
		read := func(s load.Sample) bool { return !s.Write }
		data := all.Between(full+time.Second, room)
		w.figure("reads while the data disk is full", statuses(data.Where(read)))
		w.figure("writes while the data disk is full", statuses(data.Where(write)))
		w.figure("requests while the WAL disk is full", statuses(all.Between(walFull, walRoom)))
		w.expect(len(data.Where(read).Bad()) == 0, "reads failed while the data disk was full: %s", statuses(data.Where(read)))
		w.expect(len(data.Where(write).Bad()) > 0, "no write failed: the data disk was not full")
		w.expect(len(all.Between(walFull, walRoom).Bad()) > 0, "nothing failed: the WAL disk was not full")
		w.expect(all.Statuses()[500] == 0, "%d answers were 500", all.Statuses()[500])
		late := append(all.Between(room+10*time.Second, walFull), all.Between(walRoom+10*time.Second, time.Hour)...).Bad()
		w.figure("failed 10 s after there was room", len(late))
		w.expect(len(late) == 0, "%d requests failed 10 s after there was room: %s", len(late), statuses(late))
		panics, err := w.database.said("PANIC")
		if err != nil {
			return err
		}
		w.figure("PostgreSQL panicked", panics)
		return w.examine()
	},
}

// smallDisks starts the database with data and WAL on separate small disks.
func (w *world) smallDisks() (data, wal string, err error) {
	data, wal = filepath.Join(w.dir, "disk"), filepath.Join(w.dir, "wal")
	for dir, size := range map[string]string{data: "320m", wal: "192m"} {
		if err := w.smallDisk(dir, size); err != nil {
			return "", "", err
		}
	}
	w.home = data
	if err := w.startDatabase("max_wal_size=64MB", "min_wal_size=32MB"); err != nil {
		return "", "", err
	}
	at := filepath.Join(w.database.folder, "pg_wal")
	move := fmt.Sprintf("cp -a %[1]s %[2]s/pg_wal && rm -r %[1]s && ln -s %[2]s/pg_wal %[1]s", at, wal)
	if err := w.database.tell("stop"); err != nil {
		return "", "", err
	}
	if _, err := output("sh", "-c", move); err != nil {
		return "", "", err
	}
	return data, wal, w.database.start()
}

// smallDisk mounts a disk of a size.
func (w *world) smallDisk(dir, size string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	_, err := output("mount", "-t", "tmpfs", "-o", "size="+size, "vitrine-faults", dir)
	w.cleanup(func() { _, _ = output("umount", "-l", dir) })
	return err
}

// fill fills a disk until it is freed.
func fill(dir string) (free func() error, err error) {
	ballast := filepath.Join(dir, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(f, neverEnding{}); !errors.Is(err, syscall.ENOSPC) {
		return nil, fmt.Errorf("the disk did not fill: %w", err)
	}
	return func() error { return os.Remove(ballast) }, nil
}

type neverEnding struct{}

func (neverEnding) Read(b []byte) (int, error) { return len(b), nil }

// said counts lines of the database's log with a word.
func (d *database) said(word string) (int, error) {
	content, err := os.ReadFile(filepath.Join(filepath.Dir(d.folder), "log"))
	return strings.Count(string(content), word), err
}

// examine runs pg_amcheck on every table and index.
func (w *world) examine() error {
	program := "pg_amcheck"
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_amcheck"); len(found) > 0 {
		program = found[len(found)-1]
	}
	u, err := url.Parse(w.database.url)
	if err != nil {
		return err
	}
	out, err := exec.Command(program, "--install-missing", "--heapallindexed", "-h", u.Hostname(), "-p", u.Port(), "-U", u.User.Username(), "-d", "postgres").CombinedOutput()
	w.figure("pg_amcheck", map[bool]string{true: "clean", false: "NOT CLEAN"}[err == nil])
	w.expect(err == nil, "pg_amcheck: %v: %s", err, out)
	return nil
}

var logFull = row{
	name: "F12", fault: "the disk of the service's own log is full from the start (/dev/full), three instances",
	target: "no request fails, uploads and photos included",
	run: func(w *world) error {
		w.logs = "/dev/full"
		p, err := w.show(func() (*place, error) { return directory(filepath.Join(w.dir, "files")) })
		if err != nil {
			return err
		}
		if err := w.serve(2, w.database.url, p.env...); err != nil {
			return err
		}
		g, err := w.open(photographers)
		if err != nil {
			return err
		}
		all, err := w.under(w.bases(), load.Options{}, func(func() time.Duration) error {
			err := w.taking(g, 15*time.Second)
			w.figure("photos in the end", g.ReadAll(w.instances[0].url))
			return err
		})
		if err != nil {
			return err
		}
		w.figure("failed requests", len(all.Bad()))
		w.expect(len(all.Bad()) == 0, "requests failed: %s", statuses(all.Bad()))
		for name, samples := range samplesOf(g) {
			w.figure(name, statuses(samples))
			w.expect(len(samples) > 20 && len(samples.Bad()) == 0, "%s: %s", name, statuses(samples))
		}
		return w.judge(p, g)
	},
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// database is a private PostgreSQL that may be broken, with fsync on.
type database struct {
	name, url string
	settings  []string
	folder    string // of its data
}

func (w *world) startDatabase(settings ...string) error {
	d := &database{name: "faults-" + strconv.Itoa(os.Getpid()), settings: settings}
	d.folder = filepath.Join(w.home, d.name, "data")
	os.Setenv("VITRINE_POSTGRES_HOME", w.home)
	w.database = d
	w.cleanup(func() { _ = d.tell("destroy") })
	return d.start()
}

func (d *database) start() (err error) {
	d.url, err = output("scripts/postgres", append([]string{"start", d.name}, d.settings...)...)
	return err
}

func (d *database) tell(word string) error {
	_, err := output("scripts/postgres", word, d.name)
	return err
}

// postmaster returns the parent of all processes of the database.
func (d *database) postmaster() (int, error) {
	content, err := os.ReadFile(filepath.Join(d.folder, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.Fields(string(content))[0])
}

// query reads one value directly.
func query[T any](ctx context.Context, d *database, sql string, args ...any) (value T, err error) {
	conn, err := pgx.Connect(ctx, d.url)
	if err != nil {
		return value, err
	}
	defer conn.Close(ctx)
	return value, conn.QueryRow(ctx, sql, args...).Scan(&value)
}

// startRedis starts a private Redis and returns its URL.
func (w *world) startRedis() (string, error) {
	os.Setenv("VITRINE_REDIS_HOME", w.dir)
	name := "faults-" + strconv.Itoa(os.Getpid())
	w.cleanup(func() { _, _ = output("scripts/redis", "destroy", name) })
	return output("scripts/redis", "start", name)
}

// output runs a command and returns what it printed.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, complaints.String())
	}
	return strings.TrimSpace(string(out)), nil
}

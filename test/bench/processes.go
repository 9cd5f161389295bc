package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// database is a private PostgreSQL of the run.
type database struct {
	url        string
	postmaster int
}

// databaseName keeps concurrent runs apart.
var databaseName = "bench" + strconv.Itoa(os.Getpid())

// startDatabase starts a private one, unless it is told of one that stays.
func startDatabase(ctx context.Context, staying string) (d database, err error) {
	for _, tool := range []string{"wrk", "pgbench", "psql"} {
		if _, err := exec.LookPath(tool); err != nil {
			return d, fmt.Errorf("%s is missing (Debian: apt-get install wrk postgresql)", tool)
		}
	}
	if d.url = staying; staying == "" {
		if d.url, err = startPrivate(ctx); err != nil {
			return d, err
		}
	}
	row, err := d.query(ctx, `select pg_read_file('postmaster.pid')`)
	if err != nil {
		return d, err
	}
	d.postmaster, err = strconv.Atoi(strings.Fields(row)[0])
	return d, err
}

func startPrivate(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "scripts/postgres", "start", databaseName, "shared_buffers=1GB", "max_wal_size=4GB", "track_activity_query_size=64kB").Output()
	if err != nil {
		return "", fmt.Errorf("scripts/postgres: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

func (d database) stop() { _ = exec.Command("scripts/postgres", "destroy", databaseName).Run() }

// query runs SQL directly, by psql.
func (d database) query(ctx context.Context, sql string) (string, error) {
	out, err := exec.CommandContext(ctx, "psql", d.url, "-XAtqv", "ON_ERROR_STOP=1", "-c", sql).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// service is the program under measurement.
type service struct {
	*exec.Cmd
	base  string
	files string        // the directory of photos
	ready time.Duration // from start until ready
}

// startService starts the program without limits, unless settings say otherwise.
func startService(ctx context.Context, binary, url string, settings ...string) (service, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return service{}, err
	}
	address := free.Addr().String()
	free.Close()
	directory, err := os.MkdirTemp("", "bench-files-")
	if err != nil {
		return service{}, err
	}
	s := service{files: directory, Cmd: exec.CommandContext(ctx, binary, "serve"), base: "http://" + address}
	s.Env = append(os.Environ(), "DATABASE_URL="+url, "VITRINE_LISTEN="+address, "VITRINE_PWNED_PASSWORDS_URL=off",
		"VITRINE_RATE_LIMIT_API=1000000000", "VITRINE_RATE_LIMIT_AUTH=1000000000", "VITRINE_RATE_LIMIT_FILES=1000000000", "VITRINE_RATE_LIMIT_PAGES=1000000000", "VITRINE_FILES="+directory, "VITRINE_DRAIN_DELAY=0s")
	s.Env = append(s.Env, settings...)
	start := time.Now()
	if err := s.Start(); err != nil { // the access log is written, to /dev/null
		return s, err
	}
	for time.Since(start) < time.Minute {
		if res, err := http.Get(s.base + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				s.ready = time.Since(start)
				return s, nil
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	return s, fmt.Errorf("the service does not become ready")
}

func (s service) stop() {
	_ = s.Process.Signal(os.Interrupt)
	_ = s.Wait()
	_ = os.RemoveAll(s.files)
}

// post sends JSON and returns the answer.
func (s service) post(path, token string, body any) (map[string]any, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(http.MethodPost, s.base+path, strings.NewReader(string(content)))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		return nil, fmt.Errorf("POST %s: %s %s %w", path, res.Status, answer, err)
	}
	var v map[string]any
	return v, json.Unmarshal(answer, &v)
}

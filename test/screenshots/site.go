package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	email    = "mara@example.org"
	password = "a quiet shelf of comics"
)

// site is a service on a private PostgreSQL, filled with the demo.
type site struct {
	serve *exec.Cmd
	base  string
	data  string
}

func start(ctx context.Context, binary string, items int) (*site, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	free.Close()
	data, err := os.MkdirTemp("/var/tmp", "vitrine-screenshots-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(data, 0o711); err != nil { // as root, the database runs as somebody else
		return nil, err
	}
	s := &site{base: "http://" + address, data: data, serve: exec.CommandContext(ctx, binary, "local", "--data", data)}
	s.serve.Cancel = func() error { return s.serve.Process.Signal(os.Interrupt) }
	s.serve.Env = append(os.Environ(), "VITRINE_LISTEN="+address, "VITRINE_PWNED_PASSWORDS_URL=off", "VITRINE_DRAIN_DELAY=0s", "VITRINE_RATE_LIMIT_FILES=1000000", "VITRINE_RATE_LIMIT_PAGES=1000000")
	if err := s.serve.Start(); err != nil {
		return nil, err
	}
	if err := s.ready(); err != nil {
		s.stop()
		return nil, err
	}
	demo := exec.CommandContext(ctx, binary+"-demo", "--items", strconv.Itoa(items), "--email", email, "--first-name", "Mara", "--last-name", "Aalto", "--password-stdin")
	demo.Env = append(os.Environ(), "DATABASE_URL_FILE="+filepath.Join(data, "database-url"), "VITRINE_FILES="+filepath.Join(data, "files"))
	demo.Stdin, demo.Stderr = strings.NewReader(password+"\n"), os.Stderr
	if err := demo.Run(); err != nil {
		s.stop()
		return nil, fmt.Errorf("demo: %w", err)
	}
	return s, nil
}

func (s *site) ready() error {
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(100 * time.Millisecond) {
		if res, err := http.Get(s.base + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	return fmt.Errorf("the service does not become ready")
}

func (s *site) stop() {
	_ = s.serve.Process.Signal(os.Interrupt)
	_ = s.serve.Wait()
	_ = os.RemoveAll(s.data)
}

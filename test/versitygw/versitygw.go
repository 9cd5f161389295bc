// Package versitygw runs a real S3 server: versitygw, found in PATH or where
// VITRINE_TEST_VERSITYGW says.
package versitygw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Credentials of the bucket.
const AccessKey, SecretKey = "vitrine", "vitrine-secret"

// ErrMissing means that the program is not installed.
var ErrMissing = errors.New("versitygw is not installed; docs/testing.md says how to get it")

// Server is a store that can be stopped and started again.
type Server struct {
	Address         string
	Secret          string // SecretKey, unless it is changed before Run
	program, folder string
	process         *exec.Cmd
}

// Start starts a server with one bucket, whose objects are files of a folder.
func Start(folder string) (*Server, error) {
	program, err := exec.LookPath(cmp.Or(os.Getenv("VITRINE_TEST_VERSITYGW"), "versitygw"))
	if err != nil {
		return nil, ErrMissing
	}
	s := &Server{Secret: SecretKey, program: program, folder: folder}
	for _, dir := range []string{s.Objects(), filepath.Join(folder, "attributes")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	if s.Address, err = freeAddress(); err != nil {
		return nil, err
	}
	return s, s.Run()
}

// Objects is the directory of the bucket.
func (s *Server) Objects() string { return filepath.Join(s.folder, "objects", "vitrine") }

// URL is the setting by which Vitrine finds the bucket.
func (s *Server) URL() string { return URL(s.Address) }

// URL is that of the bucket of a server at an address, or behind it.
func URL(address string) string {
	return "s3://vitrine?region=us-east-1&endpoint=http://" + address
}

// Run starts the server on the objects it has, and waits until it answers.
func (s *Server) Run() error {
	s.process = exec.Command(s.program, "--access", AccessKey, "--secret", s.Secret, "--port", s.Address, "--health", "/health",
		"posix", "--sidecar", filepath.Join(s.folder, "attributes"), filepath.Join(s.folder, "objects"))
	if err := s.process.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Address+"/health", nil)
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			return res.Body.Close()
		}
		if ctx.Err() != nil {
			s.Kill()
			return fmt.Errorf("versitygw does not answer: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Kill stops the server without warning.
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// Package filestest starts a real S3 server for tests: versitygw, found in PATH or
// where VITRINE_TEST_VERSITYGW says.
package filestest

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/files"
)

const accessKey, secretKey = "vitrine", "vitrine-secret"

// Server is a store that can be stopped and started again.
type Server struct {
	t               testing.TB
	program         string
	folder, address string
	process         *exec.Cmd
}

// Bucket is a bucket of a server of its own. Without the program the test is
// skipped; .ci/run says so.
func Bucket(t testing.TB) *files.Bucket {
	t.Helper()
	bucket, err := files.OpenBucket(Start(t).URL(), accessKey, secretKey)
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

// Start starts a server with one empty bucket.
func Start(t testing.TB) *Server {
	t.Helper()
	program, err := exec.LookPath(cmp.Or(os.Getenv("VITRINE_TEST_VERSITYGW"), "versitygw"))
	if err != nil {
		t.Skip("versitygw is not installed; docs/testing.md says how to get it")
	}
	s := &Server{t: t, program: program, folder: t.TempDir(), address: freeAddress(t)}
	if err := os.MkdirAll(filepath.Join(s.folder, "objects", "vitrine"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(s.folder, "attributes"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Run()
	t.Cleanup(s.Kill)
	return s
}

// URL is the setting by which Vitrine finds the bucket.
func (s *Server) URL() string {
	return "s3://vitrine?region=us-east-1&endpoint=http://" + s.address
}

// Keys are the credentials of the bucket.
func (s *Server) Keys() (access, secret string) { return accessKey, secretKey }

// Run starts the server on the objects it has, and waits until it answers.
func (s *Server) Run() {
	s.t.Helper()
	s.process = exec.Command(s.program, "--access", accessKey, "--secret", secretKey, "--port", s.address, "--health", "/health",
		"posix", "--sidecar", filepath.Join(s.folder, "attributes"), filepath.Join(s.folder, "objects"))
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+"/health", nil)
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
			return
		}
		if ctx.Err() != nil {
			s.t.Fatal("versitygw does not answer")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Kill stops the server without warning.
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

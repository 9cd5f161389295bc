// Package filestest gives a test a bucket of a real S3 server.
package filestest

import (
	"errors"
	"testing"

	"vitrine/internal/files"
	"vitrine/test/versitygw"
)

// Server is a store that can be stopped and started again.
type Server struct {
	*versitygw.Server
	t testing.TB
}

// Bucket is a bucket of a server of its own. Without the program the test is
// skipped; .ci/run says so.
func Bucket(t testing.TB) *files.Bucket {
	t.Helper()
	bucket, err := files.OpenBucket(Start(t).URL(), versitygw.AccessKey, versitygw.SecretKey)
	if err != nil {
		t.Fatal(err)
	}
	return bucket
}

// Start starts a server with one empty bucket.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := versitygw.Start(t.TempDir())
	if errors.Is(err, versitygw.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return &Server{s, t}
}

// Keys are the credentials of the bucket.
func (s *Server) Keys() (access, secret string) { return versitygw.AccessKey, versitygw.SecretKey }

// Run starts the server again.
func (s *Server) Run() {
	s.t.Helper()
	if err := s.Server.Run(); err != nil {
		s.t.Fatal(err)
	}
}

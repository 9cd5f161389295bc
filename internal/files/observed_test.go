package files_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// An observed store behaves like the store itself.
func TestObservedStore(t *testing.T) { keepsItsPromises(t, files.Observe(directory(t))) }

func usage(o *files.Observed) map[string]files.Usage {
	all := map[string]files.Usage{}
	for _, u := range o.Usage() {
		all[u.Operation] = u
	}
	return all
}

func TestObservedCountsWhatComesOfIt(t *testing.T) {
	o := files.Observe(directory(t))
	name, content := put(t, o, 1, 1000)
	get(t, o, name, 0, -1)
	get(t, o, name, 0, 10)
	if _, err := o.Get(t.Context(), files.NewName(1), 0, -1); !errors.Is(err, files.ErrAbsent) {
		t.Fatal(err)
	}
	list(t, o, "")
	if err := o.Put(t.Context(), files.NewName(1), bytes.NewReader(content), 1000, sha256.Sum256(nil)); err == nil {
		t.Fatal("bytes with another checksum were taken")
	}
	if err := o.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	all := usage(o)
	for operation, want := range map[string][2]int64{"put": {1, 1}, "get": {3, 0}, "stat": {0, 0}, "delete": {1, 0}, "list": {1, 0}} {
		u := all[operation]
		if u.Done != want[0] || u.Failed != want[1] || u.Full+u.Cancelled != 0 {
			t.Errorf("%s: %+v, want %v done and failed", operation, u, want)
		}
		var timed int64
		for _, n := range u.Took {
			timed += n
		}
		if timed != want[0]+want[1] || (timed > 0) != (u.Time > 0) {
			t.Errorf("%s: %d were timed, for %s", operation, timed, u.Time)
		}
	}
	if in, out := o.Bytes(); in != 1000 || out != 1010 {
		t.Errorf("%d bytes were stored and %d read, want 1000 and 1010", in, out)
	}
}

// A store that is down, or goes down during a read, counts as failed; a client that hangs up does not.
func TestObservedCountsFailures(t *testing.T) {
	server := filestest.Start(t)
	access, secret := server.Keys()
	bucket, err := files.OpenBucket(server.URL(), access, secret)
	if err != nil {
		t.Fatal(err)
	}
	o := files.Observe(bucket)
	name, _ := put(t, o, 1, 32<<20)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Stat(gone, name); err == nil {
		t.Fatal("answered")
	}
	content, err := o.Get(t.Context(), name, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	server.Kill()
	if _, err := io.Copy(io.Discard, content); err == nil {
		t.Fatal("read to the end")
	}
	_ = content.Close()
	_ = content.Close()
	if _, err := o.Stat(t.Context(), name); err == nil || errors.Is(err, files.ErrAbsent) {
		t.Fatal(err)
	}
	if all := usage(o); all["get"].Failed != 1 || all["get"].Done != 0 || all["stat"].Failed != 1 || all["stat"].Cancelled != 1 {
		t.Errorf("get %+v, stat %+v", all["get"], all["stat"])
	}
}

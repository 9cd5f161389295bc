package files_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// A denied request is ErrDenied, never ErrAbsent: otherwise photos would be made again, and a sweep
// would count objects as deleted.
func TestBucketDenies(t *testing.T) {
	server := filestest.Start(t)
	access, secret := server.Keys()
	mine, err := files.OpenBucket(server.URL(), access, secret)
	if err != nil {
		t.Fatal(err)
	}
	name, _ := put(t, mine, 1, 10)
	for what, by := range map[string][3]string{
		"another access key": {server.URL(), "nobody", secret},
		"another secret key": {server.URL(), access, "wrong"},
		"another bucket":     {strings.Replace(server.URL(), "s3://vitrine", "s3://absent", 1), access, secret},
	} {
		store, err := files.OpenBucket(by[0], by[1], by[2])
		if err != nil {
			t.Fatal(err)
		}
		denied := func(operation string, err error) {
			t.Helper()
			if err == nil || errors.Is(err, files.ErrAbsent) {
				t.Errorf("%s by %s: %v", operation, what, err)
			}
		}
		denied("put", store.Put(t.Context(), files.NewName(1), bytes.NewReader(nil), 0, sha256.Sum256(nil)))
		content, err := store.Get(t.Context(), name, 0, -1)
		if err == nil {
			_, err = io.ReadAll(content)
		}
		denied("get", err)
		denied("delete", store.Delete(t.Context(), name))
		err = nil
		for _, failed := range store.List(t.Context(), "") {
			err = errors.Join(err, failed)
		}
		denied("list", err)
	}
	if _, err := mine.Stat(t.Context(), name); err != nil {
		t.Errorf("it is gone: %v", err)
	}
}

package files_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"strings"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// A store that cannot be used returns an error that says why.
func TestStoreSaysWhatIsWrong(t *testing.T) {
	put := func(s files.Store) error {
		return s.Put(t.Context(), files.NewName(1), bytes.NewReader(nil), 0, sha256.Sum256(nil))
	}
	path := t.TempDir() + "/files"
	d, err := files.OpenDirectory(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	if err := put(d); !errors.Is(err, files.ErrGone) {
		t.Errorf("a directory that was removed: %v", err)
	}
	server := filestest.Start(t)
	access, secret := server.Keys()
	for what, c := range map[string]struct {
		url, secret string
		want        error
	}{
		"a wrong key":                {server.URL(), "wrong", files.ErrDenied},
		"a bucket that is not there": {strings.Replace(server.URL(), "s3://vitrine", "s3://elsewhere", 1), secret, files.ErrGone},
		"a server that is not there": {"s3://vitrine?endpoint=http://127.0.0.1:1", secret, files.ErrDown},
	} {
		b, err := files.OpenBucket(c.url, access, c.secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := put(b); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
		if _, err := b.Get(t.Context(), files.NewName(1), 0, -1); !errors.Is(err, c.want) {
			t.Errorf("get with %s: %v, want %v", what, err, c.want)
		}
	}
	if account, err := files.Account(files.NewName(4711)); err != nil || account != 4711 {
		t.Errorf("the account of a name is %d (%v)", account, err)
	}
	if account, err := files.Account(files.Owner); err == nil {
		t.Errorf("the owner of the store belongs to account %d", account)
	}
}

package process

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/files/filestest"
	"vitrine/internal/pgtest"
)

// keep uploads a text.
func (p *person) keep(at, text string) error {
	a, err := p.send(http.MethodPut, fmt.Sprintf("%s/api/files/%x", at, sha256.Sum256([]byte(text))), text)
	if err == nil && a.status != http.StatusCreated {
		err = fmt.Errorf("upload: status %d: %s", a.status, a.body)
	}
	return err
}

// The doctor tries the store, and says what to do about one that cannot be used.
func TestDoctorTriesTheStore(t *testing.T) {
	t.Parallel()
	database, folder := pgtest.Migrated(t), inDirectory(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	doctor := func(what string, exit int, says string, env ...string) {
		t.Helper()
		if out, err := command(database, env, "doctor").CombinedOutput(); code(err) != exit || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v, want %q\n%s", what, err, says, out)
		}
	}
	doctor("a directory", 0, "ok   the store of files keeps, gives and deletes", folder.env...)
	doctor("a file", 1, "→ check VITRINE_FILES", "VITRINE_FILES="+file)
	if out, err := command(database, folder.env, "doctor", "--repair").CombinedOutput(); err != nil || !strings.Contains(string(out), "the uses of files and the storage of 0 accounts") {
		t.Errorf("--repair: %v\n%s", err, out)
	}
	if left := folder.hashes(t); len(left) != 0 {
		t.Errorf("the doctor has left %v", left)
	}
	t.Run("bucket", func(t *testing.T) {
		bucket := filestest.Start(t)
		access, secret := bucket.Keys()
		with := func(address, secret string) []string {
			return []string{"VITRINE_FILES=" + address, "VITRINE_FILES_ACCESS_KEY=" + access, "VITRINE_FILES_SECRET_KEY=" + secret}
		}
		doctor("a bucket", 0, "ok   the store of files keeps, gives and deletes", with(bucket.URL(), secret)...)
		doctor("a wrong key", 1, "→ check the keys of the bucket", with(bucket.URL(), "hunter2")...)
		doctor("no bucket", 1, "→ check VITRINE_FILES, that the bucket exists", with(strings.Replace(bucket.URL(), "s3://vitrine", "s3://elsewhere", 1), secret)...)
		bucket.Kill()
		doctor("no server", 1, "→ check VITRINE_FILES, that it runs", with(bucket.URL(), secret)...)
	})
}

// unzipped are the entries of a ZIP.
func unzipped(t *testing.T, path string) map[string]string {
	t.Helper()
	from, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	all := map[string]string{}
	for _, f := range from.File {
		entry, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(entry)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(content)
	}
	return all
}

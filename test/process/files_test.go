package process

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// keep uploads a text.
func (p *person) keep(v *instance, text string) error {
	a, err := p.send(http.MethodPut, fmt.Sprintf("%s/api/files/%x", v.url, sha256.Sum256([]byte(text))), text)
	if err == nil && a.status != http.StatusCreated {
		err = fmt.Errorf("upload: status %d: %s", a.status, a.body)
	}
	return err
}

// original is the name of an object that is no rendition.
var original = regexp.MustCompile(`^\d+/[a-z2-7]{2}/[a-z2-7]+$`)

// hashesIn are the originals in a directory of files, with their hashes.
func hashesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err != nil || entry.IsDir() || !original.MatchString(name) {
			return err
		}
		content, err := os.ReadFile(path)
		all[name] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
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

package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// checked is what version --check says and exits with, when the file at the address has this
// content and the program this version.
func checked(t *testing.T, own, address string) (string, int) {
	t.Helper()
	before := version
	version = own
	defer func() { version = before }()
	var said bytes.Buffer
	err := run(t.Context(), []string{"version", "--check"}, []string{"VITRINE_RELEASES_URL=" + address}, &said, io.Discard)
	if err != nil {
		return err.Error(), exitCode(err)
	}
	return said.String(), 0
}

func TestVersionIsCompared(t *testing.T) {
	file := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "v0.2.0\n") }))
	for own, want := range map[string]struct {
		says string
		code int
	}{
		"0.1.0": {"this is 0.1.0, and there is a newer release, 0.2.0", 3}, "0.2.0": {"There is no newer release", 0}, "0.3.0": {"There is no newer release", 0},
		"dev": {"which is no release. The newest release is 0.2.0", 0}, "0.1.0-3-gabcdef0": {"which is no release", 0},
	} {
		if said, code := checked(t, own, file.URL); code != want.code || !strings.Contains(said, want.says) {
			t.Errorf("%s: exit code %d, %s", own, code, said)
		}
	}
	file.Close()
	for address, want := range map[string]int{file.URL: 1, "": 2, "ftp://example.org/latest": 1} {
		if said, code := checked(t, "0.1.0", address); code != want {
			t.Errorf("%q: exit code %d, want %d: %s", address, code, want, said)
		}
	}
}

// Without --check nobody is asked, whatever is set.
func TestVersionAsksNobody(t *testing.T) {
	asked := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("somebody was asked") }))
	defer asked.Close()
	for _, word := range []string{"version", "--version"} {
		if err := run(t.Context(), []string{word}, []string{"VITRINE_RELEASES_URL=" + asked.URL}, io.Discard, io.Discard); err != nil {
			t.Error(err)
		}
	}
}

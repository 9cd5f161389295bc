package config

import (
	"io/fs"
	"strings"
	"testing"
)

func TestListenPlace(t *testing.T) {
	for _, good := range []string{":8080", "127.0.0.1:8080", "[::1]:8080", "unix:/run/vitrine/vitrine.sock"} {
		var to string
		if err := listenPlace(&to, good); err != nil || to != good {
			t.Errorf("%s: %q, %v", good, to, err)
		}
	}
	for _, bad := range []string{"8080", "::1:8080", "unix:", "unix:vitrine.sock", "unix:/run/../vitrine.sock", "unix:/run/", "unix:/" + strings.Repeat("x", longestSocket)} {
		if err := listenPlace(new(string), bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	if err := listen(new(string), "unix:/run/vitrine/metrics.sock"); err == nil {
		t.Error("metrics listen on a unix socket")
	}
}

func TestFileMode(t *testing.T) {
	for v, want := range map[string]fs.FileMode{"0660": 0o660, "600": 0o600, "0": 0} {
		var to fs.FileMode
		if err := fileMode(&to, v); err != nil || to != want {
			t.Errorf("%s: %o, %v", v, to, err)
		}
	}
	for _, bad := range []string{"", "rw", "0888", "-1", "01777"} {
		if err := fileMode(new(fs.FileMode), bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

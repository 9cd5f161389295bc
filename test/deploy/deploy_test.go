// Package deploy tests the shipped installation files: that they are valid, that
// their defaults are safe and, as far as possible without a container engine,
// that they work.
package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// output runs a program and returns what it printed.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(cmd.Args, " "), err, out, complaints.String())
	}
	return string(out)
}

// script is a program of the repository.
func script(name string, args ...string) *exec.Cmd {
	path, _ := filepath.Abs(filepath.Join(root, name))
	return exec.Command(path, args...)
}

// secrets are the settings that must not be in a shipped file.
var secrets = []string{"DATABASE_URL", "REDIS_URL", "VITRINE_SECRET_KEY", "VITRINE_SMTP_URL", "VITRINE_FILES_ACCESS_KEY", "VITRINE_FILES_SECRET_KEY",
	"POSTGRES_PASSWORD"}

// wantNoSecret fails if an environment variable contains one.
func wantNoSecret(t *testing.T, where, name, value string) {
	t.Helper()
	for _, secret := range secrets {
		if name == secret && value != "" {
			t.Errorf("%s sets %s; a secret comes from a file of the operator's", where, name)
		}
	}
	if strings.Contains(value, "://") && strings.Contains(value, "@") {
		t.Errorf("%s: %s looks like a URL with a password in it", where, name)
	}
}

// wantPinned fails if an image is not pinned.
func wantPinned(t *testing.T, where, image string) {
	t.Helper()
	_, tag, tagged := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	if !tagged || tag == "latest" || !strings.Contains(tag, ".") && tag != "bare" {
		t.Errorf("%s: %s names no version", where, image)
	}
}

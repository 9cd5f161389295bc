package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A release is verified as docs/installing.md says, with a throw-away key. A
// changed file or list, or another key, is noticed.
func TestReleaseIsSigned(t *testing.T) {
	dist, key := t.TempDir(), newKey(t)
	release := script("scripts/release", dist)
	release.Env = append(os.Environ(), "PLATFORMS=linux/amd64", "VERSION=1.2.3", "SIGNING_KEY="+key)
	output(t, release)
	trust(t, dist, key)
	if out, err := verify(t, dist); err != nil || !strings.Contains(out, ".tar.gz: OK") {
		t.Fatalf("a release that nobody has touched: %v\n%s", err, out)
	}
	trust(t, dist, newKey(t)) // did not sign
	if out, err := verify(t, dist); err == nil {
		t.Errorf("a stranger's signature is accepted:\n%s", out)
	}
	trust(t, dist, key)
	for _, changed := range []string{"vitrine_1.2.3_linux_amd64.tar.gz", "SHA256SUMS"} {
		path := filepath.Join(dist, changed)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append([]byte("\n"), whole...), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := verify(t, dist); err == nil {
			t.Errorf("a changed %s is accepted:\n%s", changed, out)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func newKey(t *testing.T) string {
	t.Helper()
	key := filepath.Join(t.TempDir(), "key")
	output(t, exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key))
	return key
}

// trust puts the public key where the page says.
func trust(t *testing.T, dist, key string) {
	t.Helper()
	public, err := os.ReadFile(key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dist, "vitrine.signers"), append([]byte("release "), public...), 0o600); err != nil {
		t.Fatal(err)
	}
}

// verify runs the commands of the page.
func verify(t *testing.T, dist string) (string, error) {
	t.Helper()
	_, after, found := strings.Cut(read(t, "docs/installing.md"), "```sh\nssh-keygen -Y verify")
	commands, _, ended := strings.Cut(after, "```")
	if !found || !ended {
		t.Fatal("docs/installing.md does not say how to check a signature")
	}
	shell := exec.Command("bash", "-euo", "pipefail", "-c", "ssh-keygen -Y verify"+commands)
	shell.Dir = dist
	out, err := shell.CombinedOutput()
	return string(out), err
}

package deploy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// wantProvenance holds the statement of a release against its files.
func wantProvenance(t *testing.T, dist, version string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dist, "vitrine_"+version+".intoto.json"))
	if err != nil {
		t.Fatal(err)
	}
	var said struct {
		Type    string `json:"_type"`
		Subject []struct {
			Name   string
			Digest map[string]string
		}
		PredicateType string
		Predicate     struct {
			BuildDefinition struct {
				ExternalParameters   struct{ Version string }
				ResolvedDependencies []struct{ Digest map[string]string }
			}
		}
	}
	if err := json.Unmarshal(content, &said); err != nil || said.Type != "https://in-toto.io/Statement/v1" || said.PredicateType != "https://slsa.dev/provenance/v1" {
		t.Fatalf("no provenance: %v\n%s", err, content)
	}
	d := said.Predicate.BuildDefinition
	if d.ExternalParameters.Version != version || len(d.ResolvedDependencies) != 1 || d.ResolvedDependencies[0].Digest["gitCommit"] == "" {
		t.Errorf("it does not say of what the release was made: %+v", d)
	}
	files, err := filepath.Glob(dist + "/vitrine_*.*z")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	sums := map[string]string{}
	for _, s := range said.Subject {
		sums[s.Name] = s.Digest["sha256"]
		whole, err := os.ReadFile(filepath.Join(dist, s.Name))
		if sum := sha256.Sum256(whole); err != nil || hex.EncodeToString(sum[:]) != s.Digest["sha256"] {
			t.Errorf("%s is not the file that it speaks of: %v", s.Name, err)
		}
	}
	for _, file := range files {
		if sums[filepath.Base(file)] == "" {
			t.Errorf("it does not name %s", file)
		}
	}
}

// A release is also signed with a key of cosign, and a changed list is noticed.
func TestReleaseIsSignedByCosign(t *testing.T) {
	if _, err := exec.LookPath("cosign"); err != nil {
		t.Skip("NOT RUN: cosign is not installed")
	}
	dist, keys := t.TempDir(), t.TempDir()
	make := exec.Command("cosign", "generate-key-pair")
	make.Dir, make.Env = keys, append(os.Environ(), "COSIGN_PASSWORD=")
	output(t, make)
	release := script("scripts/release", dist)
	release.Env = append(os.Environ(), "PLATFORMS=linux/amd64", "VERSION=1.2.3", "COSIGN_PASSWORD=", "COSIGN_KEY="+filepath.Join(keys, "cosign.key"))
	output(t, release)
	verify := func() ([]byte, error) {
		run := exec.Command("cosign", "verify-blob", "--key", filepath.Join(keys, "cosign.pub"), "--bundle", "SHA256SUMS.bundle", "--insecure-ignore-tlog", "SHA256SUMS")
		run.Dir = dist
		return run.CombinedOutput()
	}
	if out, err := verify(); err != nil {
		t.Fatalf("a release that nobody has touched: %v\n%s", err, out)
	}
	sums := filepath.Join(dist, "SHA256SUMS")
	whole, err := os.ReadFile(sums)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(sums, append(whole, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := verify(); err == nil {
		t.Errorf("a changed list is accepted:\n%s", out)
	}
}

package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const unit = "deploy/systemd/vitrine.service"

// systemd itself validates the units and rates their exposure: 0 is fully
// confined, 10 not at all.
func TestUnitsAreValidAndHardened(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(root, filepath.Dir(unit), "*"))
	if err != nil || len(units) < 3 {
		t.Fatalf("found %v (%v)", units, err)
	}
	verify := []string{"verify", "--man=no"}
	for dir, at := t.TempDir(), 0; at < len(units); at++ {
		content, err := os.ReadFile(units[at])
		if err != nil {
			t.Fatal(err)
		}
		verify = append(verify, filepath.Join(dir, filepath.Base(units[at])))
		content = []byte(strings.ReplaceAll(string(content), "/usr/local/bin/vitrine", binary(t))) // it need not be installed here
		if err := os.WriteFile(verify[len(verify)-1], content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("systemd-analyze", verify...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	for _, path := range units {
		if filepath.Ext(path) != ".service" {
			continue
		}
		out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", path).CombinedOutput()
		if err != nil {
			t.Errorf("%s is more exposed than 1.5: %v\n%s", path, err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Log(lines[len(lines)-1])
	}
}

func TestUnitHasSafeDefaults(t *testing.T) {
	set := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+)=(.*)$`).FindAllStringSubmatch(read(t, unit), -1) {
		set[m[1]] = append(set[m[1]], m[2])
	}
	for name, value := range map[string]string{"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "CapabilityBoundingSet": "",
		"AmbientCapabilities": "", "TimeoutStopSec": "35s", "StateDirectory": "vitrine", "StateDirectoryMode": "0700"} {
		if !slices.Equal(set[name], []string{value}) {
			t.Errorf("%s is %q, want %q", name, set[name], value)
		}
	}
	for _, name := range []string{"ReadWritePaths", "SupplementaryGroups", "User"} {
		if set[name] != nil {
			t.Errorf("%s is set; the service needs nothing but its files to write to and nobody's rights", name)
		}
	}
	for _, usual := range []string{"VITRINE_LISTEN=127.0.0.1:8080", "VITRINE_FILES=%S/vitrine/files"} {
		if !slices.Contains(set["Environment"], usual) {
			t.Errorf("the unit sets %q, and not %s", set["Environment"], usual)
		}
	}
	for _, pair := range set["Environment"] {
		name, value, _ := strings.Cut(pair, "=")
		wantNoSecret(t, unit, name, value)
		if strings.HasSuffix(name, "_FILE") && !slices.ContainsFunc(set["LoadCredential"], func(c string) bool {
			id, _, _ := strings.Cut(c, ":")
			return value == "%d/"+id
		}) {
			t.Errorf("%s is no credential that the unit loads", pair)
		}
	}
	if strings.Contains(read(t, unit), "TRUSTED_PROXIES") {
		t.Error("the unit trusts proxies")
	}
}

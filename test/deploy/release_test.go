package deploy

import (
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var built struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(code)
}

// binary is the program as the Dockerfile and the release build it.
func binary(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "vitrine-deploy"); built.err != nil {
			return
		}
		build := script("scripts/build", filepath.Join(built.dir, "vitrine"))
		build.Env, build.Stderr = append(os.Environ(), "VERSION=v1.2.3"), os.Stderr // as a tag of git is
		built.err = build.Run()
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "vitrine")
}

func TestBinaryStandsAlone(t *testing.T) {
	path := binary(t)
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the binary is not static: it has %s", p.Type)
		}
	}
	if got := output(t, exec.Command(path, "version")); got != "vitrine 1.2.3\n" {
		t.Errorf("version prints %q", got)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	here, _ := filepath.Abs(root)
	if strings.Contains(string(content), here+"/") {
		t.Errorf("the binary names %s, where it was built", here)
	}
}

// The second build uses a copy in another place. It shares the first one's cache;
// scripts/release --check uses an empty one.
func TestReleaseIsReproducible(t *testing.T) {
	dist := t.TempDir()
	release := script("scripts/release", "--check", dist)
	release.Env = append(os.Environ(), "PLATFORMS=linux/amd64", "VERSION=1.2.3", "CHECK_CACHE="+strings.TrimSpace(output(t, exec.Command("go", "env", "GOCACHE"))))
	if said := output(t, release); !strings.Contains(said, "the same bytes") {
		t.Error(said)
	}
	check := exec.Command("sha256sum", "--check", "--strict", "SHA256SUMS")
	check.Dir = dist
	output(t, check)
	const name = "vitrine_1.2.3_linux_amd64"
	output(t, exec.Command("tar", "--extract", "--gzip", "--directory", dist, "--file", filepath.Join(dist, name+".tar.gz")))
	for _, file := range []string{"vitrine", "vitrine.service", "vitrine-backup.service", "vitrine-backup.timer", "docs/installing.md", "LICENSE", "LICENSES.txt", "man/vitrine.1", "completion/vitrine.bash"} {
		if _, err := os.Stat(filepath.Join(dist, name, file)); err != nil {
			t.Errorf("the archive lacks %s", file)
		}
	}
	wantLinksResolve(t, filepath.Join(dist, name))
	wantEveryModule(t, filepath.Join(dist, name+".cdx.json"))
	wantProvenance(t, dist, "1.2.3")
}

// wantEveryModule compares a release's list with the linked modules.
func wantEveryModule(t *testing.T, name string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		BOMFormat, SpecVersion string
		Components             []struct{ Name, Version, PURL string }
	}
	if err := json.Unmarshal(content, &bom); err != nil || bom.BOMFormat != "CycloneDX" {
		t.Fatalf("no CycloneDX: %v", err)
	}
	listed := map[string]bool{}
	for _, c := range bom.Components {
		listed[c.Name+" "+c.Version] = c.PURL == "pkg:golang/"+c.Name+"@"+c.Version
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./cmd/vitrine")
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	linked := map[string]bool{}
	for _, module := range strings.Split(strings.TrimSpace(output(t, list)), "\n") {
		if module != "" {
			linked[module] = true
		}
	}
	for module := range linked {
		if !listed[module] {
			t.Errorf("%s lacks %s", name, module)
		}
	}
	if len(linked) < 10 || len(listed) != len(linked)+1 { // plus Go itself
		t.Errorf("%d modules are listed and %d are linked", len(listed), len(linked))
	}
}

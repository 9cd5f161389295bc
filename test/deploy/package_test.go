package deploy

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// packages makes both packages of the program, as scripts/release does.
func packages(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	share := filepath.Join(t.TempDir(), "share")
	output(t, exec.Command(binary(t), "man", filepath.Join(share, "man")))
	err := errors.Join(os.Mkdir(filepath.Join(share, "completion"), 0o755), os.WriteFile(filepath.Join(share, "LICENSES.txt"), []byte("the licences\n"), 0o644))
	for shell, name := range map[string]string{"bash": "vitrine.bash", "fish": "vitrine.fish", "zsh": "_vitrine"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(share, "completion", name), []byte(output(t, exec.Command(binary(t), "completion", shell))), 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	build := script("scripts/packages", binary(t), "amd64", share, folder)
	build.Env = append(os.Environ(), "VERSION=1.2.3", "SOURCE_DATE_EPOCH=1794704027")
	output(t, build)
	return folder
}

// packaged are files that both packages bring.
var packaged = []string{"/usr/bin/vitrine", "/usr/lib/systemd/system/vitrine.service", "/usr/lib/systemd/system/vitrine-backup.timer", "/usr/lib/sysusers.d/vitrine.conf",
	"/etc/vitrine/vitrine.env", "/usr/share/man/man1/vitrine.1.gz", "/usr/share/man/man1/vitrine-user-create.1.gz", "/usr/share/bash-completion/completions/vitrine",
	"/usr/share/fish/vendor_completions.d/vitrine.fish", "/usr/share/doc/vitrine/LICENSES.txt", "/usr/share/doc/vitrine/copyright"}

func needs(t *testing.T, programs ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can install into another root")
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("NOT RUN: %s is not installed", program)
		}
	}
}

func wantPackaged(t *testing.T, root, zsh string) {
	t.Helper()
	for _, name := range append(packaged, zsh) {
		if about, err := os.Lstat(root + name); err != nil || about.Size() == 0 {
			t.Errorf("the package lacks %s: %v", name, err)
		}
	}
	if about, err := os.Stat(root + "/etc/vitrine"); err != nil || about.Mode().Perm() != 0o700 {
		t.Errorf("others can look into the folder of secrets: %v", err)
	}
	for _, name := range []string{"vitrine.service", "vitrine-backup.service"} {
		unit, err := os.ReadFile(root + "/usr/lib/systemd/system/" + name)
		if err != nil || !bytes.Contains(unit, []byte("ExecStart=/usr/bin/vitrine ")) || bytes.Contains(unit, []byte("/usr/local")) {
			t.Errorf("%s does not start the program of the package: %v", name, err)
		}
	}
}

// A Debian made for the test takes the package, runs the program, and loses it again, but neither
// secrets nor photos.
func TestDebianPackageInstalls(t *testing.T) {
	needs(t, "mmdebstrap", "dpkg-deb", "chroot")
	folder, debian := packages(t), filepath.Join(t.TempDir(), "debian")
	if out, err := exec.Command("mmdebstrap", "--quiet", "--variant=essential", "bookworm", debian).CombinedOutput(); err != nil {
		t.Skipf("NOT RUN: no Debian could be made to install into: %v\n%s", err, out)
	}
	name := "vitrine_1.2.3_linux_amd64.deb"
	output(t, exec.Command("cp", filepath.Join(folder, name), debian))
	in := func(args ...string) string {
		t.Helper()
		return output(t, exec.Command("chroot", append([]string{debian}, args...)...))
	}
	in("dpkg", "--install", "/"+name)
	wantPackaged(t, debian, "/usr/share/zsh/vendor-completions/_vitrine")
	if said := in("/usr/bin/vitrine", "version"); said != "vitrine 1.2.3\n" {
		t.Errorf("it says %q", said)
	}
	secret, changed := filepath.Join(debian, "etc/vitrine/secret_key"), filepath.Join(debian, "etc/vitrine/vitrine.env")
	if err := errors.Join(os.WriteFile(secret, []byte("mine\n"), 0o600), os.WriteFile(changed, []byte("VITRINE_REGISTRATION=invite\n"), 0o640)); err != nil {
		t.Fatal(err)
	}
	in("dpkg", "--force-confdef", "--install", "/"+name)
	if kept, _ := os.ReadFile(changed); string(kept) != "VITRINE_REGISTRATION=invite\n" {
		t.Errorf("installed again, the settings are %q", kept)
	}
	in("dpkg", "--purge", "vitrine")
	if _, err := os.Stat(filepath.Join(debian, "usr/bin/vitrine")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the program is still there: %v", err)
	}
	if kept, _ := os.ReadFile(secret); string(kept) != "mine\n" {
		t.Errorf("purged, the secret key is %q: backups cannot be read without it", kept)
	}
}

func TestRPMPackageInstalls(t *testing.T) {
	needs(t, "rpm")
	name, other := filepath.Join(packages(t), "vitrine_1.2.3_linux_amd64.rpm"), t.TempDir()
	if about := output(t, exec.Command("rpm", "-qp", "--queryformat", "%{BUILDHOST} %{VERSION}", name)); about != "vitrine 1.2.3" {
		t.Errorf("build host and version are %q", about)
	}
	output(t, exec.Command("rpm", "--root", other, "--initdb"))
	output(t, exec.Command("rpm", "--root", other, "--install", "--nodeps", "--noscripts", "--ignorearch", name)) // a Debian has neither its packages nor its shell there
	wantPackaged(t, other, "/usr/share/zsh/site-functions/_vitrine")
	output(t, exec.Command("rpm", "--root", other, "--erase", "--nodeps", "--noscripts", "vitrine"))
	if _, err := os.Stat(other + "/usr/bin/vitrine"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the program is still there: %v", err)
	}
}

// The scripts of the packages are plain shell, and say nothing where there is no systemd.
func TestPackageScriptsAreSilentWithoutSystemd(t *testing.T) {
	if _, err := os.Stat("/run/systemd/system"); err == nil {
		t.Skip("NOT RUN: systemd runs here, and they would change it")
	}
	for _, c := range [][]string{{"installed", "configure"}, {"leaving", "upgrade"}, {"leaving", "remove"}, {"leaving", "0"}} {
		run := script(filepath.Join("deploy/packages", c[0]), c[1])
		run.Env = []string{"PATH=" + t.TempDir()} // without systemd-sysusers, which would make a user here
		if out, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "" {
			t.Errorf("%s: %v\n%s", c, err, out)
		}
	}
}

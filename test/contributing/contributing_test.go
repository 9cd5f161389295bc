// Package contributing follows CONTRIBUTING as it is written.
package contributing

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/testkind"
)

var in = flag.String("in", "", "an empty folder for the copy, which is left there")

// Whoever follows the steps of CONTRIBUTING for a new resource and its pages, and does
// nothing else, has one that passes the walks over all routes, pages and tables.
func TestTheStepsMakeAResource(t *testing.T) {
	testkind.Nightly(t, "TestStepsAreNamed")
	folder := copied(t)
	changed := []string{}
	for _, s := range steps(t) {
		switch s.act {
		case "run":
			run(t, folder, strings.Fields(s.what)...)
		case "sum":
			write(t, filepath.Join(folder, s.what), read(t, filepath.Join(folder, s.what))+sumOfFunctions(t, folder))
		default:
			s.follow(t, folder)
		}
		if dir := "./" + filepath.Dir(s.what); filepath.Ext(s.what) == ".go" && !slices.Contains(changed, dir) {
			changed = append(changed, dir)
		}
	}
	run(t, folder, append([]string{"go", "vet"}, changed...)...)
	for _, w := range walks {
		t.Run(strings.ReplaceAll(strings.TrimPrefix(w.packages[0], "./"), "/", "_"), func(t *testing.T) {
			run(t, folder, slices.Concat([]string{"go", "test", "-count=1", "-parallel=4", "-timeout=20m", "-run", w.tests}, w.packages)...)
		})
	}
}

// sumOfFunctions is the line that the test of the functions asks for.
func sumOfFunctions(t *testing.T, folder string) string {
	t.Helper()
	said, err := command(folder, "go", "test", "./internal/postgres/schema").CombinedOutput()
	sum := regexp.MustCompile(`[0-9a-f]{64}`).Find(said)
	if err == nil || sum == nil {
		t.Fatalf("the test of the functions asks for no line: %v\n%s", err, said)
	}
	return string(sum) + "\n"
}

// copied is a folder with all files of the tree that Git does not ignore, as they are.
func copied(t *testing.T) string {
	t.Helper()
	folder := *in
	if folder == "" {
		folder = t.TempDir()
	}
	listed, err := exec.Command("git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatalf("the files of the tree: %v", err)
	}
	n := 0
	for _, path := range strings.Split(strings.TrimRight(string(listed), "\x00"), "\x00") {
		from := filepath.Join(root, path)
		about, err := os.Lstat(from)
		if err != nil || !about.Mode().IsRegular() {
			continue // deleted, or a link
		}
		write(t, filepath.Join(folder, path), read(t, from))
		if err := os.Chmod(filepath.Join(folder, path), about.Mode()); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n < 1000 {
		t.Fatalf("the tree has only %d files", n)
	}
	return folder
}

// command runs in the copy, compiled as the release is built, by day's measure.
func command(folder string, words ...string) *exec.Cmd {
	c := exec.Command(words[0], words[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath -buildvcs=false", "VITRINE_TEST_NIGHTLY=", "PWD="+folder)
	return c
}

func run(t *testing.T, folder string, words ...string) {
	t.Helper()
	if said, err := command(folder, words...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, said)
	}
}

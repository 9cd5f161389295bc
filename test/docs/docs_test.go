// Package docs keeps the written pages true: it runs their commands, follows
// their links and looks up what they name. New pages are covered automatically.
package docs

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/config"
	"vitrine/internal/pgtest"
)

// page is a Markdown file of the repository.
type page struct {
	path, text string
	blocks     []block
}

// block is fenced text. The block right after a command is its output.
type block struct {
	line       int
	kind, text string
	excused    bool // by <!-- not run: reason --> on the line before
	alone      bool // <!-- only alone: reason --> on the line before: not run after another page
	follows    bool // right after the previous block
}

func (b block) runs() bool { return b.kind == "sh" && !b.excused }

var (
	notRun    = regexp.MustCompile(`^<!-- not run: .+ -->$`)
	onlyAlone = regexp.MustCompile(`^<!-- only alone: .+ -->$`)
)

func blocks(text string) (found []block) {
	const fence = "```"
	before, lines := "", strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if kind, opens := strings.CutPrefix(lines[i], fence); opens {
			b := block{line: i + 1, kind: kind, follows: before == fence, excused: notRun.MatchString(before), alone: onlyAlone.MatchString(before)}
			for i++; i < len(lines) && lines[i] != fence; i++ {
				b.text += lines[i] + "\n"
			}
			found = append(found, b)
			before = fence
		} else if strings.TrimSpace(lines[i]) != "" {
			before = lines[i]
		}
	}
	return found
}

func pages(t *testing.T) (found []page) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(pgtest.Root), ".", func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && name != "." && (entry.Name()[0] == '.' || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(name) == ".md" {
			text := read(t, name)
			found = append(found, page{name, text, blocks(text)})
		}
		return err
	})
	if err != nil || len(found) < 5 {
		t.Fatalf("%d pages found: %v", len(found), err)
	}
	return found
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(pgtest.Root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var (
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
	sign    = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

func TestRelativeLinksResolve(t *testing.T) {
	for _, p := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(p.text, ""), -1) {
			file, anchor, _ := strings.Cut(m[1]+m[2], "#")
			to := p.path
			switch {
			case strings.Contains(file, ":"): // not relative
				continue
			case file != "":
				to = filepath.Join(filepath.Dir(p.path), file)
			}
			if _, err := os.Stat(filepath.Join(pgtest.Root, to)); err != nil {
				t.Errorf("%s links to %s, which is not there", p.path, to)
			} else if anchor != "" && !slices.Contains(anchors(read(t, to)), anchor) {
				t.Errorf("%s links to %s of %s, which has no such heading", p.path, anchor, to)
			}
		}
	}
}

// anchors lists the headings of a page as links name them.
func anchors(text string) (found []string) {
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		found = append(found, strings.ReplaceAll(sign.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return found
}

var (
	makes = regexp.MustCompile("`make ([a-z-]+)[^`]*`|(?m)^\\s*make ([a-z-]+)")
	paths = regexp.MustCompile("`((?:cmd|internal|docs|scripts|test|\\.ci)/[\\w./*-]+)`")
)

func TestWhatPagesNameExists(t *testing.T) {
	makefile := read(t, "Makefile")
	for _, p := range pages(t) {
		for _, m := range makes.FindAllStringSubmatch(p.text, -1) {
			if !strings.Contains(makefile, "\n"+m[1]+m[2]+":") {
				t.Errorf("%s names make %s; the Makefile has no such target", p.path, m[1]+m[2])
			}
		}
		for _, m := range paths.FindAllStringSubmatch(p.text, -1) {
			if found, _ := filepath.Glob(pgtest.Root + "/" + m[1]); len(found) == 0 {
				t.Errorf("%s names %s, which is not there", p.path, m[1])
			}
		}
	}
}

var settingRow = regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| (.*?) ?\\|")

func TestSettingsAreDocumented(t *testing.T) {
	settings := map[string]string{}
	for _, s := range config.Settings {
		settings[s.Name] = s.Default
	}
	for _, p := range pages(t) {
		missing := maps.Clone(settings)
		for _, m := range settingRow.FindAllStringSubmatch(p.text, -1) {
			delete(missing, m[1])
			if usual, known := settings[m[1]]; !known || strings.Trim(m[2], "` ") != usual {
				t.Errorf("%s: %s is no setting, or its default is not %q but %q", p.path, m[1], m[2], usual)
			}
		}
		if p.path == "docs/operating.md" && len(missing) > 0 {
			t.Errorf("%s does not document %v", p.path, missing)
		}
	}
}

func TestDependenciesAreDocumented(t *testing.T) {
	const where = "docs/dependencies.md"
	documented, required := map[string]string{}, map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\| (v\\S+) \\|").FindAllStringSubmatch(read(t, where), -1) {
		documented[m[1]] = m[2]
	}
	clients := regexp.MustCompile(`(oapi-codegen/v2 v\S+) // indirect`).ReplaceAllString(read(t, "test/clients/golang/go.mod"), "$1")                                                                                                         // a tool
	packages := regexp.MustCompile(`(goreleaser/nfpm/v2|helm.sh/helm/v3|oasdiff/oasdiff) (v\S+) // indirect`).ReplaceAllString(read(t, "deploy/packages/go.mod")+read(t, "test/helm/go.mod")+read(t, "test/apidiff/oasdiff/go.mod"), "$1 $2") // tools
	direct := regexp.MustCompile(`(?m)^.*// indirect\n`).ReplaceAllString(read(t, "test/deploy/go.mod")+clients+packages, "")
	for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) (v\S+)( // indirect)?$`).FindAllStringSubmatch(read(t, "go.mod")+direct, -1) {
		if version, found := documented[m[1]]; found && version != m[2] || !found && m[3] == "" {
			t.Errorf("%s must say why we depend on %s %s; it has version %q", where, m[1], m[2], version)
		}
		required[m[1]] = true
	}
	for module := range documented {
		if !required[module] {
			t.Errorf("%s documents %s, which no go.mod has", where, module)
		}
	}
	for _, m := range regexp.MustCompile(`"(\S+)": "([\d.]+)"`).FindAllStringSubmatch(read(t, "test/clients/typescript/package.json"), -1) {
		if !strings.Contains(read(t, where), "| `"+m[1]+"` | "+m[2]+" |") {
			t.Errorf("%s does not name %s %s", where, m[1], m[2])
		}
	}
}

// The page lists exactly the program's commands.
func TestProgramIsDocumented(t *testing.T) {
	binary := build(t)
	documented, helped := map[string]bool{}, listed(t, binary)
	for command := range maps.Clone(helped) {
		maps.Copy(helped, listed(t, binary, command)) // user list, of user
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `vitrine ([a-z]\\S*(?: [a-z]\\S*)?)[^`]*` \\|").FindAllStringSubmatch(read(t, "docs/operating.md"), -1) {
		documented[m[1]] = true
	}
	if len(helped) < 20 || !maps.Equal(helped, documented) {
		t.Errorf("--help has the commands %q, docs/operating.md %q", slices.Sorted(maps.Keys(helped)), slices.Sorted(maps.Keys(documented)))
	}
}

// listed are the commands that --help lists for the program or a command.
func listed(t *testing.T, binary string, of ...string) map[string]bool {
	t.Helper()
	help, err := exec.Command(binary, append(of, "--help")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]\S*) +[A-Z]`).FindAllStringSubmatch(string(help), -1) {
		found[strings.Join(append(of, m[1]), " ")] = true
	}
	return found
}

// build makes the program as the release does, so that CI compiles nothing for it, and
// vitrine-demo beside it.
func build(t *testing.T) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "vitrine")
	compile := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Dir(binary), "./cmd/vitrine", "./cmd/vitrine-demo")
	compile.Dir, compile.Env = pgtest.Root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

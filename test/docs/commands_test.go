package docs

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// Every command of a page works on a database of the page's own.
func TestCommandsDoWhatPagesSay(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for _, p := range pages(t) {
		for _, b := range p.blocks {
			if slices.Contains([]string{"bash", "shell", "console", "zsh"}, b.kind) {
				t.Errorf("%s:%d: call the block sh, so that it is run", p.path, b.line)
			}
		}
		if slices.ContainsFunc(p.blocks, block.runs) {
			t.Run(strings.ReplaceAll(p.path, "/", "_"), func(t *testing.T) {
				t.Parallel()
				begin(t, binary, p).run(t, p)
			})
		}
	}
}

// What the pages say is replaced by what the tests have.
const (
	documentedAddress = "localhost:8080"
	documentedData    = "/var/tmp/vitrine-dev-$(id -u)" // of make dev
)

// session is a shell beside a running service.
type session struct {
	dir           string // where bin/vitrine is
	address, data string
	env           []string
}

// begin serves an empty database for a session that starts with a page.
func begin(t *testing.T, binary string, first page) session {
	t.Helper()
	home, database := t.TempDir(), pgtest.Migrated(t)
	s := session{dir: home, address: serve(t, binary, database, home+"/files"), data: home, env: []string{"HOME=" + home, "PATH=" + home + "/bin:" + os.Getenv("PATH")}}
	if first.usesAPI() {
		s.env = append(s.env, "VITRINE_URL=http://"+s.address, "VITRINE_TOKEN="+register(t, s.address))
	}
	if !strings.Contains(first.text, documentedData) {
		s.env = append(s.env, "DATABASE_URL="+database)
	}
	err := errors.Join(os.Mkdir(home+"/bin", 0o755), os.Symlink(binary, home+"/bin/vitrine"), os.Symlink(binary+"-demo", home+"/bin/vitrine-demo"), os.Symlink(absolute(t, "samples"), home+"/samples"), os.WriteFile(home+"/database-url", []byte(database), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs the commands of pages in order and in one shell, and compares what
// they print with what the pages say.
func (s session) run(t *testing.T, pages ...page) {
	t.Helper()
	const end = "\x1e" // of what a block prints
	script := ""
	for _, c := range commands(pages) {
		script += c.text + "\nprintf '" + end + "'\n"
	}
	var complaints strings.Builder
	script = strings.NewReplacer(documentedAddress, s.address, documentedData, s.data).Replace(script)
	shell := exec.Command("bash", "-euo", "pipefail", "-c", script)
	shell.Dir, shell.Stderr = s.dir, &complaints
	shell.Env = append([]string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, s.env...)
	out, failed := shell.Output()
	printed := strings.Split(strings.ReplaceAll(string(out), s.address, documentedAddress), end)
	for i, c := range commands(pages) {
		if i+1 == len(printed) {
			t.Fatalf("%s:%d: %v\n%s%s", c.path, c.line, failed, printed[i], complaints.String())
		}
		if c.prints != nil {
			compare(t, c.path, *c.prints, printed[i])
		}
	}
}

// command is a block that is run.
type command struct {
	block
	path   string
	prints *block
}

// commands are those of pages that are followed one after the other.
func commands(pages []page) (found []command) {
	for n, p := range pages {
		for i, b := range p.blocks {
			if !b.runs() || b.alone && n > 0 {
				continue
			}
			c := command{block: b, path: p.path}
			if i+1 < len(p.blocks) && p.blocks[i+1].follows {
				c.prints = &p.blocks[i+1]
			}
			found = append(found, c)
		}
	}
	return found
}

// serve runs the binary until the test ends and returns its address.
func serve(t *testing.T, binary, database, files string) string {
	t.Helper()
	service := exec.Command(binary, "serve")
	service.Env = []string{"DATABASE_URL=" + database, "VITRINE_FILES=" + files, "VITRINE_LISTEN=127.0.0.1:0", "VITRINE_PWNED_PASSWORDS_URL=off"}
	log, err := service.StderrPipe()
	if err = errors.Join(err, service.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = service.Process.Signal(os.Interrupt)
		_, _ = io.Copy(io.Discard, log)
		_ = service.Wait()
	})
	for lines := bufio.NewScanner(log); lines.Scan(); t.Log(lines.Text()) {
		var line struct{ Msg, Address string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return line.Address
		}
	}
	t.Fatal("the service did not start")
	return ""
}

// compare compares a command's output with the page, where … matches anything.
func compare(t *testing.T, path string, want block, printed string) {
	t.Helper()
	wanted, got := canonical(t, want.kind, want.text), canonical(t, want.kind, printed)
	pattern := strings.NewReplacer(`"…"`, `.*?`, `…`, `.*?`).Replace(regexp.QuoteMeta(wanted))
	if !regexp.MustCompile(`(?s)^` + pattern + `$`).MatchString(got) {
		t.Errorf("%s:%d: the page has\n%s\nand the command printed\n%s", path, want.line, wanted, got)
	}
}

var volatile = []struct{ pattern, instead string }{
	{`"vtr_[^"]*"`, `"TOKEN"`},
	{`"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"`, `"UUID"`},
	{`("\w+_at":)\d{10}`, `${1}TIME`},
	{`("(?:\w+_)?id":)"\d+"`, `${1}"ID"`},
	{`/\d+\b`, `/ID`}, // in a link
}

// canonical normalises JSON values, of which a status is one, and drops what
// differs between runs. Other text stays.
func canonical(t *testing.T, kind, text string) (out string) {
	if kind != "json" {
		return strings.TrimSpace(text)
	}
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		var value any
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		line, _ := json.Marshal(value)
		out += string(line) + "\n"
	}
	for _, v := range volatile {
		out = regexp.MustCompile(v.pattern).ReplaceAllString(out, v.instead)
	}
	return out
}

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

// Every command of a page is run, in order and in one shell, against a built
// binary on a database of the page's own.
func TestCommandsDoWhatPagesSay(t *testing.T) {
	binary := build(t)
	for _, p := range pages(t) {
		for _, b := range p.blocks {
			if slices.Contains([]string{"bash", "shell", "console", "zsh"}, b.kind) {
				t.Errorf("%s:%d: call the block sh, so that it is run", p.path, b.line)
			}
		}
		if slices.ContainsFunc(p.blocks, block.runs) {
			t.Run(strings.ReplaceAll(p.path, "/", "_"), func(t *testing.T) { run(t, p, binary) })
		}
	}
}

const (
	documented = "localhost:8080" // where the pages say that the service is
	end        = "\x1e"           // of what a block prints
)

func run(t *testing.T, p page, binary string) {
	home, database, script := t.TempDir(), pgtest.Migrated(t), ""
	address := serve(t, binary, database)
	if err := errors.Join(os.Mkdir(home+"/bin", 0o755), os.Symlink(binary, home+"/bin/vitrine")); err != nil {
		t.Fatal(err)
	}
	for _, b := range p.blocks {
		if b.runs() {
			script += b.text + "\nprintf '" + end + "'\n"
		}
	}
	var complaints strings.Builder
	shell := exec.Command("bash", "-euo", "pipefail", "-c", strings.ReplaceAll(script, documented, address))
	shell.Dir, shell.Stderr = home, &complaints
	shell.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LANG=C.UTF-8", "DATABASE_URL=" + database}
	out, failed := shell.Output()
	printed := strings.Split(strings.ReplaceAll(string(out), address, documented), end)
	for i, b := range p.blocks {
		if !b.runs() {
			continue
		}
		if len(printed) == 1 {
			t.Fatalf("%s:%d: %v\n%s%s", p.path, b.line, failed, printed[0], complaints.String())
		}
		if i+1 < len(p.blocks) && p.blocks[i+1].follows {
			compare(t, p.path, p.blocks[i+1], printed[0])
		}
		printed = printed[1:]
	}
}

// serve runs the binary until the test ends and tells where it listens.
func serve(t *testing.T, binary, database string) string {
	t.Helper()
	service := exec.Command(binary, "serve")
	service.Env = []string{"DATABASE_URL=" + database, "VITRINE_LISTEN=127.0.0.1:0", "VITRINE_PWNED_PASSWORDS_URL=off"}
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

// compare holds what a command printed against the page, where … stands for
// anything.
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
}

// canonical writes JSON, one value after the other as a status is one too, in
// one form and without what differs from run to run. Other text stays.
func canonical(t *testing.T, kind, text string) (out string) {
	if kind != "json" {
		return strings.TrimSpace(text)
	}
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		var value any
		if err := d.Decode(&value); err == io.EOF {
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

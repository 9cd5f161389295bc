package process

import (
	"crypto/rand"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// terminal is a real one, as tmux has them.
type terminal struct{ name string }

// newTerminal runs a shell command in a terminal of 80 columns. It ends with the test.
func newTerminal(t *testing.T, dir string, env []string, shell string) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Fatalf("%v; install tmux (Debian: apt-get install tmux)", err)
	}
	w := &terminal{"vitrine-" + strings.ToLower(rand.Text()[:8])}
	args := []string{"-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "40", "-c", dir}
	for _, v := range env {
		args = append(args, "-e", v)
	}
	t.Cleanup(func() { _, _ = w.tmux("kill-server") })
	if out, err := w.tmux(append(args, shell+"; echo ENDED=$?; sleep 600")...); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	return w
}

func (w *terminal) tmux(args ...string) (string, error) {
	out, err := exec.Command("tmux", append([]string{"-L", w.name}, args...)...).CombinedOutput()
	return string(out), err
}

// await waits until the screen shows something, and returns the screen.
func (w *terminal) await(t *testing.T, pattern string) (screen string) {
	t.Helper()
	shown := regexp.MustCompile(pattern)
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		screen, _ = w.tmux("capture-pane", "-p")
		if shown.MatchString(screen) {
			return screen
		}
	}
	t.Fatalf("the terminal does not show %s:\n%s", pattern, screen)
	return ""
}

// On a terminal a bar shows how far an import is, how fast it goes and how long it takes, in one
// line that is gone at the end. Ctrl-C ends the command, and not the import.
func TestImportCommandShowsABar(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	d.write(t, "books.csv", books(40_000, 60, 0))
	env := d.command().Env
	w := newTerminal(t, d.dir, env, binary+" import books.csv --new Books --apply")
	const bar = `(?m)^applying \[#*\.*\] \d+% [\d,]+ of 40,000 rows, [\d,]+/s, \d+ (s|min) left$`
	screen := w.await(t, bar)
	if n := strings.Count(screen, "applying ["); n != 1 {
		t.Errorf("the bar is there %d times:\n%s", n, screen)
	}
	if _, err := w.tmux("send-keys", "C-c"); err != nil {
		t.Fatal(err)
	}
	screen = w.await(t, `ENDED=130`)
	id := regexp.MustCompile(`--resume\s+(\d+)`).FindStringSubmatch(screen)
	if id == nil || strings.Contains(screen, "applying [") {
		t.Fatalf("the terminal shows\n%s", screen)
	}
	w = newTerminal(t, d.dir, env, fmt.Sprintf("%s import --resume %s", binary, id[1]))
	w.await(t, bar)
	screen = w.await(t, `ENDED=0`)
	if strings.Contains(screen, "[") || !strings.Contains(screen, "Imported: 40,000 new") {
		t.Errorf("at the end the terminal shows\n%s", screen)
	}
	if n := d.count(t, "items"); n != 40_000 {
		t.Errorf("%d items", n)
	}
}

package browser

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"vitrine/internal/testkind"
)

// tab is a tab of a browser without a past: no cookie, no cache. It notes what no
// page may do: complain in the console, break the policy, ask another origin.
type tab struct {
	t       *testing.T
	ctx     context.Context
	base    string
	scripts bool

	mu    sync.Mutex
	wrong []string
}

// patience is how long a step may take on a busy machine.
const patience = 60 * time.Second

// open is a new tab on a site, with or without scripts.
func (s *site) open(t *testing.T, scripts bool) *tab {
	t.Helper()
	return openAt(t, s.URL, scripts)
}

// openAt is a new tab on what is at an address, which may have a path.
func openAt(t *testing.T, base string, scripts bool) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithNewBrowserContext())
	b := &tab{t: t, ctx: ctx, base: base, scripts: scripts}
	requests, console := chromedp.Events(ctx, network.RequestWillBeSent), chromedp.Console(ctx)
	var reading sync.WaitGroup
	reading.Go(func() {
		for e, err := range requests {
			if err == nil && !strings.HasPrefix(e.Request.URL, b.base+"/") && !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "blob:"+strings.TrimSuffix(b.base, under)) {
				b.note("asked " + e.Request.URL)
			}
		}
	})
	reading.Go(func() {
		for m, err := range console {
			complains := m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.IsException()
			refused := m.Source == "network" && strings.Contains(m.Text, "the server responded with a status of 4") // the test looks at the status itself
			replaced := strings.Contains(m.String(), "AbortError: signal is aborted")                               // by the next one, while somebody types
			unreached := m.Source == "network" && strings.Contains(m.Text, "ERR_INTERNET_DISCONNECTED")             // as the test has it
			if err == nil && complains && !refused && !replaced && !unreached {
				b.note(m.String())
			}
		}
	})
	t.Cleanup(func() {
		cancel()
		reading.Wait()
		for _, wrong := range b.wrong {
			t.Error(wrong)
		}
	})
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
	b.must(err)
	b.look(looks[0])
	return b
}

func (b *tab) note(wrong string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wrong = append(b.wrong, wrong)
}

// late lets a test that ran out of patience be tried once more: the machine may have stood still.
func (b *tab) late(err error) {
	if errors.Is(err, context.DeadlineExceeded) && !strings.Contains(b.t.Name(), "/") {
		testkind.WatchesTheClock(b.t)
	}
}

func (b *tab) must(err error) {
	b.t.Helper()
	if err != nil {
		b.late(err)
		b.t.Fatal(err)
	}
}

// do runs steps within the patience.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	b.must(chromedp.Do(ctx, steps...))
}

// goes runs steps that lead to a page, and requires its status and address.
func (b *tab) goes(status int64, path string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, steps...); err != nil {
		b.late(err)
		b.t.Fatalf("to %s: %v", path, err)
	}
	got, at := evaluate[int64](b, `performance.getEntriesByType("navigation")[0].responseStatus`), evaluate[string](b, `location.pathname + location.search`)
	if got != status || at != path {
		b.t.Fatalf("%d %s, want %d %s:\n%s", got, at, status, path, evaluate[string](b, `document.body.innerText`))
	}
}

// visit opens a page by its path or address.
func (b *tab) visit(path string) {
	b.t.Helper()
	path = strings.TrimPrefix(path, b.base)
	b.goes(http.StatusOK, path, navigate(b, path))
}

func navigate(b *tab, path string) chromedp.Action[chromedp.Void] {
	return chromedp.Navigate(b.base + path)
}

// fill types into the fields of a form: name, value, name, value …
func (b *tab) fill(pairs ...string) {
	b.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		field := `[name="` + pairs[i] + `"]`
		b.do(chromedp.WaitVisible(field))
		evaluate[bool](b, `(document.querySelector('`+field+`').value = "", true)`)
		b.do(chromedp.SendKeys(field, pairs[i+1]))
	}
}

// send presses a button and requires the page that follows.
func (b *tab) send(button string, status int64, path string) {
	b.t.Helper()
	b.goes(status, path, chromedp.Click(button))
}

// shows requires texts on the page.
func (b *tab) shows(texts ...string) {
	b.t.Helper()
	text := evaluate[string](b, `document.body.innerText`)
	for _, want := range texts {
		if !strings.Contains(text, want) {
			b.t.Errorf("%q is not on the page:\n%s", want, text)
		}
	}
}

func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	b.must(err)
	return value
}

// look is a size and a theme.
type look struct {
	name          string
	width, height int64
	scheme        string
}

var looks = []look{{"1280-light", 1280, 860, "light"}, {"1280-dark", 1280, 860, "dark"}, {"390-light", 390, 844, "light"}, {"390-dark", 390, 844, "dark"}}

func (b *tab) look(l look) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(l.width, l.height))
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
	b.must(err)
	if b.scripts { // until it is painted, it may be as wide as in the window before
		evaluate[bool](b, painted)
	}
}

// check examines the state of a page at a desk, and at night in the opposite look, too:
// it fits its width, and axe finds nothing; a picture is kept where VITRINE_SCREENSHOTS
// says. TestEveryPage examines every page in all looks.
func (b *tab) check(name string) {
	b.t.Helper()
	if testkind.AtNight() {
		b.checkIn(name, looks[0], looks[3])
	} else {
		b.checkIn(name, looks[0])
	}
}

func (b *tab) checkIn(name string, looks ...look) {
	b.t.Helper()
	for _, l := range looks {
		b.look(l)
		if over := evaluate[int64](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			b.t.Errorf("%s at %s is %d px too wide: %s", name, l.name, over, evaluate[string](b, widest))
		}
		if b.scripts {
			for _, found := range b.violations(l.scheme) {
				b.t.Errorf("%s at %s: %s", name, l.name, found)
			}
		}
		b.picture(name + "-" + l.name)
	}
	b.look(looks[0])
}

// violations are what axe finds twice: once may be a colour that was still changing.
func (b *tab) violations(scheme string) (found []string) {
	b.t.Helper()
	if evaluate[bool](b, `!window.axe`) { // half a megabyte, once a page
		evaluate[bool](b, `(() => {`+axe+`})() ?? true`)
	}
	for range 2 {
		evaluate[bool](b, painted)
		if found = evaluate[[]string](b, accessible(scheme)); len(found) == 0 {
			break
		}
	}
	return found
}

// painted waits for the fonts, and until colours have changed.
const painted = `document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
	.then(() => Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0)))).then(() => true)`

// widest names what sticks out of the page.
const widest = `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => e.tagName + "." + e.className).join(" ")`

func (b *tab) picture(name string) {
	b.t.Helper()
	folder := os.Getenv("VITRINE_SCREENSHOTS")
	if folder == "" {
		return
	}
	content, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	b.must(err)
	b.must(os.MkdirAll(folder, 0o755))
	b.must(os.WriteFile(filepath.Join(folder, name+".png"), content, 0o600))
}

// focused is the name or id of what the keyboard acts on.
func (b *tab) focused() string {
	b.t.Helper()
	return evaluate[string](b, `document.activeElement.name || document.activeElement.id || document.activeElement.tagName`)
}

// wants requires one of the names.
func wants(t *testing.T, what, got string, names ...string) {
	t.Helper()
	if !slices.Contains(names, got) {
		t.Errorf("%s is %q, want %q", what, got, names)
	}
}

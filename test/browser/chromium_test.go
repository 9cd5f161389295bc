package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
)

// chromium is the browser that all tests share.
var chromium context.Context

//go:embed testdata/axe.min.js
var axe string

// accessible runs axe, which is on the page by then, with its rules of WCAG and of good practice, and tells what
// it finds and where. In the dark only colours differ.
func accessible(scheme string) string {
	options := `{resultTypes: ["violations"]}`
	if scheme == "dark" {
		options = `{resultTypes: ["violations"], runOnly: ["color-contrast"]}`
	}
	return `axe.run(document, ` + options + `).then(result => result.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.map(n => n.html).join(" ")))`
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		program := installed("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome") // the first has no frame to draw
		if program == "" {
			fmt.Println("NOT RUN: the pages in a browser, because chromium is not installed")
			return 0
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.DisableGPU,
			chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true), chromedp.Flag("hide-scrollbars", true),
			chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,PreloadTopChromeWebUI")) // of the frame that nobody sees
		if os.Getuid() == 0 {
			options = append(options, chromedp.NoSandbox) // it refuses to run as root otherwise
		}
		allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
		defer end()
		browser, closed := chromedp.NewContext(allocator)
		defer closed()
		if err := chromedp.Do(browser); err != nil {
			fmt.Fprintln(os.Stderr, "start", program+":", err)
			return 1
		}
		chromium = browser
		return m.Run()
	}())
}

func installed(names ...string) string {
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	return ""
}

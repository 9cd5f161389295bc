package assets

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every class of the style and every icon is used, since unused ones would be sent on every first
// visit. Class names are written in full, never concatenated.
func TestStyleAndIconsAreUsed(t *testing.T) {
	given, quoted := map[string]bool{}, map[string]bool{}
	words := func(into map[string]bool, text string) {
		for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(text, -1) {
			into[word] = true
		}
	}
	quotes := regexp.MustCompile("\"[^\"\n]*\"|`[^`]*`")
	for _, text := range sources(t, "../*/*.templ") {
		for _, class := range regexp.MustCompile(`class=("[^"]*"|\{[^}]*\})|@input\(.*\)`).FindAllString(text, -1) {
			words(given, class)
		}
	}
	for _, text := range sources(t, "js/own/*.js") {
		for _, quote := range quotes.FindAllString(text, -1) {
			words(given, quote)
		}
	}
	for _, text := range sources(t, "../*/*.templ", "../*/*.go", "../*.go", "js/own/*.js") {
		for _, quote := range quotes.FindAllString(text, -1) {
			words(quoted, quote)
		}
	}
	style := regexp.MustCompile(`(?s)/\*.*?\*/|"[^"]*"`).ReplaceAllString(string(assets["app.css"]), "")
	classes := 0
	for _, selector := range regexp.MustCompile(`[^{};]*\{`).FindAllString(style, -1) {
		for _, class := range regexp.MustCompile(`\.[a-zA-Z][\w-]*`).FindAllString(selector, -1) {
			if classes++; !given[class[1:]] && !strings.HasPrefix(class, ".htmx-") {
				t.Errorf("nothing has the class %s of the selector %s", class, strings.TrimSpace(selector))
			}
		}
	}
	icons := regexp.MustCompile(`<symbol id="([^"]+)"`).FindAllSubmatch(assets["icons.svg"], -1)
	for _, icon := range icons {
		if !quoted[string(icon[1])] {
			t.Errorf("nothing shows the icon %s", icon[1])
		}
	}
	if classes < 500 || len(icons) < 40 {
		t.Errorf("only %d classes and %d icons were looked at", classes, len(icons))
	}
}

// sources are the files written by hand, without tests.
func sources(t *testing.T, patterns ...string) (texts []string) {
	t.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_templ.go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

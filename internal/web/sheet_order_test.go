package web

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	sheetFoot = regexp.MustCompile(`(?s)<footer class="df">(.*?)</footer>`)
	wayOut    = regexp.MustCompile(`(?s)\bdata-close>.*class="btn (pri|dgr)"`)
	wayOn     = regexp.MustCompile(`class="btn (pri|dgr)"`)
)

// The buttons of dialogs stand in one place: first the way out, last what is done.
func TestButtonsOfDialogsStandInOnePlace(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/*.templ")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, foot := range sheetFoot.FindAllStringSubmatch(string(source), -1) {
			if seen++; !wayOut.MatchString(foot[1]) || len(wayOn.FindAllString(foot[1], -1)) != 1 {
				t.Errorf("%s: %s", file, foot[1])
			}
		}
	}
	if seen < 8 {
		t.Errorf("%d dialogs were seen", seen)
	}
}

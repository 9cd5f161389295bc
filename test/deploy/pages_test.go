package deploy

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s#]+)[^)\s]*\)|(?:src|href)="([^"#]+)`)

// wantLinksResolve fails if a page links to a file that was not shipped with it.
func wantLinksResolve(t *testing.T, shipped string) {
	t.Helper()
	files, pages := os.DirFS(shipped), 0
	err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".md" {
			return err
		}
		pages++
		text, err := fs.ReadFile(files, name)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to := path.Join(path.Dir(name), m[1]+m[2])
			if _, missing := fs.Stat(files, to); missing != nil && !strings.Contains(m[1]+m[2], ":") {
				t.Errorf("%s is shipped and links to %s, which is not", name, to)
			}
		}
		return err
	})
	if err != nil || pages < 10 {
		t.Errorf("%d pages are shipped: %v", pages, err)
	}
}

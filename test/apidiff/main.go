// Command apidiff says how the API has changed since the last release, by its documents.
//
//	go run ./test/apidiff                   write docs/api-changes.md
//	go run ./test/apidiff -check            fail if that page is not current, or if a change breaks clients
//	                           and the file accepted does not have it, with its reason
//	go run ./test/apidiff -release 0.2.0    give what is unreleased this heading; the next changes are
//	                           compared with the document as it is now
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "change nothing, fail if something is not as it should be")
	release := flag.String("release", "", "the version to release")
	flag.Parse()
	if err := run(filepath.Join("test", "apidiff"), ".", *check, *release); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const heading = "## Unreleased\n"

// run works in the folder of released.json and accepted, for the repository at root.
func run(dir, root string, check bool, release string) error {
	released, current := filepath.Join(dir, "released.json"), filepath.Join(root, "internal", "openapi", "openapi.json")
	page, accepted := filepath.Join(root, "docs", "api-changes.md"), filepath.Join(dir, "accepted")
	changes, err := compare(released, current)
	if err != nil {
		return err
	}
	reasons, err := readReasons(accepted)
	if err != nil {
		return err
	}
	if err := undeclared(changes, reasons); err != nil {
		return err
	}
	before, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	after, err := rewritten(before, changes, reasons)
	switch {
	case err != nil:
		return err
	case check && !bytes.Equal(before, after):
		return errors.New("docs/api-changes.md is not current: make generate")
	case check:
		return nil
	case release != "":
		return freeze(release, released, current, page, accepted, after)
	}
	return os.WriteFile(page, after, 0o644)
}

// rewritten is the page with the section of what is unreleased made anew.
func rewritten(page []byte, changes []change, reasons map[string]string) ([]byte, error) {
	head, rest, found := strings.Cut(string(page), heading)
	if !found {
		return nil, fmt.Errorf("docs/api-changes.md has no %q", strings.TrimSpace(heading))
	}
	older := ""
	if i := strings.Index(rest, "\n## "); i >= 0 {
		older = rest[i:]
	}
	return []byte(head + heading + section(changes, reasons) + older), nil
}

// freeze gives the unreleased section the number of a release, whose document is that of now.
func freeze(version, released, current, page, accepted string, text []byte) error {
	document, err := os.ReadFile(current)
	if err != nil {
		return err
	}
	reasons, err := os.ReadFile(accepted)
	if err != nil {
		return err
	}
	comment, _, _ := bytes.Cut(reasons, []byte("\n"))
	text = bytes.Replace(text, []byte(heading), []byte(heading+"\n"+none+"\n## "+version+"\n"), 1)
	return errors.Join(os.WriteFile(page, text, 0o644), os.WriteFile(accepted, append(comment, '\n'), 0o644), os.WriteFile(released, document, 0o644))
}

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A change is one finding of oasdiff. From level 2 on it can break clients.
type change struct {
	ID, Text, Operation, Path string
	Level                     int
}

func (c change) where() string { return strings.TrimSpace(c.Operation + " " + c.Path) }

// name is how the file accepted names a change.
func (c change) name() string { return c.where() + ": " + c.Text }

// breaks reports whether docs/api-stability.md promises that there is no such change.
func (c change) breaks() bool { return c.Level >= 2 && c.ID != "response-property-enum-value-added" }

// sentence are changes of what a message says, which is for people.
var sentence = regexp.MustCompile("`(.*/)?message` response property")

// compare asks oasdiff how two documents differ. Nothing can be missing from an empty document, so that
// is refused.
func compare(before, after string) ([]change, error) {
	tool, err := tool()
	if err != nil {
		return nil, err
	}
	for _, name := range []string{before, after} {
		var document struct{ Paths map[string]any }
		text, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(text, &document)
		}
		if err == nil && len(document.Paths) == 0 {
			err = errors.New("there are no paths in it")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	var said bytes.Buffer
	oasdiff := exec.Command("go", "tool", "-modfile="+tool, "oasdiff", "changelog", "--format", "json", before, after)
	oasdiff.Stderr = &said
	out, err := oasdiff.Output()
	if err != nil {
		return nil, fmt.Errorf("oasdiff: %w\n%s", err, said.String())
	}
	var all []change
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, fmt.Errorf("oasdiff: %w", err)
	}
	all = slices.DeleteFunc(all, func(c change) bool { return sentence.MatchString(c.Text) })
	slices.SortFunc(all, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(all, func(a, b change) bool { return a.name() == b.name() }), nil
}

// tool is the go.mod that pins oasdiff. It has a module of its own, so that it is no dependency of the
// service.
func tool() (string, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "vitrine/test/apidiff").Output()
	return filepath.Join(strings.TrimSpace(string(out)), "oasdiff", "go.mod"), err
}

// readReasons reads the file accepted: lines of "GET /path: what because reason".
func readReasons(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		what, why, found := strings.Cut(line, " because ")
		if !found || why == "" {
			return nil, fmt.Errorf("%s gives no reason: %s", name, line)
		}
		all[what] = why
	}
	return all, nil
}

// undeclared is an error of the changes that break clients without a reason, and of reasons for nothing.
func undeclared(changes []change, reasons map[string]string) error {
	var lines []string
	there := map[string]bool{}
	for _, c := range changes {
		there[c.name()] = true
		if c.breaks() && reasons[c.name()] == "" {
			lines = append(lines, c.name())
		}
	}
	if len(lines) > 0 {
		return fmt.Errorf("these changes break clients of the last release. Undo them, or declare them in test/apidiff/accepted (docs/api-stability.md):\n%s", strings.Join(lines, "\n"))
	}
	for what := range reasons {
		if !there[what] {
			return fmt.Errorf("test/apidiff/accepted has a change that is not there: %s", what)
		}
	}
	return nil
}

const none = "Nothing.\n"

// section lists changes; what is the same at many operations once.
func section(changes []change, reasons map[string]string) string {
	if len(changes) == 0 {
		return "\n" + none
	}
	var breaking, others strings.Builder
	at := map[string][]string{}
	for _, c := range changes {
		if why := reasons[c.name()]; why != "" {
			fmt.Fprintf(&breaking, "- `%s`: %s, because %s\n", c.where(), c.Text, why)
			continue
		}
		at[c.Text] = append(at[c.Text], c.where())
	}
	told := map[string]bool{}
	for _, c := range changes {
		where := at[c.Text]
		if len(where) == 0 || told[c.Text] {
			continue
		}
		told[c.Text] = true
		more := ""
		if len(where) > 1 {
			more = fmt.Sprintf(" and %d more", len(where)-1)
		}
		fmt.Fprintf(&others, "- `%s`%s: %s\n", where[0], more, c.Text)
	}
	out := ""
	if breaking.Len() > 0 {
		out += "\nBreaks clients:\n\n" + breaking.String()
	}
	if others.Len() > 0 {
		out += "\nBreaks nobody:\n\n" + others.String()
	}
	return out
}

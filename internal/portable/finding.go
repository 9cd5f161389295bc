package portable

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// Finding is something that is wrong with an archive.
type Finding struct {
	Path string // of the entry; empty if it is about the archive
	Line int    // of the entry, from 1; 0 if it is about all of it
	What string

	kind kind
}

// kind tells findings apart: an entry is not what the manifest tells, or there is more than
// this version knows, or anything else.
type kind int

const (
	wrong kind = iota
	broken
	unknown
)

func (f Finding) String() string {
	switch {
	case f.Line > 0:
		return fmt.Sprintf("%s, line %d: %s", f.Path, f.Line, f.What)
	case f.Path != "":
		return f.Path + ": " + f.What
	}
	return f.What
}

// mostKept is how many findings of a part, and of a kind, are kept. An archive can be made to
// have one for each byte.
const mostKept = 100

// partOf is what a finding counts to: a part, the manifest, all files, or the archive.
func partOf(path string) string {
	switch {
	case path == manifestPath, slices.ContainsFunc(Parts, func(p Part) bool { return p.Path() == path }):
		return path
	case filePaths.MatchString(path):
		return "files"
	}
	return ""
}

// shown is a text of the archive that may be printed: as it is if it has the form, or quoted.
func shown(text string, form *regexp.Regexp) string {
	if form.MatchString(text) {
		return text
	}
	return fmt.Sprintf("%.100q", text)
}

func (v *verifier) find(path string, line int, what string, args ...any) {
	v.findAs(wrong, path, line, what, args...)
}

func (v *verifier) findAs(k kind, path string, line int, what string, args ...any) {
	part := partOf(path)
	v.byPart[part]++
	v.byKind[k]++
	if v.byPart[part] <= mostKept || v.byKind[k] <= mostTold {
		if part == "" && path != "" {
			path = fmt.Sprintf("%.200q", path)
		}
		v.Findings = append(v.Findings, Finding{path, line, fmt.Sprintf(what, args...), k})
	}
}

// Found is how many findings there are.
func (v Verified) Found() (all int64) {
	for _, n := range v.byKind {
		all += n
	}
	return all
}

// More is how many findings of each part are not kept, by path: "files" is all files, and
// what is empty is the archive itself.
func (v Verified) More() map[string]int64 {
	more := maps.Clone(v.byPart)
	for _, f := range v.Findings {
		more[partOf(f.Path)]--
	}
	maps.DeleteFunc(more, func(_ string, n int64) bool { return n == 0 })
	return more
}

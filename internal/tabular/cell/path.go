package cell

import (
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
)

// Separators of Vitrine itself. Only they can be escaped in the parts.
const (
	PathSeparator = own.PathSeparator
	ListSeparator = own.ListSeparator
)

// Path lists the names from the outermost in.
func Path(s, separator string) ([]string, *Wrong) {
	parts := parts(s, separator)
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
		if parts[i] == "" {
			return nil, wrong(BadPath, s, "names without an empty one, as Hall%sShelf 2", separator)
		}
		if utf8.RuneCountInString(parts[i]) > catalog.MaxName {
			return nil, wrong(TooLong, parts[i], "names of at most %d characters", catalog.MaxName)
		}
		if strings.ContainsRune(parts[i], 0) {
			return nil, wrong(BadText, "", "text without the character U+0000")
		}
	}
	return parts, nil
}

// List lists the entries that are not blank, without duplicates.
func List(s, separator string) (entries []string) {
	seen := map[string]bool{}
	for _, p := range parts(s, separator) {
		if p = strings.TrimSpace(p); p != "" && !seen[p] {
			seen[p] = true
			entries = append(entries, p)
		}
	}
	return entries
}

func parts(s, separator string) []string {
	switch {
	case strings.TrimSpace(s) == "":
		return nil
	case separator == PathSeparator:
		return own.SplitPath(s)
	case separator == ListSeparator:
		return own.SplitList(s)
	case separator == "":
		return []string{s}
	}
	return strings.Split(s, separator)
}

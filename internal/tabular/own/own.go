// Package own defines Vitrine's own tables: columns, headers, and cells with a path, a list or a text
// that looks like a formula. Each function has its inverse, so that exports are read back unchanged.
// No I/O.
package own

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Separators within a cell.
const (
	PathSeparator = " > "
	ListSeparator = "; "
)

// JoinPath writes a path, the outermost part first.
func JoinPath(parts []string) string { return join(parts, PathSeparator) }

// SplitPath is the inverse of JoinPath. The empty text has no parts.
func SplitPath(s string) []string { return split(s, PathSeparator) }

// JoinList writes a list.
func JoinList(parts []string) string { return join(parts, ListSeparator) }

// SplitList is the inverse of JoinList. The empty text has no parts.
func SplitList(s string) []string { return split(s, ListSeparator) }

func join(parts []string, separator string) string {
	escaped := make([]string, len(parts))
	for i, part := range parts {
		escaped[i] = escape(part, separator)
	}
	return strings.Join(escaped, separator)
}

// escape puts a backslash before each backslash and each separator, even one that would begin in the
// part and end in the following separator.
func escape(part, separator string) string {
	followed := part + separator
	var b strings.Builder
	for i := range len(part) {
		if part[i] == '\\' || strings.HasPrefix(followed[i:], separator) {
			b.WriteByte('\\')
		}
		b.WriteByte(part[i])
	}
	return b.String()
}

func split(s, separator string) (parts []string) {
	if s == "" {
		return nil
	}
	var part strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			part.WriteByte(s[i])
		case strings.HasPrefix(s[i:], separator):
			parts = append(parts, part.String())
			part.Reset()
			i += len(separator) - 1
		default:
			part.WriteByte(s[i])
		}
	}
	return append(parts, part.String())
}

// Guard puts a ' before a text that a spreadsheet would take for a formula, and before one that
// already looks guarded.
func Guard(s string) string {
	if begins(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// Unguard is the inverse of Guard.
func Unguard(s string) string {
	if strings.HasPrefix(s, "'") && begins(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

// begins reports whether a text begins like a formula, including the wide signs of Japanese spreadsheets.
func begins(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune("=+-@＝＋－＠\t\r", first)
}

// Amount writes an amount of the smallest unit with so many digits behind the point.
func Amount(units int64, places int) string {
	sign, digits := "", strconv.FormatInt(units, 10)
	if units < 0 {
		sign, digits = "-", digits[1:]
	}
	if places == 0 {
		return sign + digits
	}
	digits = strings.Repeat("0", max(0, places+1-len(digits))) + digits
	return sign + digits[:len(digits)-places] + "." + digits[len(digits)-places:]
}

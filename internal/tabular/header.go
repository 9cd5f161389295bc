package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/profile"
)

var tooLong = fmt.Sprintf("text of at most %d characters", MaxCharacters)

// maxName limits the name of a column, in characters.
const maxName = 255

// settle makes the columns from their headers, and finds the profile. Root is the name of the root
// element or of the sheet.
func (t *Table) settle(headers []string, root string, o Options) error {
	if len(headers) > MaxColumns {
		return failed(TooManyColumns, t.Detected.HeaderRow, "The file has %d columns. A table can have %d.", len(headers), MaxColumns)
	}
	for i, name := range uniqueNames(headers) {
		t.Columns = append(t.Columns, Column{Number: i + 1, Name: name})
	}
	t.Choices.Profiles = profile.Names()
	t.Profile = t.profileOf(root, headers, o.Profile)
	if t.Profile == nil {
		return nil
	}
	t.Detected.Profile = t.Profile.Name
	t.guarded = t.Profile.Name == profile.Own && (t.Detected.Delimiter != "" || t.Detected.Sheet != "")
	if t.Profile.Name == profile.Own { // its headers contain type and field names with significant blanks
		for i, name := range headers {
			t.Columns[i].Name = name
		}
	}
	if t.derive = t.Profile.Deriver(headers); t.derive != nil {
		for i, hidden := range t.derive.Hidden {
			t.Columns[i].Hidden = hidden
		}
		for i, name := range t.derive.Names {
			t.Columns = append(t.Columns, Column{Number: len(t.Columns) + 1, Name: t.unused(name), Derived: true, Target: t.derive.Targets[i]})
		}
	}
	return nil
}

// profileOf is the chosen profile, in the shape that fits the file, or the one recognised by the headers.
func (t *Table) profileOf(root string, headers []string, chosen string) *profile.Profile {
	if chosen == None {
		return nil
	}
	format := t.inner
	found := profile.Detect(format, root, headers)
	if found == nil && format == CSV && t.Detected.HeaderRow == 0 && len(headers) == 3 {
		found = profile.Headless()
	}
	if chosen == "" || found != nil && found.Name == chosen {
		return found
	}
	for _, p := range profile.ByName(chosen) {
		if slices.Contains(p.Formats, format) {
			return p
		}
	}
	return nil
}

func (t *Table) unused(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name })
	}
	unused := name
	for n := 2; taken(unused); n++ {
		unused = name + " " + strconv.Itoa(n)
	}
	return unused
}

// uniqueNames gives each column a unique name: the second Company is Company 2, and a nameless fourth
// column is Column 4.
func uniqueNames(headers []string) []string {
	names := make([]string, len(headers))
	used := map[string]bool{}
	for _, h := range headers {
		used[named(h)] = true
	}
	given := map[string]bool{}
	for i, h := range headers {
		name := named(h)
		if name == "" {
			name = "Column " + strconv.Itoa(i+1)
		}
		unique := name
		for n := 2; given[unique] || unique != name && used[unique]; n++ {
			unique = name + " " + strconv.Itoa(n)
		}
		given[unique] = true
		names[i] = unique
	}
	return names
}

// named turns a header into a name: one line, not too long.
func named(header string) string {
	name := strings.Join(strings.Fields(readable(header)), " ")
	if utf8.RuneCountInString(name) > maxName {
		name = string([]rune(name)[:maxName])
	}
	return name
}

// readable replaces characters that our texts may not contain.
func readable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// cutText cuts a text to the length of a cell, and reports whether it was longer.
func cutText(s string) (string, bool) {
	if len(s) <= MaxCharacters || utf8.RuneCountInString(s) <= MaxCharacters {
		return s, false
	}
	return string([]rune(s)[:MaxCharacters]), true
}

func texts(cells []Cell) []string {
	all := make([]string, len(cells))
	for i, c := range cells {
		all[i] = c.Text
	}
	return all
}

// surplus is the issue of a row that is wider than the header.
func surplus(width, cells int) Issue {
	return Issue{Code: cell.TooManyCells, Expected: fmt.Sprintf("at most %d cells, as in the header", width), Found: strconv.Itoa(cells)}
}

// Package profile knows the columns of other programs, one file each.
package profile

import (
	"slices"
	"strings"
)

// Profile describes the files of a program.
type Profile struct {
	Name     string // for the API
	Title    string // for people
	Formats  []string
	Found    []Mark // any of them is enough
	Rules    []Rule
	Derived  []Derived
	Settings Settings
}

// Mark identifies files of the program: they have all of some headers, one of others, and a sheet or
// root element of a name.
type Mark struct {
	All, Any []string
	Root     []string // of xml, or the sheet
}

// Rule is the meaning of a column.
type Rule struct {
	Headers []string // any of them; a * at the end stands for anything
	To      []Target // none: skip
	Warning string   // urls_not_fetched, loans_not_imported
}

// Target is where the cells of a column go.
type Target struct {
	To     string // a column of the contract, or Field
	Name   string // of the custom field; empty means the header, without the part before *
	Kind   string // of the custom field; empty is guessed from its cells
	Format string // of days, where the program has only one
	Zero   bool   // 0 means empty
	Strict bool   // only if all cells are of its kind; else a custom field
}

// Field is the target of columns that become a custom field.
const Field = "field"

// Derived is a column made from others of its row. It exists if the file has any of them.
type Derived struct {
	Name string
	From []string
	Hide []string // those that are not imported themselves
	To   Target
	Make func(cells []string) string // in the order of From; absent ones are empty
}

// Settings are the defaults of a profile.
type Settings struct {
	PathSeparator, ListSeparator string
	Copies                       string // one, if_filled, none
	Empty, Tags                  string
	Match                        string // items by: uuid, key, name
	Template                     string // of the collection type
	CreateOptions                bool
	FirstRowWins                 bool // rows of one key may differ: the first describes the item
}

// All are the profiles, in the order in which they are tried.
var All = []*Profile{vitrine, homebox, snipeIT, discogsWants, discogs, goodreads, libraryThing, libraryThingTable, clz, clzXML, kollek, tellico, koillection}

// ByName returns the profiles of a name, one for each shape of file.
func ByName(name string) (those []*Profile) {
	for _, p := range All {
		if p.Name == name {
			those = append(those, p)
		}
	}
	return those
}

// Names lists the profiles for a choice.
func Names() (names []string) {
	for _, p := range All {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// TitleOf is the name of the program whose files a profile reads.
func TitleOf(name string) string {
	for _, p := range All {
		if p.Name == name {
			return p.Title
		}
	}
	return name
}

// Detect finds the profile of a table by its format, its headers, and the name of its root
// element or sheet. It is nil if there is none.
func Detect(format, root string, headers []string) *Profile {
	if IsOwn(headers) && slices.Contains(vitrine.Formats, format) {
		return vitrine
	}
	folded := make([]string, len(headers))
	for i, h := range headers {
		folded[i] = Fold(h)
	}
	for _, p := range All {
		if slices.Contains(p.Formats, format) && p.finds(Fold(root), folded) {
			return p
		}
	}
	return nil
}

func (p *Profile) finds(root string, headers []string) bool {
	has := func(name string) bool { return slices.Contains(headers, Fold(name)) }
	return slices.ContainsFunc(p.Found, func(m Mark) bool {
		if m.Root != nil && !slices.ContainsFunc(m.Root, func(r string) bool { return Fold(r) == root }) {
			return false
		}
		return !slices.ContainsFunc(m.All, func(name string) bool { return !has(name) }) && (m.Any == nil || slices.ContainsFunc(m.Any, has))
	})
}

// Rule is the rule for a header, and the text that its * matched.
func (p *Profile) Rule(header string) (rule Rule, rest string, ok bool) {
	folded := Fold(header)
	for _, r := range p.Rules {
		for _, name := range r.Headers {
			if prefix, open := strings.CutSuffix(name, "*"); open && strings.HasPrefix(strings.ToLower(header), strings.ToLower(prefix)) {
				return r, strings.TrimSpace(header[len(prefix):]), true
			}
			if Fold(name) == folded {
				return r, "", true
			}
		}
	}
	return Rule{}, "", false
}

// Package guess finds out what the columns of a table contain: by its profile, by headers in seven
// languages, and by all cells.
package guess

import (
	"slices"
	"strings"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/profile"
)

// Guess is the suggested target of a column.
type Guess struct {
	Column    int    // number; a column with two targets has two guesses, the main one first
	To        string // a key of own.Columns or own.Field, Field for a new custom field, or Skip
	Name      string // of the custom field
	Kind      string // of the custom field
	Options   []string
	Group     string // of the custom field, where the file tells
	Format    string // how days are written: one of cell.DayFormats; numbers: . or , or Minor
	Ambiguous bool   // D/M/Y and M/D/Y both fit
	ZeroEmpty bool   // 0 means empty
	Warning   string // urls_not_fetched, loans_not_imported, ambiguous_date
}

const (
	Field = profile.Field
	Skip  = "skip"
	Minor = "minor" // amounts in the smallest unit, for cell.MinorUnits
)

// Known is what a guess may use besides the table.
type Known struct {
	Locale string
	Fields []KnownField // of the type that items will have
}

// KnownField is an existing custom field.
type KnownField struct {
	Name, Kind string
}

// Columns guesses all columns of a table, after all rows were added to the survey. No target is
// guessed twice, except tags, photo_files and custom fields.
func Columns(t *tabular.Table, s *Survey, known Known) (all []Guess) {
	g := &guesser{table: t, known: known, taken: map[string]bool{}}
	if t.Profile != nil && t.Profile.Name == profile.Own {
		for i, c := range t.Columns {
			all = append(all, g.own(c, &s.columns[i]))
		}
		return all
	}
	for i, c := range t.Columns { // rules of a profile come first, whatever the order
		if to := g.profileRule(c); len(to.To) > 0 {
			g.taken[to.To[0].To] = g.taken[to.To[0].To] || s.columns[i].filled > 0
		}
	}
	g.promised, g.taken = g.taken, map[string]bool{}
	for i, c := range t.Columns {
		all = append(all, g.column(c, &s.columns[i])...)
	}
	return all
}

type guesser struct {
	table    *tabular.Table
	known    Known
	promised map[string]bool // to a column by the profile
	taken    map[string]bool
}

// own takes the header literally. Empty columns are kept, because they clear values.
func (g *guesser) own(c tabular.Column, seen *column) Guess {
	guess := Guess{Column: c.Number, To: c.Name, Options: c.Options}
	kind := ""
	if f, ok := own.ParseField(c.Name); ok {
		guess.Name, guess.Kind, kind = f.Name, f.Kind, f.Kind
	} else if column, _ := own.ByKey(c.Name); column.Imported {
		kind = column.Kind
	} else {
		guess.To = Skip
	}
	guess.Format, guess.Ambiguous = seen.format(kind, g.known.Locale)
	switch {
	case kind == own.Money && g.isJSON() && !c.Major:
		guess.Format = Minor
	case guess.Format == "" || !g.isExport():
	case kind == own.Date:
		guess.Format, guess.Ambiguous = cell.DayFormats[0], false
	default:
		guess.Format = "."
	}
	if guess.Ambiguous {
		guess.Warning = "ambiguous_date"
	}
	return guess
}

func (g *guesser) isJSON() bool {
	return g.table.Detected.Sheet == "" && g.table.Detected.Delimiter == ""
}

// isExport distinguishes a table written by Vitrine from one that only uses our headers, with numbers
// and days as people write them.
func (g *guesser) isExport() bool {
	return g.isJSON() || slices.ContainsFunc(g.table.Columns, func(c tabular.Column) bool { return c.Name == "item_uuid" || c.Name == "copy_uuid" })
}

// profileRule is the rule of the profile for a column.
func (g *guesser) profileRule(c tabular.Column) (rule profile.Rule) {
	switch {
	case c.Derived:
		return profile.Rule{To: []profile.Target{c.Target}}
	case g.table.Profile == nil:
		return rule
	}
	rule, rest, _ := g.table.Profile.Rule(c.Name)
	if rest != "" && len(rule.To) > 0 {
		rule.To = slices.Clone(rule.To)
		rule.To[0].Name = rest
	}
	return rule
}

func (g *guesser) column(c tabular.Column, seen *column) []Guess {
	skipped := []Guess{{Column: c.Number, To: Skip}}
	rule := g.profileRule(c)
	isTold := c.Derived
	if g.table.Profile != nil && !isTold {
		_, _, isTold = g.table.Profile.Rule(c.Name)
	}
	switch {
	case seen.filled == 0, c.Hidden, c.Kind == Skip:
		return skipped
	case isTold && len(rule.To) == 0:
		skipped[0].Warning = rule.Warning
		return skipped
	case c.Kind == tabular.Picture:
		return []Guess{g.target(c, seen, profile.Target{To: "photo_files"})}
	case seen.addresses && isPhotoHeader(c.Name):
		skipped[0].Warning = "urls_not_fetched"
		return skipped
	}
	var all []Guess
	for _, to := range rule.To {
		all = append(all, g.target(c, seen, to))
	}
	if len(all) == 0 {
		all = append(all, g.target(c, seen, profile.Target{To: g.byHeader(c)}))
	}
	return all
}

// byHeader is the import column that a header names, or Field.
func (g *guesser) byHeader(c tabular.Column) string {
	to, ok := headers()[profile.Fold(c.Name)]
	if !ok || g.promised[to] {
		return Field
	}
	return to
}

// target is a guess for one target. If that is taken, the column becomes a custom field.
func (g *guesser) target(c tabular.Column, seen *column, to profile.Target) Guess {
	guess := Guess{Column: c.Number, ZeroEmpty: to.Zero}
	kind := ""
	if column, _ := own.ByKey(to.To); to.Strict && !seen.are(column.Kind, g.known.Locale) {
		to.To = Field
	}
	if to.To == Field || g.taken[to.To] && to.To != "tags" && to.To != "photo_files" {
		guess.To = Field
		guess.Name, guess.Kind, guess.Options, guess.Group = g.field(c, seen, to)
		kind = guess.Kind
	} else {
		guess.To, g.taken[to.To] = to.To, true
		column, _ := own.ByKey(to.To)
		kind = column.Kind
	}
	guess.Format, guess.Ambiguous = seen.format(kind, g.known.Locale)
	if kind == own.Date && to.Format != "" && seen.fits(to.Format) {
		guess.Format, guess.Ambiguous = to.Format, false
	}
	if guess.Ambiguous {
		guess.Warning = "ambiguous_date"
	}
	return guess
}

// field is the custom field of a column: an existing one, one by the profile or the file, or one by
// its cells.
func (g *guesser) field(c tabular.Column, seen *column, to profile.Target) (name, kind string, options []string, group string) {
	name = c.Name
	switch {
	case to.Name != "":
		name = to.Name
	case c.Title != "":
		name = c.Title
	}
	for _, f := range g.known.Fields {
		if profile.Fold(f.Name) == profile.Fold(name) {
			return f.Name, f.Kind, nil, ""
		}
	}
	switch kind = to.Kind; {
	case kind == "" && c.Kind != "":
		kind, options = seen.agreed(c.Kind, g.known.Locale), c.Options
	case kind == "":
		kind = seen.kind(isRatingHeader(c.Name), g.known.Locale)
	}
	if kind == own.Select && options == nil {
		options = seen.values.all
	}
	if kind != own.Select {
		options = nil
	}
	return name, kind, options, c.Group
}

func isPhotoHeader(name string) bool  { return hasWord(name, photoWords) }
func isRatingHeader(name string) bool { return hasWord(name, ratingWords) }

func hasWord(name string, words []string) bool {
	name = profile.Fold(name)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
}

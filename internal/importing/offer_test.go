package importing

import (
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// guessedOf is what is guessed of a table of text, with the template that is offered.
func guessedOf(t *testing.T, locale, content string) Mapping {
	t.Helper()
	table, err := tabular.Open(strings.NewReader(content), int64(len(content)), tabular.Options{Name: "x.csv", Locale: locale})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	for row, err := table.Next(); err == nil; row, err = table.Next() {
		survey.Add(row)
	}
	_, m := Guessed(table, survey, guess.Columns(table, survey, guess.Known{Locale: locale}))
	m.Offer(survey, locale)
	return m
}

// The template is offered whose fields most columns are, by their names in English or in the language
// of the user; none if few are, if two fit as well, or if cells are not of its kinds.
func TestTemplateThatFitsIsOffered(t *testing.T) {
	vinyl, _ := catalog.TemplateOf("vinyl-record")
	german := vinyl.In("de_DE").Fields()
	name := func(english string) string {
		for i, f := range vinyl.Fields() {
			if f.Name == english {
				return german[i].Name
			}
		}
		t.Fatalf("no field is called %q", english)
		return ""
	}
	for what, c := range map[string]struct{ locale, table, template, fields string }{
		"records":         {"en", "Title,artist,Label,Catalogue number,Discs,Mood\nBlue,Joni Mitchell,Reprise,MS 2038,1,sad\n", "vinyl-record", "Artist text, Label text, Catalogue number text, Discs number, Mood text"},
		"in German":       {"de_DE", "Name," + name("Discs") + "," + name("Label") + "," + name("Catalogue number") + "\nBlue,1,Reprise,MS 2038\n", "vinyl-record de_DE", "Discs number, Label text, Catalogue number text"},
		"too few":         {"en", "Title,Artist,Catalogue number\nBlue,Joni Mitchell,MS 2038\n", "", "Artist text, Catalogue number text"},
		"as well":         {"en", "Title,Grading company,Grade,Certification number\nX,PCGS,64,123\n", "", "Grading company text, Grade number, Certification number number"},
		"not of the kind": {"en", "Title,Artist,Label,Catalogue number,Discs\nBlue,Joni Mitchell,Reprise,MS 2038,one\n", "", "Artist text, Label text, Catalogue number text, Discs text"},
	} {
		m := guessedOf(t, c.locale, c.table)
		var fields []string
		for _, column := range m.Columns {
			if column.To == guess.Field {
				fields = append(fields, column.Name+" "+column.Kind)
			}
		}
		want(t, what, strings.TrimSpace(m.Type.Template+" "+m.Type.Language), c.template)
		want(t, what, strings.Join(fields, ", "), c.fields)
	}
}

package guess_test

import (
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/guess"
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/profile"
)

// guesses reads a table and returns what is guessed, and the survey.
func guesses(t *testing.T, content string, known guess.Known) ([]guess.Guess, *guess.Survey) {
	t.Helper()
	table, err := tabular.Open(strings.NewReader(content), int64(len(content)), tabular.Options{Locale: known.Locale})
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return guess.Columns(table, survey, known), survey
		}
		if err != nil {
			t.Fatal(err)
		}
		survey.Add(row)
	}
}

// column is a table of one column besides the name.
func column(header string, cells ...string) string {
	s := "Name;" + header + "\n"
	for _, c := range cells {
		s += "x;" + c + "\n"
	}
	return s
}

func repeated(cells []string, times int) (all []string) {
	for range times {
		all = append(all, cells...)
	}
	return all
}

func TestKindOfNewFields(t *testing.T) {
	twenty := strings.Split("a b c d e f g h i j k l m n o p q r s t", " ")
	for _, c := range []struct {
		what, header string
		cells        []string
		kind         string
	}{
		{"words", "F", []string{"yes", "no", ""}, "boolean"},
		{"words of other languages", "F", []string{"Ja", "nein", "x"}, "boolean"},
		{"1 and 0", "F", []string{"1", "0"}, "boolean"},
		{"numbers", "F", []string{"1", "2.5", "-3"}, "number"},
		{"15 digits", "F", []string{"123456789012345", "2"}, "number"},
		{"16 digits", "F", []string{"1234567890123456", "2"}, "text"},
		{"a leading zero", "F", []string{"007", "12"}, "text"},
		{"days", "F", []string{"2021-03-04", "2021-12-31"}, "date"},
		{"days of two forms", "F", []string{"2021-03-04", "31.12.2021"}, "date"},
		{"years", "F", []string{"1901", "1902"}, "number"},
		{"months", "F", []string{"1901-02", "1902-03"}, "text"},
		{"stars", "My rating", []string{"1", "5", "0", ""}, "rating"},
		{"stars in German", "Bewertung", []string{"1", "5"}, "rating"},
		{"points out of ten", "My rating", []string{"1", "10"}, "number"},
		{"stars without the word", "F", []string{"2", "5"}, "number"},
		{"few values", "F", repeated([]string{"red", "blue"}, 3), "select"},
		{"too few cells", "F", append(repeated([]string{"red", "blue"}, 2), "red"), "text"},
		{"one value", "F", repeated([]string{"red"}, 9), "text"},
		{"20 values", "F", repeated(twenty, 3), "select"},
		{"21 values", "F", repeated(append([]string{"u"}, twenty...), 3), "text"},
		{"long values", "F", repeated([]string{"red", strings.Repeat("b", 61)}, 3), "text"},
		{"addresses", "Web site", []string{"https://example.com/1", "https://example.com/2"}, "text"},
	} {
		t.Run(c.what, func(t *testing.T) {
			all, _ := guesses(t, column(c.header, c.cells...), guess.Known{Locale: "en"})
			if g := all[1]; g.To != guess.Field || g.Kind != c.kind || g.Name != c.header {
				t.Errorf("%+v, want %s", g, c.kind)
			}
		})
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		what, header, locale string
		cells                []string
		format               string
		ambiguous            bool
	}{
		{"both signs", "Price", "en", []string{"1.234,50", "5"}, ",", false},
		{"a sign before two digits", "Price", "de_DE", []string{"12.50"}, ".", false},
		{"a sign before three digits, English", "Price", "en", []string{"1,234"}, ".", false},
		{"a sign before three digits, German", "Price", "de_DE", []string{"1.234"}, ",", false},
		{"with symbols", "Price", "en", []string{"12,50 €", "1.000 €"}, ",", false},
		{"no sign", "Quantity", "fr_FR", []string{"5"}, ",", false},
		{"slashes, English", "Purchase date", "en", []string{"3/4/2021", "5/6/2021"}, "M/D/Y", true},
		{"slashes, French", "Purchase date", "fr_FR", []string{"3/4/2021", "5/6/2021"}, "D/M/Y", true},
		{"slashes that tell", "Purchase date", "fr_FR", []string{"3/4/2021", "5/26/2021"}, "M/D/Y", false},
		{"most of them", "Purchase date", "en", []string{"31.12.2021", "1.2.2021", "soon"}, "D.M.Y", false},
		{"with some as we write them", "Purchase date", "en", []string{"2021-01-02", "2021-01-03", "31.12.2021"}, "D.M.Y", false},
		{"in words", "Purchase date", "en", []string{"5 Mar 2021"}, "D MMM Y", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			all, _ := guesses(t, column(c.header, c.cells...), guess.Known{Locale: c.locale})
			g := all[1]
			if g.Format != c.format || g.Ambiguous != c.ambiguous || c.ambiguous != (g.Warning == "ambiguous_date") {
				t.Errorf("%+v, want %q, %t", g, c.format, c.ambiguous)
			}
		})
	}
}

func TestTargets(t *testing.T) {
	all, survey := guesses(t, "NAME,item.name,Empty,Cover image,Cover picture,Author,purchase-price,Preis,Custom\nx,word,,https://example.com/a.jpg,a.jpg,Ann,5,6,z\n",
		guess.Known{Locale: "en", Fields: []guess.KnownField{{Name: "Áuthor", Kind: "select"}}})
	want := []guess.Guess{
		{Column: 1, To: "item_name"},
		{Column: 2, To: guess.Field, Name: "item.name", Kind: "text"}, // the target is taken
		{Column: 3, To: guess.Skip},
		{Column: 4, To: guess.Skip, Warning: "urls_not_fetched"},
		{Column: 5, To: guess.Field, Name: "Cover picture", Kind: "text"},
		{Column: 6, To: guess.Field, Name: "Áuthor", Kind: "select"},
		{Column: 7, To: "purchase_price", Format: "."},
		{Column: 8, To: guess.Field, Name: "Preis", Kind: "number", Format: "."},
		{Column: 9, To: guess.Field, Name: "Custom", Kind: "text"},
	}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("%+v, want %+v", all, want)
	}
	if seen := survey.Seen(4); seen.Filled != 1 || !slices.Equal(seen.Samples, []string{"https://example.com/a.jpg"}) {
		t.Errorf("%+v", seen)
	}
}

func TestTellicoTextsThatAreNoDayOrAmount(t *testing.T) {
	file := func(price, day string) string {
		return `<tellico><collection><fields><field name="title" title="Title" type="1"/><field name="pur_price" title="Price" type="1"/><field name="pur_date" title="Date" type="1"/></fields>
<entry id="1"><title>A</title><pur_price>12,50 €</pur_price><pur_date>2021-03-04</pur_date></entry><entry id="2"><title>B</title><pur_price>` + price + `</pur_price><pur_date>` + day + `</pur_date></entry></collection></tellico>`
	}
	for _, c := range []struct{ price, day, priceTo, dayTo string }{{"$5", "5/26/2021", "purchase_price", "purchase_date"}, {"5", "2022-01-01", "purchase_price", "purchase_date"}, {"a song", "spring", guess.Field, guess.Field}} {
		all, _ := guesses(t, file(c.price, c.day), guess.Known{Locale: "en"})
		if all[2].To != c.priceTo || all[3].To != c.dayTo {
			t.Errorf("%+v: %+v", c, all)
		}
	}
}

func TestOurHeaders(t *testing.T) {
	for _, c := range []struct {
		what, content string
		formats       []string
	}{
		{"written by people", "item_name;purchase_price;purchase_date;item_id\nx;12,50;31.12.2021;5\n", []string{"", ",", "D.M.Y", ""}},
		{"an export", "item_uuid,item_name,purchase_price,purchase_date,field[number]:A/B\n1,x,1,,\n", []string{"", "", ".", "Y-M-D", "."}},
		{"json", `{"format":"vitrine-list","version":1,"columns":[{"key":"item_name"},{"key":"value"},{"key":"purchase_price"},{"key":"purchase_currency"}],"rows":[{"item_name":"x"}]}`, []string{"", guess.Minor, ".", ""}},
	} {
		all, _ := guesses(t, c.content, guess.Known{Locale: "de_DE"})
		var formats []string
		for _, g := range all {
			formats = append(formats, g.Format)
			if (g.To == guess.Skip) != (g.Column == 4 && c.what == "written by people") {
				t.Errorf("%s: %+v", c.what, g)
			}
		}
		if !slices.Equal(formats, c.formats) {
			t.Errorf("%s: %q, want %q", c.what, formats, c.formats)
		}
	}
}

func TestWhatCellsHaveInCommon(t *testing.T) {
	_, survey := guesses(t, column("F", "3/4/21", "5/6/21", "3/4/21", "", "1/2/21", "2/2/21", "4/2/21", "9/2/21"), guess.Known{})
	seen := survey.Seen(2)
	want := guess.Seen{Filled: 7, Samples: []string{"3/4/21", "5/6/21", "1/2/21", "2/2/21", "4/2/21"}, Values: []string{"3/4/21", "5/6/21", "1/2/21", "2/2/21", "4/2/21", "9/2/21"}, Days: []string{"D/M/Y", "M/D/Y"}}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("%+v, want %+v", seen, want)
	}
}

// Each line of the headers names an import column, and no name means two columns in one language.
func TestHeadersAreOfColumns(t *testing.T) {
	files, err := os.ReadDir("headers")
	if err != nil || len(files) != 7 {
		t.Fatalf("%d languages, %v", len(files), err)
	}
	for _, f := range files {
		content, err := os.ReadFile("headers/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for line := range strings.Lines(string(content)) {
			key, names, ok := strings.Cut(strings.TrimSpace(line), ":")
			if column, known := own.ByKey(key); !ok || !known || !column.Imported {
				t.Errorf("%s: %s is no column that can be imported", f.Name(), key)
			}
			for name := range strings.SplitSeq(names, ",") {
				name = profile.Fold(name)
				if other, taken := seen[name]; name == "" || taken && other != key {
					t.Errorf("%s: %q stands for %s and %s", f.Name(), name, other, key)
				}
				seen[name] = key
			}
		}
		if len(seen) < 60 {
			t.Errorf("%s has only %d names", f.Name(), len(seen))
		}
	}
}

// Every target of a profile is one that an import takes.
func TestProfilesAreOfColumns(t *testing.T) {
	kinds := []string{"", own.Text, own.Number, own.Date, own.Boolean, own.Select, own.Rating}
	check := func(p *profile.Profile, to profile.Target) {
		column, known := own.ByKey(to.To)
		if to.To != profile.Field && (!known || !column.Imported) || !slices.Contains(kinds, to.Kind) || to.Format != "" && !slices.Contains(cell.DayFormats, to.Format) {
			t.Errorf("%s: %+v", p.Name, to)
		}
	}
	for _, p := range profile.All {
		if p.Title == "" || len(p.Formats) == 0 || p.Name != profile.Own && p.Name != "koillection" && len(p.Found) == 0 {
			t.Errorf("%+v", p)
		}
		named := p.Name == profile.Own
		for _, r := range p.Rules {
			for _, to := range r.To {
				check(p, to)
				named = named || to.To == "item_name"
			}
		}
		for _, d := range p.Derived {
			check(p, d.To)
			named = named || d.To.To == "item_name"
			if d.Make(make([]string, len(d.From))) != "" && d.Name != "Wanted" {
				t.Errorf("%s: %s is made from nothing", p.Name, d.Name)
			}
		}
		if !named {
			t.Errorf("%s names no items", p.Name)
		}
	}
}

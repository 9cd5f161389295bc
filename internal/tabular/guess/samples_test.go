package guess_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

var update = flag.Bool("update", false, "write what was read into the expected files")

const samples = "../../../samples/import"

// locales are the locales of the users of a sample; the others are English.
var locales = map[string]string{"semicolon-1252.csv": "de_DE", "utf16.tsv": "fr_FR", "shift-jis.csv": "ja_JP"}

// reading is the part of a sample's expected file about reading it.
type reading struct {
	Locale    string          `json:"locale,omitempty"`
	Format    string          `json:"format,omitempty"`
	Profile   string          `json:"profile,omitempty"`
	Encoding  string          `json:"encoding,omitempty"`
	Delimiter string          `json:"delimiter,omitempty"`
	HeaderRow int             `json:"header_row,omitempty"`
	Sheet     string          `json:"sheet,omitempty"`
	Entry     string          `json:"entry,omitempty"`
	Title     string          `json:"title,omitempty"`
	Rows      int             `json:"rows,omitempty"`
	Blank     int             `json:"blank,omitempty"`
	Photos    []string        `json:"photos,omitempty"`
	Columns   []readingColumn `json:"columns,omitempty"`
	Issues    []readingIssue  `json:"issues,omitempty"`
	Failed    *readingFailure `json:"failed,omitempty"`
}

type readingColumn struct {
	Column    int      `json:"column"`
	Name      string   `json:"name"`
	To        string   `json:"to"`
	Field     string   `json:"field,omitempty"`
	Kind      string   `json:"kind,omitempty"`
	Options   []string `json:"options,omitempty"`
	Format    string   `json:"format,omitempty"`
	Ambiguous bool     `json:"ambiguous,omitempty"`
	ZeroEmpty bool     `json:"zero_is_empty,omitempty"`
	Warning   string   `json:"warning,omitempty"`
	Sample    string   `json:"sample,omitempty"`
}

type readingIssue struct {
	Row      int    `json:"row"`
	Cell     string `json:"cell,omitempty"`
	Code     string `json:"code"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

type readingFailure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Row     int    `json:"row,omitempty"`
}

func TestSamples(t *testing.T) {
	for _, name := range sampleNames(t) {
		t.Run(name, func(t *testing.T) {
			got := readSample(t, name)
			expected := filepath.Join(samples, name+".expected.json")
			all := map[string]json.RawMessage{}
			if content, err := os.ReadFile(expected); err == nil {
				if err := json.Unmarshal(content, &all); err != nil {
					t.Fatal(err)
				}
			} else if !*update {
				t.Fatal(err)
			}
			if *update {
				all["reading"] = got
				write(t, expected, all)
				return
			}
			var want bytes.Buffer
			if err := json.Compact(&want, all["reading"]); err != nil {
				t.Fatal(err)
			}
			if want.String() != string(got) {
				t.Errorf("it is read as\n%s\nwant\n%s", got, want.String())
			}
		})
	}
}

func sampleNames(t *testing.T) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*.*", "bad/*.*"} {
		found, err := filepath.Glob(filepath.Join(samples, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			name, err := filepath.Rel(samples, path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, ".expected.json") && !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".go") && !strings.Contains(name, "archive-") {
				names = append(names, name)
			}
		}
	}
	if len(names) < 30 {
		t.Fatalf("only %d samples", len(names))
	}
	return names
}

func readSample(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Fatal(err)
	}
	locale := locales[name]
	if locale == "" {
		locale = "en"
	}
	r := reading{Locale: locale}
	r.read(t, name, content)
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func (r *reading) read(t *testing.T, name string, content []byte) {
	t.Helper()
	table, err := tabular.Open(bytes.NewReader(content), int64(len(content)), tabular.Options{Name: name, Locale: r.Locale, Dir: t.TempDir()})
	if err != nil {
		r.fail(t, err)
		return
	}
	defer table.Close()
	d := table.Detected
	r.Format, r.Profile, r.Encoding, r.Delimiter, r.HeaderRow, r.Sheet, r.Entry, r.Title = d.Format, d.Profile, d.Encoding, d.Delimiter, d.HeaderRow, d.Sheet, d.Entry, d.Title
	for _, p := range table.Photos.All {
		r.Photos = append(r.Photos, p.Name)
	}
	survey := guess.NewSurvey(table.Columns)
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.fail(t, err)
			return
		}
		r.Rows++
		survey.Add(row)
		for _, i := range row.Issues {
			issue := readingIssue{Row: row.Number, Code: i.Code, Expected: i.Expected, Found: i.Found}
			if i.Column > 0 {
				issue.Cell = tabular.CellName(i.Column, row.Number)
			}
			r.Issues = append(r.Issues, issue)
		}
	}
	r.Blank = table.Blank()
	for _, g := range guess.Columns(table, survey, guess.Known{Locale: r.Locale}) {
		c := readingColumn{Column: g.Column, Name: table.Columns[g.Column-1].Name, To: g.To, Field: g.Name, Kind: g.Kind, Options: g.Options, Format: g.Format, Ambiguous: g.Ambiguous, ZeroEmpty: g.ZeroEmpty, Warning: g.Warning}
		if all := survey.Seen(g.Column).Samples; len(all) > 0 {
			c.Sample = all[0]
		}
		r.Columns = append(r.Columns, c)
	}
}

func (r *reading) fail(t *testing.T, err error) {
	t.Helper()
	var failed *tabular.Failed
	if !errors.As(err, &failed) {
		t.Fatal(err)
	}
	r.Failed = &readingFailure{failed.Code, failed.Message, failed.Row}
}

// write updates a file, and keeps the parts of other tests.
func write(t *testing.T, name string, all map[string]json.RawMessage) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(all); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

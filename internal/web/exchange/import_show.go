package exchange

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/web/ui"
)

// Imports is the list of imports, and the form for a new one.
type Imports struct {
	Path        string
	Page        catalog.Page[importing.Import]
	Collections []catalog.CollectionLink
	Samples     []string
	Form        ui.Form
}

// ImportPath is the page of an import.
func ImportPath(id int64) string { return "/imports/" + ui.Number(id) }

// sampleNames are the programs of the samples; the others have a text.
var sampleNames = map[string]string{"discogs.csv": "Discogs", "goodreads.csv": "Goodreads", "homebox.csv": "Homebox"}

// SampleName is the name of a sample.
func SampleName(f ui.Frame, file string) string {
	switch file {
	case "plain.csv":
		return f.T("imports.sample.plain")
	case "values.csv":
		return f.T("imports.sample.values")
	}
	return sampleNames[file]
}

// targets are the collections that can be imported into.
func (l Imports) targets(f ui.Frame) []ui.Option {
	all := []ui.Option{{Value: "", Label: f.T("imports.target.new")}}
	for _, c := range l.Collections {
		all = append(all, ui.Option{Value: ui.Number(c.ID), Label: strings.TrimSpace(c.Emoji + " " + c.Name)})
	}
	return all
}

// ImportStep is an import at one of its steps.
type ImportStep struct {
	Import     importing.Import
	Collection string // its name
	New        bool   // the collection is made with the import
	Columns    []importing.Header
	Plan       importing.Plan
	Report     importing.Told
	InUse      map[string]int64 // objects made on demand that others use, after reverting
	Progress   importing.Progress
	Failure    importing.Failure
	Look       importing.Preview
	Chosen     bool // with options other than those it was read with
	Unreadable bool // with these options
	Filter     importing.RowFilter
	Rows       catalog.Page[importing.ShownRow]
	Wrong      catalog.Page[importing.ShownRow]           // the first rows with problems
	Cells      map[importing.CellPlace]importing.FileCell // that can be corrected
	Form       ui.Form
}

// ShownProblems is how many rows with problems a plan begins with.
const ShownProblems = 5

// Read decodes the JSON of the database.
func (s *ImportStep) Read() error {
	back := importing.ToldBack{}
	for _, part := range []struct {
		raw json.RawMessage
		to  any
	}{{s.Import.Columns, &s.Columns}, {s.Import.Plan, &s.Plan}, {s.Import.Report, &s.Report}, {s.Import.Report, &back}, {s.Import.Progress, &s.Progress}, {s.Import.Error, &s.Failure}} {
		if len(part.raw) > 0 && string(part.raw) != "null" {
			if err := json.Unmarshal(part.raw, part.to); err != nil {
				return err
			}
		}
	}
	s.InUse = back.InUse
	return nil
}

// Title is the title of the page.
func (s ImportStep) Title(f ui.Frame) string {
	switch s.Import.State {
	case importing.Ready:
		if s.Import.IsArchive() {
			return f.T("archive.in.ready")
		}
	case importing.Planned:
		return f.T("import.plan.title")
	case importing.Applied:
		return f.T("import.report.title")
	case importing.Applying:
		if s.Import.IsArchive() {
			return f.T("archive.in.applying")
		}
		return f.T("import.working.applying", "name", s.Collection)
	}
	return f.T(map[string]string{importing.Uploading: "import.working.uploading", importing.Reading: "import.working.reading", importing.Planning: "import.working.planning",
		importing.Reverting: "import.working.reverting", importing.Stopped: "import.stopped.title", importing.Reverted: "import.reverted.title", importing.Failed: "import.failed.title",
		importing.Cancelled: "import.cancelled.title", importing.Expired: "import.expired.title", importing.Ready: "import.look.title"}[s.Import.State])
}

// CanRevert reports whether the import can still be reverted.
func (s ImportStep) CanRevert(now time.Time) bool {
	until := s.Import.RevertibleUntil
	return (s.Import.State == importing.Applied || s.Import.State == importing.Stopped) && (until == nil || until.After(now))
}

// step is the number of the present step, from 1.
func (s ImportStep) step() int {
	switch s.Import.State {
	case importing.Planning, importing.Planned:
		return 4
	case importing.Uploading, importing.Reading:
		return 1
	case importing.Ready:
		return 2
	}
	return 5
}

// counted is a number of rows, which filters the list.
type counted struct {
	N                 int64
	Label, Icon, Path string
	On, Bad           bool
}

// counts are the counts of a plan, as filters.
func (s ImportStep) counts(f ui.Frame) []counted {
	p := s.Plan
	all := []counted{{N: p.Rows, Label: f.T("import.action.all"), Icon: "layers", Path: ImportPath(s.Import.ID), On: s.Filter == importing.RowFilter{}}}
	for _, c := range []struct {
		n            int64
		action, icon string
	}{{p.Create, "create", "plus"}, {p.Update, "update", "pencil"}, {p.Unchanged, "unchanged", "check"}, {p.Skip, "skip", "x"}, {p.Error, "error", "triangle-alert"}} {
		if c.n > 0 || c.action == "create" {
			all = append(all, counted{c.n, f.T("import.action." + c.action), c.icon, s.filtered("action", c.action), s.Filter.Action == c.action, c.action == "error"})
		}
	}
	return all
}

// outcomes are the counts of a report, as filters.
func (s ImportStep) outcomes(f ui.Frame) []counted {
	r := s.Report
	all := []counted{}
	if s.Import.State != importing.Reverted {
		all = append(all, counted{N: r.Rows, Label: f.T("import.action.all"), Icon: "layers", Path: ImportPath(s.Import.ID), On: s.Filter == importing.RowFilter{}})
	}
	for _, c := range []struct {
		n            int64
		status, icon string
	}{{r.Done, "done", "check"}, {r.Undone, "undone", "rotate-ccw"}, {r.Conflict, "conflict", "triangle-alert"}, {r.Left, "left", "lock"}} {
		if c.n > 0 {
			all = append(all, counted{c.n, f.T("import.status." + c.status), c.icon, s.filtered("status", c.status), s.Filter.Status == c.status, c.status == "conflict"})
		}
	}
	if r.Error > 0 {
		all = append(all, counted{r.Error, f.T("import.action.error"), "triangle-alert", s.filtered("action", "error"), s.Filter.Action == "error", true})
	}
	return all
}

func (s ImportStep) filtered(name, value string) string {
	return ImportPath(s.Import.ID) + "?" + url.Values{name: {value}}.Encode()
}

// next is the address of the next rows.
func (s ImportStep) next() string {
	query := url.Values{"after": {s.Rows.NextAfter}}
	for name, value := range map[string]string{"action": s.Filter.Action, "status": s.Filter.Status, "code": s.Filter.Code} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return ImportPath(s.Import.ID) + "?" + query.Encode()
}

// makes are the kinds of objects that an import creates besides those in the counts, in display order.
var makes = []struct{ kind, text string }{{"items", "items"}, {"copies", "copies"}, {"types", "import.makes.types"}, {"fields", "import.makes.fields"}, {"options", "import.makes.options"},
	{"locations", "import.makes.locations"}, {"categories", "import.makes.categories"}, {"tags", "import.makes.tags"}, {"sets", "import.makes.sets"}, {"series", "import.makes.series"},
	{"conditions", "import.makes.conditions"}}

var firstNumber = regexp.MustCompile(`\d+`)

// fix describes the error of a cell, and its remedy.
func fix(f ui.Frame, i importing.Issue) string {
	_, options, _ := strings.Cut(i.Expected, "one of: ")
	_, example, _ := strings.Cut(i.Expected, ", as ")
	switch i.Code {
	case "bad_option":
		if options == "" {
			return f.T("import.fix.unknown")
		}
		return f.T("import.fix.bad_option", "options", options)
	case "too_long", "too_many_tags", "too_precise", "duplicate_key":
		return f.T("import.fix."+i.Code, "n", firstNumber.FindString(i.Expected))
	case "bad_path":
		return f.T("import.fix.bad_path", "example", "A > B > C")
	case "bad_date", "bad_number", "bad_money":
		if example != "" {
			return f.T("import.fix."+i.Code, "example", example)
		}
	}
	if known := fixes[i.Code]; known != "" {
		return f.T(known)
	}
	return f.T("import.fix.other")
}

// detailed are the codes whose text has a value of the cell in it.
var detailed = []string{"bad_option", "too_long", "too_many_tags", "too_precise", "duplicate_key", "bad_path", "bad_date", "bad_number", "bad_money"}

// codeWords is a code in words: the beginning of what is said about its cells.
func codeWords(f ui.Frame, code string) string {
	said := fix(f, importing.Issue{Code: code})
	if slices.Contains(detailed, code) {
		said = f.T("import.fix." + code)
	}
	if end := strings.IndexAny(said, ".:。："); end > 0 && !strings.Contains(said[:end], "{") {
		return strings.TrimSpace(said[:end])
	}
	return f.T("import.code.other")
}

// fixes are the remedies for the other codes.
var fixes = map[string]string{
	"missing": "import.fix.missing", "bad_text": "import.fix.bad_text", "bad_integer": "import.fix.bad_integer", "out_of_range": "import.fix.out_of_range",
	"bad_rating": "import.fix.bad_rating", "future_date": "import.fix.future_date", "bad_boolean": "import.fix.bad_boolean", "bad_currency": "import.fix.bad_currency",
	"too_many_cells": "import.fix.too_many_cells", "unknown": "import.fix.unknown", "limit_reached": "import.fix.limit_reached",
	"quota": "import.fix.limit_reached", "photo_missing": "import.fix.photo_missing", "photo_bad": "import.fix.photo_bad", "ambiguous_match": "import.fix.ambiguous_match",
	"ambiguous_copy": "import.fix.ambiguous_copy", "conflicting_rows": "import.fix.conflicting_rows", "in_trash": "import.fix.in_trash",
	"other_collection": "import.fix.other_collection", "policy_active": "import.fix.policy_active", "loan_active": "import.fix.loan_active", "copy_state": "import.fix.loan_active",
	"value_too_large": "import.fix.value_too_large", "ambiguous_date": "import.map.days", "urls_not_fetched": "import.map.urls", "loans_not_imported": "import.map.loans",
	"duplicate_name": "import.fix.duplicate_name", "changed_since": "import.fix.changed_since",
}

// failures explain why a file could not be read, or an import stopped.
var failures = map[string]string{
	"unsupported_format": "import.failed.format", "unclosed_quote": "import.failed.quote", "xml_entities": "import.failed.damaged", "empty_file": "import.failed.empty",
	"damaged": "import.failed.damaged", "too_many_rows": "import.failed.large", "too_many_columns": "import.failed.large", "too_many_values": "import.failed.large",
	"too_large": "import.failed.large", "too_deep": "import.failed.damaged", "unsafe_archive": "import.failed.archive", "no_table": "import.failed.archive",
	"several_tables": "import.failed.archive", "rights_lost": "import.failed.rights", "interrupted": "import.failed.interrupted", "refused": "import.failed.refused",
	"archive_damaged": "import.failed.torn", "archive_too_new": "import.failed.newer", "unknown_member": "import.failed.strange", "quota": "import.failed.full",
}

// why explains why an import failed or stopped.
func (s ImportStep) why(f ui.Frame) string {
	if s.Failure.Code == "unclosed_quote" {
		return f.T("import.failed.quote", "n", f.Number(s.Failure.Row))
	}
	if known := failures[s.Failure.Code]; known != "" {
		return f.T(known)
	}
	return f.T("import.failed.other")
}

// columnName is the label of an import column.
func columnName(f ui.Frame, key string) string {
	if _, name, ok := strings.Cut(key, "]:"); ok && strings.HasPrefix(key, "field[") {
		if _, name, ok = strings.Cut(name, "/"); ok {
			return strings.NewReplacer(`\/`, "/", `\#`, "#", `\\`, `\`).Replace(name)
		}
	}
	return f.T("column." + key)
}

// timeLeft estimates the remaining time.
func timeLeft(f ui.Frame, p importing.Progress) string {
	switch n := p.RemainingSeconds; {
	case n == nil:
		return ""
	case *n < 90:
		return f.N("import.progress.seconds", max(*n, 1))
	default:
		return f.N("import.progress.minutes", (*n+30)/60)
	}
}

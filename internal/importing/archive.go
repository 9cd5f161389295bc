package importing

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/fault"
	"vitrine/internal/portable"
	"vitrine/internal/tabular"
)

// IsArchive reports whether it is of an archive, which is for owners.
func (i Import) IsArchive() bool {
	return i.Format != nil && *i.Format == tabular.Archive || i.Format == nil && i.Asked.Format == tabular.Archive
}

// IsForOwners reports whether it is of an archive, or too large for anything else.
func (in NewImport) IsForOwners(size int64) bool {
	return in.Asked.Format == tabular.Archive || size > MaxUpload
}

// ErrSize refuses a file that is too large for anything but an archive.
var ErrSize = fault.On("size", "The size must be between 1 byte and %d MiB.", MaxUpload>>20)

// Line is an object of an archive.
type Line struct {
	Row  int64 // the order in which lines are written
	Line int64 // of its part
	Part string
	UUID string // empty if the part has none
	Text []byte
}

// Present is what the account has that a line means.
type Present struct {
	ID     int64
	Text   []byte // its line; nil if there is none
	ByName bool   // it has another uuid, and the same name
	Trash  string // the entry in the trash that has it
}

// UUID is that of what is there.
func (p Present) UUID() string {
	if text := plainText(membersOf(p.Text)["uuid"]); text != nil {
		return *text
	}
	return ""
}

// LinePlan is what a line does.
type LinePlan struct {
	Line
	Present Present
	Action  string
	Changes []Change
	Issues  []Issue
}

// What happens to an object that is there and differs.
const (
	KeepPresent   = "keep"
	UpdatePresent = "update"
)

// LinePlanner plans lines of an archive.
type LinePlanner struct {
	Differs string // keep or update
	Empty   bool   // the account has no collection
	Renamed Renamed
	Fields  *LineFields // nil: values are not compared with their fields
}

// Plan tells what a line does, given what is there.
func (p LinePlanner) Plan(line Line, present Present) LinePlan {
	out := LinePlan{Line: line, Present: present}
	part := portable.PartNamed(line.Part)
	wanted := p.Renamed.in(part, line.Text)
	switch {
	case present.Trash != "":
		out.refuse("in_trash", "an object that is not in the trash", present.Trash)
	case present.Text == nil:
		out.Action = "create"
		out.Issues = lineRules(part, line.Text)
	default:
		out.Changes = Differences(part, present.Text, wanted, present.ByName)
		out.Action = p.differing(part, len(out.Changes) > 0)
		if out.Action == "update" || part.Name == accountPart && out.Action == "create" {
			out.Issues = tolerated(lineRules(part, line.Text), part, present.Text, out.Changes)
		}
	}
	if len(errorsOf(out.Issues)) > 0 {
		out.Action, out.Changes = "error", nil
	} else {
		out.Issues = append(out.Issues, p.Fields.unfit(&out)...)
	}
	p.Fields.note(&out)
	return out
}

// errorsOf are the codes of the issues for which a line is left out.
func errorsOf(issues []Issue) []string {
	codes := []string{}
	for _, issue := range issues {
		if issue.Level == "error" {
			codes = append(codes, issue.Code)
		}
	}
	return codes
}

// accountPart is the settings, which a new account takes over.
const accountPart = "account"

func (p LinePlanner) differing(part portable.Part, differs bool) string {
	switch {
	case !differs:
		return "unchanged"
	case part.Name == accountPart && p.Empty:
		return "create"
	case part.Name != accountPart && p.Differs == UpdatePresent:
		return "update"
	}
	return "skip"
}

func (d *LinePlan) refuse(code, expected, found string) {
	issue := Issue{Code: code, Level: "error", Expected: expected, Found: beginning(found)}
	issue.Message = sentence(issue)
	d.Issues = append(d.Issues, issue)
}

// Digest tells plans of a line apart.
func (d *LinePlan) Digest() []byte {
	text, err := json.Marshal([]any{d.Row, d.Action, d.UUID, d.Present.ByName, d.Changes, errorsOf(d.Issues)})
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	sum := sha256.Sum256(text)
	return sum[:]
}

// named are the members that an object is called by.
var named = []string{"name", "title", "identifier", "filename", "location_name", "provider", "party", "key", "type"}

// Name is what the object of a line is called.
func (l Line) Name() string {
	values := membersOf(l.Text)
	for _, name := range named {
		if text := plainText(values[name]); text != nil && *text != "" {
			return beginning(*text)
		}
	}
	return l.UUID
}

// Subject is the item or copy of a line; nil if it is neither.
func (d *LinePlan) Subject(part string) *Subject {
	if d.Part != part {
		return nil
	}
	s := &Subject{Name: d.Name(), Action: d.Action}
	if d.Action == "skip" || d.Action == "error" {
		s.Action = "unchanged"
	}
	if d.UUID != "" {
		s.UUID = &d.UUID
	}
	return s
}

// AddLine counts a line.
func (p *Plan) AddLine(d *LinePlan) {
	p.Rows++
	*map[string]*int64{"create": &p.Create, "update": &p.Update, "unchanged": &p.Unchanged, "skip": &p.Skip, "error": &p.Error}[d.Action]++
	for _, issue := range d.Issues {
		p.Codes[issue.Code]++
		if issue.Level == "warning" {
			p.Warnings++
		}
	}
	p.sum.Write(d.Digest())
	if d.Action == "create" {
		p.make(d.Part, d.Name())
	}
}

// Renamed are the uuids of tags and conditions that were found by their names, by those of
// the archive.
type Renamed map[string]string

// IsFoundByName reports whether objects of a part are also found by their folded names.
func IsFoundByName(part string) bool { return part == "tags" || part == "item_conditions" }

// in is a line with the uuids that the account has.
func (r Renamed) in(p portable.Part, text []byte) []byte {
	if len(r) == 0 || !slices.ContainsFunc(p.Members, func(m portable.Member) bool { return IsFoundByName(m.To) }) {
		return text
	}
	values, changed := membersOf(text), false
	for _, m := range p.Members {
		if !IsFoundByName(m.To) {
			continue
		}
		names := m.References(values[m.Name])
		for i, name := range names {
			if to, ok := r[name]; ok {
				names[i], changed = to, true
			}
		}
		slices.Sort(names)
		names = slices.Compact(names)
		switch {
		case m.Kind == portable.Several:
			values[m.Name] = encodedTexts(names)
		case len(names) == 1:
			values[m.Name], _ = jsontext.AppendQuote(nil, names[0])
		}
	}
	if !changed {
		return text
	}
	return lineOf(values)
}

// In is a line with the uuids that the account has.
func (r Renamed) In(l Line) Line {
	l.Text = r.in(portable.PartNamed(l.Part), l.Text)
	return l
}

func encodedTexts(texts []string) jsontext.Value {
	if texts == nil {
		texts = []string{}
	}
	text, _ := json.Marshal(texts) // texts always encode
	return text
}

// membersOf reads a line that was verified.
func membersOf(text []byte) (values map[string]jsontext.Value) {
	var raw map[string]json.RawMessage
	_ = json.Unmarshal(text, &raw)
	values = make(map[string]jsontext.Value, len(raw))
	for name, v := range raw {
		values[name] = jsontext.Value(v)
	}
	return values
}

// lineOf writes members as a line.
func lineOf(values map[string]jsontext.Value) []byte {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, name := range slices.Sorted(keysOf(values)) {
		if i > 0 {
			out.WriteByte(',')
		}
		quoted, _ := jsontext.AppendQuote(nil, name)
		out.Write(quoted)
		out.WriteByte(':')
		out.Write(values[name])
	}
	out.WriteByte('}')
	line, err := portable.Canonical(out.Bytes())
	if err != nil {
		panic(err) // its members are JSON
	}
	return line
}

func keysOf(values map[string]jsontext.Value) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range values {
			if !yield(name) {
				return
			}
		}
	}
}

package importing

import (
	"crypto/sha256"
	"encoding/json"
	"strconv"

	"vitrine/internal/tabular"
)

// RowPlan is what a row does.
type RowPlan struct {
	Row, Line, Nth int64
	Follows        bool
	Action         string // create, update, unchanged, skip, error
	Item, Copy     *Subject
	Changes        []Change
	Issues         []Issue
	Write          Write
	Group          *Group
	Collection     *Collection

	groupKey string
	copyKeys []string
	copy     *Copy // that is there already
	target   [2]string
	used     []int64         // of what is not there yet
	photos   map[string]bool // by hash
}

// First is the row that makes or finds the item, nil if it is this one.
func (d *RowPlan) First() *int64 {
	if !d.Follows || d.Group == nil {
		return nil
	}
	return &d.Group.Row
}

// Digest tells plans of a row apart: what it does, to what, and what is wrong.
func (d *RowPlan) Digest() []byte {
	codes := make([]string, len(d.Issues))
	for i, issue := range d.Issues {
		codes[i] = issue.Code
	}
	text, err := json.Marshal([]any{d.Row, d.Action, d.target, d.Changes, codes})
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	sum := sha256.Sum256(text)
	return sum[:]
}

// rowPlanner is a row that is being planned.
type rowPlanner struct {
	p     *Planner
	row   Row
	found *Found
	out   RowPlan
}

// Plan tells what a row does, given what was found of its lookup.
func (p *Planner) Plan(row Row, found *Found) *RowPlan {
	r := &rowPlanner{p: p, row: row, found: found, out: RowPlan{Row: row.Row, Line: row.Line, Nth: row.Nth, Follows: row.Follows}}
	r.out.Issues = append(r.out.Issues, row.Flaws...)
	if p.skip[row.Row] {
		r.out.Action, r.out.Issues = "skip", nil
		return &r.out
	}
	p.Structure.used = nil
	r.plan()
	r.out.used = p.Structure.used
	return &r.out
}

func (r *rowPlanner) plan() {
	r.warn()
	var item *Item
	ok := r.findCollection()
	if ok {
		item, ok = r.findItem()
		r.out.Collection = r.p.Structure.Collection
	}
	if ok {
		r.planItem(item)
		r.planCopy(item)
		r.planPhotos(item)
	}
	switch {
	case r.failed():
		r.out.Action, r.out.Write, r.out.Changes = "error", Write{}, nil
	case r.out.Write.Item != nil && r.out.Write.Item.ID == 0 || r.out.Write.Copy != nil && r.out.Write.Copy.ID == 0:
		r.out.Action = "create"
	case len(r.out.Changes) > 0:
		r.out.Action = "update"
	default:
		r.out.Action = "unchanged"
	}
}

// warn tells what is left out of a row.
func (r *rowPlanner) warn() {
	for i := range r.p.columns {
		s := &r.p.columns[i]
		if s.Warning == "" || r.at(s).text == "" {
			continue
		}
		r.add(s, "warning", s.Warning, warnings[s.Warning], r.at(s).text)
	}
}

var warnings = map[string]string{
	"ambiguous_date":     "a day that can be read only one way",
	"urls_not_fetched":   "no address: photos are not fetched",
	"loans_not_imported": "nothing: loans are not imported",
}

// cellText is a cell of the row, with what it is to become.
type cellText struct {
	text string
	kind byte
	src  *source
	set  bool // it is to be written: it says something, or empties
}

// at reads the cell of a source, or what stands for an empty one.
func (r *rowPlanner) at(s *source) cellText {
	c := cellText{src: s, kind: TextCell}
	if s.index >= 0 && s.index < len(r.row.Cells) {
		c.text = r.row.Cells[s.index]
		if s.index < len(r.row.Kinds) {
			c.kind = r.row.Kinds[s.index]
		}
	}
	c.text = CellText(c.text)
	if s.zeroEmpty && isZero(c.text) {
		c.text = ""
	}
	if c.text == "" {
		c.text = s.Default
	}
	c.set = c.text != "" || r.p.Mapping.Options.Empty == "clear"
	return c
}

// get reads the cell of a target.
func (r *rowPlanner) get(name string) cellText {
	for _, s := range r.p.byTarget[name] {
		return r.at(s)
	}
	return cellText{}
}

func (r *rowPlanner) text(name string) string { return r.get(name).text }

// add notes what is wrong with a cell, or with the row if there is no source.
func (r *rowPlanner) add(s *source, level, code, expected, found string) {
	issue := Issue{Code: code, Level: level, Expected: expected, Found: beginning(found)}
	issue.Message = sentence(issue)
	if s != nil {
		issue.Column = &s.title
		if s.index >= 0 {
			issue.Cell = new(tabular.CellName(s.index+1, int(r.row.Row)))
		}
	}
	r.out.Issues = append(r.out.Issues, issue)
}

func (r *rowPlanner) wrong(s *source, code, expected, found string) {
	r.add(s, "error", code, expected, found)
}

func (r *rowPlanner) failed() bool {
	for _, issue := range r.out.Issues {
		if issue.Level == "error" {
			return true
		}
	}
	return false
}

// change notes that a value becomes another, and reports whether it does.
func (r *rowPlanner) change(field, from, to string) bool {
	if from == to {
		return false
	}
	r.out.Changes = append(r.out.Changes, Change{field, orNil(from), orNil(to)})
	return true
}

// sentence says an issue in English.
func sentence(i Issue) string {
	switch {
	case i.Found == "" && i.Expected != "":
		return "Expected " + i.Expected + "."
	case i.Expected != "":
		return "Expected " + i.Expected + ", found " + strconv.Quote(i.Found) + "."
	}
	return i.Code + "."
}

package importing

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// Plan is what an import does, counted.
type Plan struct {
	Number    int64            `json:"number"`
	Rows      int64            `json:"rows"`
	Blank     int64            `json:"blank"`
	Create    int64            `json:"create"`
	Update    int64            `json:"update"`
	Unchanged int64            `json:"unchanged"`
	Skip      int64            `json:"skip"`
	Error     int64            `json:"error"`
	Warnings  int64            `json:"warnings"`
	Codes     map[string]int64 `json:"codes"`
	Makes     map[string]Made  `json:"makes"`
	Differs   *int64           `json:"differs,omitempty"` // rows, from the plan before
	Digest    string           `json:"digest"`

	sum hash.Hash
}

// Made is what is made of a kind.
type Made struct {
	Count int64    `json:"count"`
	Names []string `json:"names"`
}

const mostNames = 100

// NewPlan begins to count.
func NewPlan(number, blank int64) *Plan {
	return &Plan{Number: number, Blank: blank, Codes: map[string]int64{}, Makes: map[string]Made{}, sum: sha256.New()}
}

// Add counts a row.
func (p *Plan) Add(d *RowPlan) {
	p.Rows++
	*map[string]*int64{"create": &p.Create, "update": &p.Update, "unchanged": &p.Unchanged, "skip": &p.Skip, "error": &p.Error}[d.Action]++
	for _, issue := range d.Issues {
		p.Codes[issue.Code]++
		if issue.Level == "warning" {
			p.Warnings++
		}
	}
	p.sum.Write(d.Digest())
	for what, subject := range map[string]*Subject{"items": d.Item, "copies": d.Copy} {
		if subject != nil && subject.Action == "create" && d.Action == "create" {
			p.make(what, subject.Name)
		}
	}
}

// End adds what is made on demand, and seals the plan.
func (p *Plan) End(demands []Demand) {
	for _, d := range demands {
		p.sum.Write([]byte(d.Kind + "\x00" + d.Name() + "\x00"))
		if d.In != nil {
			p.sum.Write([]byte(d.In.UUID + "\x00" + d.In.Name + "\x00"))
		}
		if d.Kind != "links" {
			p.make(d.Kind, d.Name())
		}
	}
	p.Digest = hex.EncodeToString(p.sum.Sum(nil))
}

func (p *Plan) make(kind, name string) {
	m := p.Makes[kind]
	if m.Count++; len(m.Names) < mostNames {
		m.Names = append(m.Names, name)
	}
	p.Makes[kind] = m
}

// Report is what came of an import. What is not told by the rows is added at the end.
type Report struct {
	Rows      int64            `json:"rows"`
	Done      int64            `json:"done"`
	Create    int64            `json:"create"`
	Update    int64            `json:"update"`
	Unchanged int64            `json:"unchanged"`
	Skip      int64            `json:"skip"`
	Error     int64            `json:"error"`
	Conflict  int64            `json:"conflict"`
	Left      int64            `json:"left"`
	Undone    int64            `json:"undone"`
	Made      map[string]int64 `json:"made"`
}

// Told is a report with the times of the import.
type Told struct {
	Report
	Times
}

// Times are when an import was carried out.
type Times struct {
	BeganAt   int64   `json:"began_at"`
	EndedAt   int64   `json:"ended_at"`
	Seconds   float64 `json:"seconds"`
	PerSecond int64   `json:"per_second"`
}

package importing

import (
	"errors"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/tabular/own"
)

// Proposal is a new item, or changes of one, that wait for a member to accept them.
type Proposal struct {
	ID                       int64
	UUID                     string
	Kind, Origin, State      string
	CollectionID             int64
	ItemID, CopyID           *int64
	ItemUUID, CopyUUID       *string // nil if there is none, or none any more
	Title                    string
	Message, Reason          *string
	MadeBy                   *int64
	MadeByName               string
	KeyName                  *string // of the key that made it
	ExpiresAt                time.Time
	DecidedAt                *time.Time
	DecidedByName            *string
	ImportID                 *int64
	CreatedAt, UpdatedAt     time.Time
	Changes                  []ProposedChange
	CollectionName, ItemName *string
}

// ProposedChange is a value that a proposal gives to a field.
type ProposedChange struct {
	ID         int64   `json:"id"`
	Field      string  `json:"field"` // a column of a table that can be imported
	Was        string  `json:"was"`   // when the proposal was made
	To         string  `json:"value"`
	URL        *string `json:"url"`
	Confidence string  `json:"confidence"`
	State      string  `json:"state"`

	Now      string `json:"-"` // the present value
	Replaces string `json:"-"` // nothing, typed
	Outdated bool   `json:"-"` // the field is not what it was
	Ticked   bool   `json:"-"` // it is taken unless somebody says otherwise
}

// What proposals are, and how sure their values.
var (
	ProposalKinds   = []string{ToCreate, ToUpdate}
	ProposalOrigins = []string{"lookup", "enrichment", "photo", "price", "member", "key", "guest"}
	ProposalStates  = []string{OpenProposal, AcceptedProposal, RefusedProposal, ExpiredProposal}
	confidences     = []string{"low", "medium", "high"}
)

// Kinds of proposals, and states of them and of their changes.
const (
	ToCreate         = "create"
	ToUpdate         = "update"
	OpenProposal     = "open"
	AcceptedProposal = "accepted"
	RefusedProposal  = "refused"
	ExpiredProposal  = "expired" // it has waited too long
)

// Limits of proposals.
const (
	MaxProposedChanges = 200
	MaxOpenProposals   = 10_000 // of an account
	MaxOwnProposals    = 500    // of a user, among them
	maxProposedText    = 5000
	maxProposalURL     = 2000
	ProposalDays       = 90 // that one waits
)

// Choice says which changes of a proposal are taken.
type Choice struct {
	All        bool
	IDs        []int64 // nil is those that are ticked, unless all are taken
	RefuseRest bool
	Reason     *string
}

// Takes reports whether a change that waits is taken. Those that replace what somebody typed, or that
// are outdated, must be named.
func (c Choice) Takes(change ProposedChange) bool {
	switch {
	case change.State != OpenProposal:
		return false
	case c.IDs != nil:
		return slices.Contains(c.IDs, change.ID)
	case c.All:
		return change.Replaces == "nothing" && !change.Outdated
	}
	return change.Ticked
}

// Review compares the changes of a proposal with the item that it is about; nil if there is none.
func (p *Planner) Review(proposal *Proposal, item *Item) {
	var held *Copy
	if item != nil && proposal.CopyID != nil {
		for _, c := range item.Copies {
			if c.ID == *proposal.CopyID {
				held = c
			}
		}
	}
	for i := range proposal.Changes {
		c := &proposal.Changes[i]
		if item != nil {
			c.Now = p.present(item, held, c.Field)
		}
		c.Replaces = "nothing"
		if c.Now != "" {
			c.Replaces = "typed"
		}
		c.Outdated = c.State == OpenProposal && c.Now != c.Was
		c.Ticked = c.State == OpenProposal && c.Replaces == "nothing" && !c.Outdated && c.Confidence != "low"
	}
}

// Suggestable are the fields of an item that a form offers, with their present values: its name, its
// description, and those of its type.
func (p *Planner) Suggestable(proposal *Proposal, item *Item) (fields []catalog.CustomField) {
	columns := []string{"item_name", "description"}
	if t := p.Structure.typeByID(item.CollectionTypeID); t != nil {
		fields = t.Fields
		for i := range t.Fields {
			f := &t.Fields[i]
			columns = append(columns, own.Field{Kind: f.FieldType, Type: t.Name, Name: f.Name, Nth: t.nth(f)}.Header())
		}
	}
	for _, column := range columns {
		proposal.Changes = append(proposal.Changes, ProposedChange{Field: column, State: OpenProposal})
	}
	p.Review(proposal, item)
	return fields
}

// Proposed is the table of a proposal: a row of the changes that are taken, and which item and copy
// they are for. Nothing is made on demand but what the row is.
func Proposed(proposal Proposal, takes func(ProposedChange) bool) ([]Header, Mapping, Row) {
	var headers []Header
	row := Row{Row: 1, Line: 1}
	m := Mapping{Match: Match{Items: "uuid"}, Options: plain}
	add := func(to, text string) {
		number := int64(len(headers) + 1)
		headers = append(headers, Header{Number: number, Name: to})
		m.Columns = append(m.Columns, Column{Column: &number, To: to})
		row.Cells = append(row.Cells, text)
	}
	if proposal.ItemUUID != nil {
		add("item_uuid", *proposal.ItemUUID)
	}
	if proposal.CopyUUID != nil {
		add("copy_uuid", *proposal.CopyUUID)
	}
	for _, c := range proposal.Changes {
		if takes(c) {
			add(c.Field, c.To)
		}
	}
	return headers, m, row
}

// ProposalFilter limits the list of proposals.
type ProposalFilter struct {
	State, Origin        string
	CollectionID, ItemID *int64
}

// Refusal is why a proposal is refused.
type Refusal struct{ Reason *string }

func (in *Refusal) Validate() error {
	var e fault.Invalid
	if in.Reason != nil {
		e.Max("reason", *in.Reason, catalog.MaxDescription)
	}
	return e.Err()
}

// Validate checks a choice without the proposal.
func (c *Choice) Validate() error {
	refusal := Refusal{c.Reason}
	return refusal.Validate()
}

// ErrDecided means that a proposal does not wait any more.
var ErrDecided = errors.New("the proposal was decided already")

// What imports are of. FromProposals is the format and the source of those that are accepted proposals.
const (
	OfFiles       = "file"
	FromProposals = "proposals"
	OfAll         = "all"
)

// ImportKinds are what the list of imports can be limited to.
var ImportKinds = []string{OfFiles, FromProposals, OfAll}

// TakenChange is an accepted change of an item: where the value comes from, while it is that value.
type TakenChange struct {
	ItemID, CollectionID int64
	Field, Value         string
	URL                  *string
	Origin, MadeByName   string
	KeyName              *string
	TakenAt              time.Time
	TakenBy              string
}

// Source is the name of whoever or whatever the value comes from.
func (t TakenChange) Source() string {
	if t.KeyName != nil {
		return *t.KeyName
	}
	return t.MadeByName
}

// IsProposable reports whether a proposal may give a value to a column.
func IsProposable(column string) bool {
	t, ok := parseTarget(Column{To: column})
	return ok && t.proposable()
}

// Package importing plans what a table does to a collection: which rows make, change or
// leave items and copies, what they need that is not there, and what is wrong with their
// cells. It is handed what the account has and returns what to write. No I/O.
package importing

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"vitrine/internal/catalog"
)

// Import is a file on its way into a collection.
type Import struct {
	ID                   int64
	UserID               *int64 // who started it; nil when they are gone
	UserName             string
	Locale               string // of them, at the start
	Name                 string
	SHA256               string
	Size                 int64
	Received             int64 // bytes of an upload in parts
	Format               *string
	Profile              *string
	Source               string
	State                string
	CollectionID         *int64
	NewCollection        json.RawMessage // to be made at apply
	Error                json.RawMessage
	Asked                Asked
	Options              json.RawMessage
	Columns              json.RawMessage
	Guessed              *Mapping
	Mapping              *Mapping
	Blank                int64
	Plan                 json.RawMessage
	PlanNumber           int64
	SkipErrors           bool
	Checked              bool
	TakenBack            bool // somebody has begun to
	NextRow              int64
	Report               json.RawMessage
	Progress             json.RawMessage
	BeganAt              *time.Time
	ExpiresAt            *time.Time
	RevertibleUntil      *time.Time
	CreatedAt, UpdatedAt time.Time
}

// States of an import.
const (
	Uploading = "uploading"
	Reading   = "reading"
	Ready     = "ready"
	Planning  = "planning"
	Planned   = "planned"
	Applying  = "applying"
	Stopped   = "stopped"
	Applied   = "applied"
	Reverting = "reverting"
	Reverted  = "reverted"
	Failed    = "failed"
	Cancelled = "cancelled"
	Expired   = "expired"
)

// Working are the states in which a job works on an import; an account has one.
var Working = []string{Reading, Planning, Applying, Reverting}

// IsWorking reports whether a job works on it.
func (i Import) IsWorking() bool { return slices.Contains(Working, i.State) }

// CollectionToMake is the one that an import is to make, nil if there is none.
func (i Import) CollectionToMake() *catalog.CollectionInput {
	if i.CollectionID != nil || len(i.NewCollection) == 0 {
		return nil
	}
	var in catalog.CollectionInput
	if json.Unmarshal(i.NewCollection, &in) != nil {
		return nil
	}
	return &in
}

// Busy refuses a second working import of an account.
type Busy struct{ ID int64 }

func (b Busy) Error() string { return fmt.Sprintf("the import %d is under way", b.ID) }

// Gap refuses a part of a file that does not follow what was received.
type Gap struct{ Received int64 }

func (g Gap) Error() string { return fmt.Sprintf("%d bytes have come so far", g.Received) }

// Asked is what an upload said of its file.
type Asked struct {
	Format  string  `json:"format,omitempty"`
	Profile string  `json:"profile,omitempty"`
	Options Options `json:"options"`
	Mapped  bool    `json:"mapped,omitempty"` // a mapping was sent while it was read
}

// NewImport is what an upload says.
type NewImport struct {
	Name          string
	Source        string
	CollectionID  *int64
	NewCollection json.RawMessage
	Asked         Asked
}

// Apply is the plan to carry out.
type Apply struct {
	Plan       int64
	SkipErrors bool
}

// Failure is why an import failed or stopped.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Row     int64  `json:"row,omitempty"`
}

// Progress tells how far a job has come.
type Progress struct {
	Phase            string `json:"phase"`
	Unit             string `json:"unit"`
	Done             int64  `json:"done"`
	Total            int64  `json:"total"`
	Percent          int64  `json:"percent"` // 100 only at the end
	PerSecond        int64  `json:"per_second"`
	RemainingSeconds *int64 `json:"remaining_seconds"`
}

// Limits of an account.
const (
	MaxUnfinished = 20
	MaxUpload     = 200 << 20
	MaxPart       = 16 << 20
	ChunkRows     = 500
)

// How long an import is kept without a step, and after its end can be reverted.
const (
	KeptDays       = 7
	RevertibleDays = 30
)

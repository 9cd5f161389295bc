package catalog

import (
	"encoding/json"
	"fmt"
	"time"
)

// Kinds of exports.
const (
	ExportList    = "list"
	ExportArchive = "archive"
	ExportPack    = "insurance_pack"
)

// States of exports.
const (
	ExportWaiting = "waiting"
	ExportWorking = "working"
	ExportDone    = "done"
	ExportFailed  = "failed"
	ExportExpired = "expired"
)

// How many exports with a file an account has at most.
const (
	MaxListsKept    = 100
	MaxArchivesKept = 3 // and packs
)

// ExportFile is a file that a job makes of an account.
type ExportFile struct {
	ID       int64
	UserID   *int64 // who requested it; nil when they are gone
	UserName string
	Kind     string
	Name     string // of the file
	MimeType string
	State    string
	Asked    json.RawMessage // the request as it was sent
	Work     json.RawMessage // the input of the job
	Size     *int64
	SHA256   *string
	Rows     *int64
	Progress json.RawMessage
	Error    json.RawMessage

	ExpiresAt            *time.Time
	CreatedAt, UpdatedAt time.Time
}

// IsWorking reports whether the state will change by itself.
func (e ExportFile) IsWorking() bool { return e.State == ExportWaiting || e.State == ExportWorking }

// NewExport is a request for an export.
type NewExport struct {
	Kind, Name, MimeType string
	Asked, Work          json.RawMessage
}

// Made is a finished file in the store.
type Made struct {
	Stored
	Rows         int64
	Verification *Verification // nil if nobody can verify it
}

// Verification is the data that holders of a pack compare it with. It has no names and no values.
type Verification struct {
	CodeHash []byte
	MadeAt   time.Time
	Copies   int64
	Entries  []VerifiedEntry
}

// VerifiedEntry is a file of a pack.
type VerifiedEntry struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"` // in hex
}

// ExportUnderWay refuses a second archive or pack while one of the user is being made.
type ExportUnderWay struct{ ID int64 }

func (e ExportUnderWay) Error() string { return fmt.Sprintf("the export %d is under way", e.ID) }

package catalog

import (
	"encoding/json"
	"time"
)

// TimelineEntry is a record of a copy as its timeline tells it.
type TimelineEntry struct {
	ID            string // of the source; that of a return ends with -return
	CopyID        int64
	SourceType    string
	SourceID      int64
	Title         string
	Summary       *string
	Date          *time.Time
	DatePrecision string
	Amount        *int64
	CurrencyCode  *string
	Meaningful    bool
}

// TimelineTypes are the kinds of records that a timeline tells of.
var TimelineTypes = []string{"transaction", "provenance", "valuation", "insurance", "maintenance", "loan", "location", "document"}

// TimelineFilter selects the entries of a timeline.
type TimelineFilter struct {
	Types    []string // nil is all
	Complete bool     // includes entries that are not meaningful
}

// ItemLog is a log entry about an item or something below it, and what it changed.
type ItemLog struct {
	Log
	UserID     int64
	ObjectType string
	ObjectID   int64
	Changes    json.RawMessage
	RequestID  *string
	BatchIndex *int64
	ImportID   *int64
}

// LogFilter selects the entries of a list.
type LogFilter struct {
	Action string
	UserID *int64
}

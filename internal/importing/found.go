package importing

import (
	"vitrine/internal/catalog"
)

// Lookup is what some rows may mean of what is there.
type Lookup struct {
	Collections          []int64 // that they may be in
	Source               string
	ItemUUIDs, CopyUUIDs []string
	CollectionUUIDs      []string // that are not there
	ItemKeys, CopyKeys   []string
	Names                []string // folded
	FieldID              *int64
	Values               []string // of the field, as JSON
}

// Found is what is there.
type Found struct {
	Items    map[int64]*Item
	ByUUID   map[string]int64
	ByKey    map[string][]int64
	ByName   map[string][]int64
	ByValue  map[string][]int64
	CopyItem map[string]int64   // the item of a copy, by the uuid of the copy
	KeyItem  map[string][]int64 // by the key of the copy
	Trashed  map[string]string  // entries of the trash by uuid
}

// Item is an item with its copies.
type Item struct {
	catalog.Item
	Made   bool            // by this import
	Photos map[string]bool // by hash
	Copies []*Copy
}

// Copy is a copy with the records that a row shows.
type Copy struct {
	catalog.Copy
	Key       string // by which this source knows it
	Made      bool   // by this import
	Claimed   bool   // an earlier row of this import wrote it
	Purchase  *catalog.Transaction
	Valuation *catalog.Valuation
	Insurance []catalog.InsuranceRecord // active, the oldest first
}

// Row is a row as it was staged.
type Row struct {
	Row, Line int64
	Cells     []string
	Kinds     string // a letter for each cell whose kind the format tells
	Flaws     []Issue
	Nth       int64 // row of its item in the file, from 1; 0 if it was not planned yet
	Follows   bool  // an earlier row carries the item
	First     int64 // that row
}

// Kinds of cells that a format tells.
const (
	TextCell    = 't'
	NumberCell  = 'n'
	DayCell     = 'd'
	BooleanCell = 'b'
)

// Header is a column of the staged table.
type Header struct {
	Number  int64    `json:"number"`
	Name    string   `json:"name"`
	Samples []string `json:"samples"`
	Guess   Guess    `json:"guess"`
	Decimal string   `json:"decimal,omitempty"` // where the cells tell
	Days    []string `json:"days,omitempty"`    // the formats that fit all cells
}

// Guess is what a column seems to be.
type Guess struct {
	To        string  `json:"to"`
	Kind      *string `json:"kind"`
	Format    *string `json:"format"`
	Ambiguous bool    `json:"ambiguous"`
}

// Issue is what is wrong with a cell, or odd.
type Issue struct {
	Column   *string `json:"column"`
	Cell     *string `json:"cell"`
	Code     string  `json:"code"`
	Level    string  `json:"level"` // error, warning
	Expected string  `json:"expected"`
	Found    string  `json:"found"`
	Message  string  `json:"message"`
}

// Change is a value that a row writes, in the form of a cell; null is none.
type Change struct {
	Field string  `json:"field"`
	From  *string `json:"from"`
	To    *string `json:"to"`
}

// Subject is the item or copy of a row.
type Subject struct {
	UUID   *string `json:"uuid"`
	Name   string  `json:"name"`
	Action string  `json:"action"`
}

// ShownRow is a row as the API shows it.
type ShownRow struct {
	ID, Row, Line int64
	Part          *string // of an archive
	Title         string  // of the object of its line
	Action        string
	Status        *string
	Item, Copy    *Subject
	Changes       []Change
	Issues        []Issue
}

// RowFilter selects rows; what is empty selects all.
type RowFilter struct{ Action, Status, Code, Column string }

// What rows are filtered by.
var (
	Actions  = []string{"create", "update", "unchanged", "skip", "error"}
	Statuses = []string{"done", "conflict", "left", "undone"}
)

// Undo is what a row made of records of a copy, and which one it changed.
type Undo struct {
	PurchaseID    *int64  `json:"purchase_id,omitempty"`
	PurchaseMade  bool    `json:"purchase_made,omitempty"`
	ValuationID   *int64  `json:"valuation_id,omitempty"`
	InsuranceID   *int64  `json:"insurance_id,omitempty"`
	InsuranceMade bool    `json:"insurance_made,omitempty"`
	PhotoIDs      []int64 `json:"photo_ids,omitempty"`
}

// Key is what an item or a copy is called where it came from.
type Key struct {
	Key    string `json:"key"`
	ItemID int64  `json:"item_id"`
	CopyID *int64 `json:"copy_id"`
}

// KnownKey is a key as it is shown.
type KnownKey struct {
	Source, Key string
	CopyID      *int64
}

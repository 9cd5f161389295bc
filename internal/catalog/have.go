package catalog

import (
	"strconv"
	"strings"
	"time"

	"vitrine/internal/code"
	"vitrine/internal/fault"
)

const (
	maxMatches    = 20
	maxSiblings   = 5
	CopiesOfMatch = 5
)

// HaveInput asks whether somebody has a thing, by its code or by words.
type HaveInput struct {
	Code, Query string
	Base        string // of the addresses on labels
}

// Validate wants either a code or words.
func (in *HaveInput) Validate() error {
	var e fault.Invalid
	in.Code, in.Query = strings.TrimSpace(in.Code), strings.TrimSpace(in.Query)
	switch {
	case in.Code == "" && in.Query == "":
		e.Addf("code", "The %s field is required.")
	case in.Code != "" && in.Query != "":
		e.Add("q", "Ask for a code or for words, not for both.")
	}
	e.Max("code", in.Code, MaxName)
	e.Max("q", in.Query, MaxName)
	return e.Err()
}

// Text is what was asked.
func (in HaveInput) Text() string { return in.Code + in.Query }

// Read is the code that was asked for; words have none.
func (in HaveInput) Read() code.Code { return code.Read(in.Code) }

// LabelledCopy is the copy whose label has the text, or 0.
func LabelledCopy(base, text string) int64 {
	path, ours := strings.CutPrefix(text, base+"/copies/")
	if !ours {
		return 0
	}
	id, _ := strconv.ParseInt(path, 10, 64)
	return max(id, 0)
}

// Ways in which a match was found, the surest first.
const (
	ByLabel      = "label"
	ByIdentifier = "identifier"
	ByCode       = "code"
	ByItsName    = "name"
)

// Have is what somebody has of a thing that was asked for.
type Have struct {
	Code     code.Code
	Matches  []Match
	Siblings []Match // the same code with other digits beside it, such as other issues of a series
}

// Match is an item that may be the thing.
type Match struct {
	By             string
	ItemID         int64
	Name           string
	CollectionID   int64
	CollectionName string
	PhotoID        *int64
	Wish
	Quantity    int64 // of the pieces that are held
	CopiesTotal int64
	Copies      []MatchedCopy
}

// MatchedCopy is one of a match's copies.
type MatchedCopy struct {
	ID               int64
	ItemID           int64
	Identifier       *string
	Status           string
	Condition        *string
	Place            []string // from the outermost location
	Quantity         int64
	AcquiredAt       *time.Time
	PurchasePrice    *int64
	PurchasedAt      *time.Time
	PurchaseCurrency *string
	Value            *int64
	ValueCurrency    *string
}

// Found is an item that was found, and how.
type Found struct {
	By     string
	ItemID int64
	Text   *string // of the value with the code
}

// Choose keeps the surest way to each item, and tells siblings from matches. What was found comes in
// the order of the ways.
func Choose(asked code.Code, all []Found) (matches, siblings []Found) {
	seen := map[int64]bool{}
	var others []Found
	for _, f := range all {
		if f.By == ByCode && !asked.Names(code.Read(*f.Text)) {
			others = append(others, f)
			continue
		}
		if !seen[f.ItemID] && len(matches) < maxMatches {
			seen[f.ItemID] = true
			matches = append(matches, f)
		}
	}
	for _, f := range others {
		if !seen[f.ItemID] && len(siblings) < maxSiblings {
			seen[f.ItemID] = true
			siblings = append(siblings, f)
		}
	}
	return matches, siblings
}

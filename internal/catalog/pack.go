package catalog

import (
	"encoding/json"
	"math/big"
	"slices"
	"time"
)

// MaxPacked is how many copies an insurer's pack may have.
const MaxPacked = 10_000

// PackPhotos is how many photos of a copy a pack shows.
const PackPhotos = 4

// PackFilter chooses the held copies of an insurer's pack.
type PackFilter struct {
	CollectionIDs []int64 // nil is all
	PolicyNumber  string  // of cover that runs today
	Provider      string
	MinimumValue  *int64 // in the currency of the account
}

// PackHead is what a pack says about all its copies.
type PackHead struct {
	Account             string
	CurrencyCode        string
	UninsuredAbove      *int64
	UnderInsuredPercent int64
	AttentionDays       int64
	Day                 time.Time
	Rates               Rates
	Copies              int64
	Collections         []string // those asked for, by name
	Fields              []ListedField
}

// PackCopy is a held copy as an insurer sees it: without notes and loans, and naming only valuers,
// insurers and dealers.
type PackCopy struct {
	CopyID, CollectionID int64
	Collection, Name     string
	Identifier           *string
	Condition            *string
	Quantity             int64
	Place                []string // the outermost first

	Value         *int64 // of a piece, by the newest valuation
	ValueCurrency *string
	ValueDate     *time.Time
	ValueType     *string
	ValueBy       *string

	Policies  []PackPolicy   // the active ones
	Photos    []PackPhoto    // the first ones
	Documents []PackDocument // of the kinds that insurers want

	PackDetail
}

// PackDetail is the data that only the sheet of a copy shows.
type PackDetail struct {
	Description      *string
	CategoryPath     []string
	CollectionTypeID *int64
	CustomFields     json.RawMessage // by the id of the field
	Purchase         *PackPurchase
	Valuations       []PackValuation // the newest first
}

// PackPolicy is an active insurance record, or what a policy pays of the copy.
type PackPolicy struct {
	Provider         string
	PolicyNumber     *string
	CoverageType     *string
	InsuredValue     int64
	CurrencyCode     string
	DeductibleAmount *int64
	DeductibleCode   string
	StartsAt, EndsAt *time.Time
	Scheduled        bool
}

// Runs reports whether the record covers on a day.
func (p PackPolicy) Runs(day time.Time) bool {
	return (p.StartsAt == nil || !p.StartsAt.After(day)) && (p.EndsAt == nil || !p.EndsAt.Before(day))
}

// Sum is what the record insures.
func (p PackPolicy) Sum() Sum { return Sum{p.CurrencyCode, big.NewInt(p.InsuredValue)} }

// PackPurchase is how a copy was bought.
type PackPurchase struct {
	OccurredAt      time.Time
	Counterparty    *string
	Total           *int64
	CurrencyCode    string
	ReferenceNumber *string
}

// PackValuation is what a piece was worth on a day.
type PackValuation struct {
	Type            string
	Amount          int64
	CurrencyCode    string
	ValuedAt        time.Time
	Valuer, Method  *string
	ReferenceNumber *string
}

// PackPhoto locates a photo.
type PackPhoto struct{ Content }

// PackDocument is a paper of a copy, with its bytes unless it lies elsewhere.
type PackDocument struct {
	Type, Name      string
	IssuedAt        *time.Time
	ReferenceNumber *string
	ExternalURL     *string
	Content         *Content
}

// PackDocuments are the types of documents that a pack has.
var PackDocuments = []string{"receipt", "invoice", "certificate", "appraisal", "insurance", "condition_report", "authenticity_record"}

// Gaps of a copy that a policy lists individually.
const (
	WithoutPhoto     = "without_photo"
	WithoutReceipt   = "without_receipt"
	WithoutAppraisal = "without_appraisal"
)

// PackGaps are the kinds of gaps in cover, in the order in which they are shown.
var PackGaps = []string{Uninsured, UnderInsured, CoverUnknown, InsuranceEnding, WithoutPhoto, WithoutReceipt, WithoutAppraisal}

// Worth is what all pieces of a copy are worth.
func (c PackCopy) Worth() (Sum, bool) {
	if c.Value == nil || c.ValueCurrency == nil {
		return Sum{}, false
	}
	return Sum{*c.ValueCurrency, new(big.Int).Mul(big.NewInt(*c.Value), big.NewInt(c.Quantity))}, true
}

// Covering are the records that cover the copy on a day.
func (c PackCopy) Covering(day time.Time) (all []PackPolicy) {
	for _, p := range c.Policies {
		if p.Runs(day) {
			all = append(all, p)
		}
	}
	return all
}

// HasDocument reports whether the copy has a document of one of these types.
func (c PackCopy) HasDocument(types ...string) bool {
	return slices.ContainsFunc(c.Documents, func(d PackDocument) bool { return slices.Contains(types, d.Type) })
}

// Gaps are the problems with the cover of a copy: those that need attention, and missing papers.
func (h PackHead) Gaps(c PackCopy) (gaps []string) {
	covering := c.Covering(h.Day)
	if kind := h.tooLittle(c, covering); kind != "" {
		gaps = append(gaps, kind)
	}
	if h.ending(c) {
		gaps = append(gaps, InsuranceEnding)
	}
	if !slices.ContainsFunc(covering, func(p PackPolicy) bool { return p.Scheduled }) {
		return gaps
	}
	if len(c.Photos) == 0 {
		gaps = append(gaps, WithoutPhoto)
	}
	if !c.HasDocument("receipt", "invoice") {
		gaps = append(gaps, WithoutReceipt)
	}
	if !c.HasDocument("appraisal") {
		gaps = append(gaps, WithoutAppraisal)
	}
	return gaps
}

// tooLittle is the kind of insufficient cover, or empty.
func (h PackHead) tooLittle(c PackCopy, covering []PackPolicy) string {
	worth, valued := c.Worth()
	if !valued {
		return ""
	}
	if len(covering) == 0 {
		if h.UninsuredAbove == nil { // whatever has a value and no cover, as its row says
			if worth.Amount.Sign() > 0 {
				return Uninsured
			}
			return ""
		}
		least, known := h.Rates.LeastAbove(*h.UninsuredAbove, h.CurrencyCode, worth.CurrencyCode)
		switch {
		case !known:
			return CoverUnknown
		case worth.Amount.Cmp(least) >= 0:
			return Uninsured
		}
		return ""
	}
	sums := make([]Sum, len(covering))
	for i, p := range covering {
		sums[i] = p.Sum()
	}
	switch enough, known := Enough(worth, sums, h.UnderInsuredPercent, h.Rates, h.CurrencyCode); {
	case !known:
		return CoverUnknown
	case !enough:
		return UnderInsured
	}
	return ""
}

// ending reports whether the last cover of a copy ends soon, or has ended.
func (h PackHead) ending(c PackCopy) bool {
	if len(c.Policies) == 0 || slices.ContainsFunc(c.Policies, func(p PackPolicy) bool { return p.EndsAt == nil }) {
		return false
	}
	last := slices.MaxFunc(c.Policies, func(a, b PackPolicy) int { return a.EndsAt.Compare(*b.EndsAt) })
	return !last.EndsAt.After(h.Day.AddDate(0, 0, int(h.AttentionDays)))
}

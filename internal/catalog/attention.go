package catalog

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"time"
)

// AttentionKinds are the kinds of entries, the most urgent first.
var AttentionKinds = []string{LoanOverdue, LoanDue, MaintenanceDue, InsuranceEnding, Uninsured, UnderInsured, CoverUnknown}

// The kinds by name.
const (
	LoanOverdue     = "loan_overdue"
	LoanDue         = "loan_due"
	MaintenanceDue  = "maintenance_due"
	InsuranceEnding = "insurance_ending"
	Uninsured       = "uninsured"
	UnderInsured    = "under_insured"
	CoverUnknown    = "cover_unknown"
)

// MaxAttention is how many entries of a kind are looked for.
const MaxAttention = 10_000

// AttentionFilter selects entries. Members that are nil take the account's settings.
type AttentionFilter struct {
	Kind           string
	CollectionID   *int64
	Days           *int64
	UninsuredAbove *int64
}

// AttentionSources are the kinds of objects that entries are about.
var AttentionSources = map[string]string{LoanOverdue: "loan", LoanDue: "loan", MaintenanceDue: "maintenance_record", InsuranceEnding: "insurance_record",
	Uninsured: "copy", UnderInsured: "copy", CoverUnknown: "copy"}

// AttentionEntry is something that needs attention.
type AttentionEntry struct {
	Kind         string
	SourceID     int64
	CopyID       int64
	DueAt        *time.Time
	ItemID       int64
	ItemName     string
	CollectionID int64
	Value        Money // of the copy
	Covered      Money // today
}

// Attention is a page of entries, with the number of all by kind.
type Attention struct {
	Page[AttentionEntry]
	Counts    map[string]int64
	AsOf      time.Time
	Truncated bool // there are more of some kind than were looked for
}

// Noticed is an entry with its sort keys, before it is shown.
type Noticed struct {
	Kind             string
	SourceID, CopyID int64
	DueAt            *time.Time
	Worth            *big.Int // in the currency of the account; nil if unknown
}

// ByUrgency orders entries: by kind, by day, by value, the greatest first.
func ByUrgency(all []Noticed) {
	slices.SortFunc(all, Noticed.compare)
}

func (n Noticed) compare(m Noticed) int {
	if n.Kind != m.Kind {
		return cmp.Compare(slices.Index(AttentionKinds, n.Kind), slices.Index(AttentionKinds, m.Kind))
	}
	if n.DueAt != nil && m.DueAt != nil && !n.DueAt.Equal(*m.DueAt) {
		return n.DueAt.Compare(*m.DueAt)
	}
	if (n.Worth == nil) != (m.Worth == nil) {
		return before(m.Worth == nil)
	}
	if n.Worth != nil {
		if order := m.Worth.Cmp(n.Worth); order != 0 {
			return order
		}
	}
	return cmp.Compare(n.SourceID, m.SourceID)
}

// Behind reports whether an entry comes after another.
func (n Noticed) Behind(m Noticed) bool { return n.compare(m) > 0 }

// attentionList is the name of the list in cursors.
const attentionList = "attention by urgency"

// Cursor is the cursor behind an entry.
func (n Noticed) Cursor() string {
	place := []*string{&n.Kind, nil, nil, new(strconv.FormatInt(n.SourceID, 10))}
	if n.DueAt != nil {
		place[1] = new(n.DueAt.Format(time.DateOnly))
	}
	if n.Worth != nil {
		place[2] = new(n.Worth.String())
	}
	return Cursor{attentionList, place}.String()
}

// ParseNoticed reads a cursor.
func ParseNoticed(after string) (n Noticed, err error) {
	c, err := ParseCursor(attentionList, after)
	if err != nil || len(c.Place) != 4 || c.Place[0] == nil || !slices.Contains(AttentionKinds, *c.Place[0]) || c.Place[3] == nil {
		return n, WrongCursor()
	}
	n.Kind = *c.Place[0]
	if n.SourceID, err = strconv.ParseInt(*c.Place[3], 10, 64); err != nil {
		return n, WrongCursor()
	}
	if day := c.Place[1]; day != nil {
		due, err := time.Parse(time.DateOnly, *day)
		if err != nil {
			return n, WrongCursor()
		}
		n.DueAt = &due
	}
	if amount := c.Place[2]; amount != nil {
		worth, ok := new(big.Int).SetString(*amount, 10)
		if !ok {
			return n, WrongCursor()
		}
		n.Worth = worth
	}
	return n, nil
}

// Enough reports whether the cover of a copy is at least a percentage of its value; known is false if
// a rate is missing. Sums in one currency are not converted.
func Enough(value Sum, cover []Sum, percent int64, rates Rates, code string) (enough, known bool) {
	if same := !slices.ContainsFunc(cover, func(s Sum) bool { return s.CurrencyCode != value.CurrencyCode }); same {
		code = value.CurrencyCode
	}
	worth, covered := NewMoney(code, rates, value), NewMoney(code, rates, slices.Clone(cover)...)
	if !worth.Complete() || !covered.Complete() {
		return false, false
	}
	wanted := new(big.Int).Mul(worth.Amount, big.NewInt(percent))
	return new(big.Int).Mul(covered.Amount, big.NewInt(100)).Cmp(wanted) >= 0, true
}

// LeastAbove is the least amount of a currency that is worth more than a threshold in
// another. It is false if there is no rate.
func (rates Rates) LeastAbove(threshold int64, code, of string) (*big.Int, bool) {
	if of == code {
		return big.NewInt(threshold + 1), true
	}
	worth, _ := rates.Between(of, code)
	if worth == nil {
		return nil, false
	}
	// A tie rounds to even, so it is above an odd threshold only.
	half := big.NewRat(threshold, 1)
	half.Add(half, big.NewRat(1, 2))
	half.Quo(half, new(big.Rat).Mul(worth, power(MinorUnits(code)-MinorUnits(of))))
	least := new(big.Int).Quo(half.Num(), half.Denom())
	if !half.IsInt() || threshold%2 == 0 {
		least.Add(least, big.NewInt(1))
	}
	return least, true
}

// About is what the smallest unit of a currency is worth in that of another, not exactly;
// 0 if there is no rate.
func (rates Rates) About(of, code string) float64 {
	if of == code {
		return 1
	}
	worth, _ := rates.Between(of, code)
	if worth == nil {
		return 0
	}
	about, _ := new(big.Rat).Mul(worth, power(MinorUnits(code)-MinorUnits(of))).Float64()
	return about
}

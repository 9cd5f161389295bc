package demo

import (
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// History is what happened to a copy.
type History struct {
	Transactions []catalog.TransactionInput
	Valuations   []catalog.ValuationInput
	Loans        []catalog.LoanInput
	Maintenance  []catalog.MaintenanceRecordInput
}

// valuedSince is how many years valuations go back.
const valuedSince = 10

// worthValuing is the price in cents from which a collector values a copy every year
// or two.
const worthValuing = 20_00

// live makes up what happened to a copy since it was bought. It draws from past alone,
// so that the things of a seed stay the same whatever happens to them.
func (o *owner) live(c *Copy, price int64, lentTo string) {
	if c.AcquiredAt == nil {
		return
	}
	bought, pieces := *c.AcquiredAt, *c.Quantity
	paid := max(1_00, price*pieces*int64(o.past.between(45, 95))/100)
	c.Transactions = append(c.Transactions, o.deal("purchase", bought, paid, o.past.fill(o.past.fill("{shop}"))))
	if c.Status == "sold" {
		c.Transactions = append(c.Transactions, o.deal("sale", *c.DisposedAt, price*pieces*int64(o.past.between(80, 130))/100, o.past.person()))
	}
	o.value(c, price)
	switch {
	case lentTo != "":
		since := later(bought, o.today.AddDate(0, 0, -o.past.between(10, 200)))
		c.Loans = append(c.Loans, catalog.LoanInput{Direction: "outgoing", Status: "active", Party: lentTo, LoanedAt: &since, DueAt: new(since.AddDate(0, 0, o.past.between(30, 300)))})
	case c.Status == "owned" && o.past.chance(4):
		since := later(bought, o.today.AddDate(0, 0, -o.past.between(300, 2000)))
		c.Loans = append(c.Loans, catalog.LoanInput{Direction: "outgoing", Status: "returned", Party: o.past.person(), LoanedAt: &since, ReturnedAt: new(earlier(o.today, since.AddDate(0, 0, o.past.between(7, 120))))})
	}
	if price >= insuredFrom && c.Status == "owned" && o.past.chance(25) {
		o.maintain(c, bought)
	}
}

func (o *owner) deal(kind string, on time.Time, amount int64, with string) catalog.TransactionInput {
	with = strings.ToUpper(with[:1]) + with[1:]
	return catalog.TransactionInput{Type: kind, OccurredAt: &on, Amount: new(euros(amount)), CurrencyCode: new("EUR"), Counterparty: &with, UpdateCopy: new(false)}
}

// value adds the valuations of a copy: prices rise by some percent a year, and not
// evenly. What is cheap has one at most.
func (o *owner) value(c *Copy, price int64) {
	until := o.today
	if c.DisposedAt != nil {
		until = *c.DisposedAt
	}
	on := later(*c.AcquiredAt, o.today.AddDate(-valuedSince, 0, o.past.IntN(365)))
	if price < worthValuing {
		if o.past.chance(60) {
			return
		}
		on = later(on, o.today.AddDate(0, 0, -o.past.between(20, 700)))
	}
	growth := o.past.between(-2, 9) // percent a year
	for ; on.Before(until); on = on.AddDate(0, 0, o.past.between(280, 720)) {
		years := int64(o.today.Sub(on).Hours() / 24 / 365)
		amount := price * (100 - years*int64(growth)) / 100 * int64(o.past.between(90, 110)) / 100
		v := catalog.ValuationInput{Type: "market_estimate", Amount: new(euros(amount)), CurrencyCode: new("EUR"), ValuedAt: new(on), Confidence: "medium"}
		switch {
		case price >= 1000_00 && o.past.chance(40):
			v.Type, v.Valuer, v.Confidence = "professional_appraisal", new(o.past.person()), "high"
		case o.past.chance(40):
			v.Type, v.Confidence = "user_estimate", "low"
		}
		c.Valuations = append(c.Valuations, v)
	}
}

// maintain has a copy looked after by somebody who knows how.
func (o *owner) maintain(c *Copy, bought time.Time) {
	done := later(bought, o.today.AddDate(0, 0, -o.past.between(30, 1400)))
	r := catalog.MaintenanceRecordInput{Type: "inspection", Title: "Looked over", PerformedAt: &done, PerformedBy: new(o.past.person())}
	if o.past.chance(50) {
		r.Type, r.Title, r.CostAmount = "servicing", "Serviced", new(euros(int64(o.past.between(40, 400))*100))
		r.NextDueAt = new(done.AddDate(4, 0, 0))
	}
	c.Maintenance = append(c.Maintenance, r)
}

// euros rounds cents to whole euros, one at least.
func euros(cents int64) int64 { return max(100, (cents+50)/100*100) }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

package demo

import (
	"fmt"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// owner decides which copies are owned, and how they are kept and insured.
type owner struct {
	*maker
	past  *maker // draws what happened to copies
	taste *maker // draws tags and wishes
	kind
	size, made, copies int
	leaves             []int
}

// firstYear is when the collector began.
const firstYear = 1994

// insuredFrom is the price in cents from which a copy has its own insurance
// record.
const insuredFrom = 300_00

// own turns a thing into an item, in order of cataloguing. One in twenty is
// only wished for.
func (o *owner) own(t thing) Item {
	i := Item{Name: t.name, Values: t.values}
	if t.description != "" {
		i.Description = &t.description
	}
	copies := 1
	switch {
	case o.chance(5):
		copies = 0
	case o.chance(6):
		copies = 2
	}
	for range copies {
		o.copies++
		i.Copies = append(i.Copies, o.copy(t))
	}
	i.Sorting = o.sort(t, copies > 0)
	o.made++
	return i
}

func (o *owner) copy(t thing) Copy {
	bought := o.since(max(firstYear, t.year))
	c := Copy{Location: o.leaves[min(o.made*len(o.leaves)/o.size, len(o.leaves)-1)]}
	c.CopyInput = catalog.CopyInput{Identifier: new(fmt.Sprintf("%s-%05d", o.code, o.copies)), Status: "owned", Quantity: new(int64(1)), AcquiredAt: &bought}
	if t.pieces > 1 {
		*c.Quantity = int64(o.between(1, t.pieces))
	}
	var remarks []string
	if o.chance(35) {
		remarks = append(remarks, fmt.Sprintf(pick(o.maker, notes), o.fill(o.fill("{shop}"))))
	}
	if o.chance(25) {
		remarks = append(remarks, fmt.Sprintf("Paid %d €.", max(1, t.price*int64(o.between(60, 110))/100_00)))
	}
	remark, lentTo := o.fate(&c)
	if remark != "" {
		remarks = append(remarks, remark)
	}
	if len(remarks) > 0 {
		c.Note = new(strings.Join(remarks, " "))
	}
	if t.price >= insuredFrom && c.DisposedAt == nil && c.Status != "ordered" {
		c.Records = o.insurance(t.price**c.Quantity, bought)
	}
	o.live(&c, t.price, lentTo)
	return c
}

// fate sells, lends or loses one copy in sixteen.
func (o *owner) fate(c *Copy) (remark, lentTo string) {
	left := func(status string) {
		c.Status, c.Location = status, Nowhere
		c.DisposedAt = new(o.since(c.AcquiredAt.Year()))
		if c.DisposedAt.Before(*c.AcquiredAt) {
			c.DisposedAt = c.AcquiredAt
		}
	}
	switch n := o.IntN(1000); {
	case n < 20:
		left("sold")
		return o.fill("Sold to {first} {last}."), ""
	case n < 28:
		left("gifted")
		return o.fill("A present for {first}."), ""
	case n < 45:
		lentTo = o.person() // the loan makes its status
		return "Lent to " + lentTo + o.fill(" in {town}."), lentTo
	case n < 57:
		c.Status, c.Location, c.AcquiredAt = "ordered", Nowhere, nil
		return o.fill("On its way from {town}."), ""
	case n < 60:
		c.Status, c.Location = "lost", Nowhere
		return "Not seen since the move.", ""
	case n < 61:
		c.Status, c.Location = "stolen", Nowhere
		return "Reported to the police.", ""
	}
	return "", ""
}

var (
	insurers = []string{"Halden Mutual", "Brisa Seguros", "Northlight Fine Art", "Alte Lübecker", "Compagnie du Rhône"}
	covers   = []string{"All risks", "Fire and theft", "Household extension", "Fine art", "Transit and exhibition"}
)

// insurance insures a value from the date of purchase; one in three was insured
// elsewhere before.
func (o *owner) insurance(value int64, bought time.Time) (records []catalog.InsuranceRecordInput) {
	years := o.thisYear() - bought.Year()
	if bought.AddDate(years, 0, 0).After(o.today) {
		years--
	}
	starts := bought.AddDate(years, 0, 0)
	insurer := o.IntN(len(insurers))
	current := o.record(insurer, value, starts)
	current.Note = o.valued(starts)
	records = append(records, current)
	if years > 0 && o.chance(33) {
		past := o.record(insurer+1, value*int64(o.between(60, 95))/100, starts.AddDate(-1, 0, 0))
		past.Status = "expired"
		records = append(records, past)
	}
	return records
}

func (o *owner) record(insurer int, value int64, starts time.Time) catalog.InsuranceRecordInput {
	name := insurers[insurer%len(insurers)]
	domain := strings.ToLower(strings.Split(strings.NewReplacer("ü", "ue", "ô", "o").Replace(name), " ")[1]) + ".example"
	ends := starts.AddDate(1, 0, -1)
	return catalog.InsuranceRecordInput{
		Provider: name, InsuredValue: new((value + 999) / 1000 * 1000), Status: "active", CurrencyCode: new("EUR"),
		PolicyNumber: new(fmt.Sprintf("%s-%d-%s", strings.ToUpper(name[:2]), starts.Year(), o.digits(6))), CoverageType: new(pick(o.maker, covers)),
		DeductibleAmount: new(int64(o.between(0, 5)) * 50_00), StartsAt: &starts, EndsAt: &ends, IsScheduledItem: new(value > 2000_00),
		ContactName: new(o.person()), ContactEmail: new("service@" + domain),
	}
}

func (o *owner) valued(on time.Time) *string {
	if !o.chance(40) {
		return nil
	}
	return new(fmt.Sprintf("Valued by %s in %d.", o.person(), on.Year()))
}

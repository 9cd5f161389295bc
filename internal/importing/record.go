package importing

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
)

// filled reports whether a row says anything in some columns.
func (r *rowPlanner) filled(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return r.text(name) != "" })
}

// planPurchase plans the purchase of the copy: the first one changes, or one is made. None
// is ever deleted.
func (r *rowPlanner) planPurchase(present *Copy) {
	if !r.filled("purchase_price", "purchase_date", "purchase_from", "purchase_reference") {
		return
	}
	w := &PurchaseWrite{In: catalog.TransactionInput{Type: "purchase"}}
	was := catalog.Transaction{}
	if present != nil && present.Purchase != nil {
		was = *present.Purchase
		w.ID = was.ID
		w.In.OccurredAt, w.In.Counterparty, w.In.Amount, w.In.TaxAmount = &was.OccurredAt, was.Counterparty, was.Amount, was.TaxAmount
		w.In.FeeAmount, w.In.ShippingAmount, w.In.TotalAmount, w.In.CurrencyCode = was.FeeAmount, was.ShippingAmount, was.TotalAmount, &was.CurrencyCode
		w.In.ReferenceNumber, w.In.SourceURL, w.In.Note = was.ReferenceNumber, was.SourceURL, was.Note
	}
	before := len(r.out.Changes)
	code := r.currencyOf("purchase_currency", w.ID != 0, was.CurrencyCode)
	if c := r.get("purchase_price"); c.text != "" {
		amount, unit := r.money(c, code)
		code = unit
		if w.ID == 0 || numberText(amount) != numberText(was.Total) || unit != was.CurrencyCode {
			w.In.Amount, w.In.TaxAmount, w.In.FeeAmount, w.In.ShippingAmount, w.In.TotalAmount = amount, nil, nil, nil, nil
			r.change("purchase_price", amountText(was.Total, was.CurrencyCode), amountText(amount, unit))
		}
	}
	w.In.CurrencyCode = &code
	r.change("purchase_currency", was.CurrencyCode, code)
	c := r.get("purchase_date")
	if c.text == "" && w.ID == 0 { // a copy was bought when it came
		if c = r.get("acquired_at"); c.text == "" && present != nil {
			c.text, c.kind = dayText(present.AcquiredAt), DayCell // no column says it
		}
	}
	if c.text != "" {
		w.In.OccurredAt = r.day(c)
		if w.In.OccurredAt == nil {
			return // is refused already
		}
		from := ""
		if w.ID != 0 {
			from = dayText(&was.OccurredAt)
		}
		r.change("purchase_date", from, dayText(w.In.OccurredAt))
	} else if w.ID == 0 {
		r.wrong(r.get("purchase_date").src, "missing", "the day of the purchase", "")
		return
	}
	if c := r.get("purchase_from"); c.text != "" {
		w.In.Counterparty = &c.text
		r.change("purchase_from", textOf(was.Counterparty), c.text)
	}
	if c := r.get("purchase_reference"); c.text != "" {
		w.In.ReferenceNumber = &c.text
		r.change("purchase_reference", textOf(was.ReferenceNumber), c.text)
	}
	if len(r.out.Changes) == before {
		return
	}
	w.In.UpdateCopy = new(!r.p.mapped("status") && !r.p.mapped("acquired_at"))
	r.invalid(w.In.Validate(), purchaseColumns)
	r.out.Write.Purchase = w
}

var purchaseColumns = map[string]string{"occurred_at": "purchase_date", "counterparty": "purchase_from", "amount": "purchase_price", "currency_code": "purchase_currency",
	"reference_number": "purchase_reference"}

// currencyOf is the currency of a record: what the row or the options say, or else what it
// has.
func (r *rowPlanner) currencyOf(column string, there bool, was string) string {
	if there && r.text(column) == "" && r.p.Mapping.Options.CurrencyCode == "" {
		return was
	}
	return r.currency(column)
}

// planValue plans a valuation: a new one, unless the newest says the same.
func (r *rowPlanner) planValue(present *Copy) {
	c := r.get("value")
	if c.text == "" {
		return
	}
	was := catalog.Valuation{}
	there := present != nil && present.Valuation != nil
	if there {
		was = *present.Valuation
	}
	amount, code := r.money(c, r.currencyOf("value_currency", there, was.CurrencyCode))
	if amount == nil {
		return
	}
	in := catalog.ValuationInput{Type: "user_estimate", Amount: amount, CurrencyCode: &code, ValuedAt: &r.p.Today}
	dated := r.get("value_date")
	if dated.text != "" {
		if in.ValuedAt = r.day(dated); in.ValuedAt == nil {
			return
		}
	}
	if there && was.Amount == *amount && was.CurrencyCode == code && (dated.text == "" || dayText(&was.ValuedAt) == dayText(in.ValuedAt)) {
		return
	}
	if c := r.get("value_type"); c.text != "" {
		kind, bad := cell.Option(strings.ReplaceAll(c.text, " ", "_"), catalog.ValuationTypes)
		if bad != nil {
			r.refuse(c, bad)
			return
		}
		in.Type = kind
	}
	if c := r.get("value_by"); c.text != "" {
		in.Valuer = &c.text
	}
	r.invalid(in.Validate(), valueColumns)
	from := ""
	if there {
		from = amountText(&was.Amount, was.CurrencyCode)
	}
	if !r.change("value", from, amountText(amount, code)) || was.CurrencyCode != code {
		r.change("value_currency", was.CurrencyCode, code)
	}
	if dated.text != "" {
		day := ""
		if there {
			day = dayText(&was.ValuedAt)
		}
		r.change("value_date", day, dayText(in.ValuedAt))
	}
	r.out.Write.Value = &in
}

var valueColumns = map[string]string{"amount": "value", "valued_at": "value_date", "currency_code": "value_currency", "valuer": "value_by", "type": "value_type"}

// planInsurance plans how the copy is insured: the record of the policy number, or else of
// the insurer, changes, or one is made.
func (r *rowPlanner) planInsurance(present *Copy) {
	if !r.filled("insurer", "policy_number", "insured_value", "insured_from", "insured_until", "coverage_type") {
		return
	}
	w := &InsuranceWrite{}
	was := catalog.InsuranceRecord{}
	if record := r.recordOf(present); record != nil {
		was, w.ID = *record, record.ID
		w.In = catalog.InsuranceRecordInput{Provider: was.Provider, InsuredValue: &was.InsuredValue, Status: was.Status, CurrencyCode: &was.CurrencyCode, PolicyNumber: was.PolicyNumber,
			CoverageType: was.CoverageType, DeductibleAmount: was.DeductibleAmount, DeductibleCurrencyCode: &was.DeductibleCurrencyCode, StartsAt: was.StartsAt, EndsAt: was.EndsAt,
			IsScheduledItem: &was.IsScheduledItem, ContactName: was.ContactName, ContactEmail: was.ContactEmail, ContactPhone: was.ContactPhone, Note: was.Note}
	}
	before := len(r.out.Changes)
	if c := r.get("insurer"); c.text != "" {
		w.In.Provider = c.text
		r.change("insurer", was.Provider, c.text)
	}
	code := r.currencyOf("insured_currency", w.ID != 0, was.CurrencyCode)
	if c := r.get("insured_value"); c.text != "" {
		w.In.InsuredValue, code = r.money(c, code)
		if w.In.InsuredValue == nil {
			return
		}
		from := ""
		if w.ID != 0 {
			from = amountText(&was.InsuredValue, was.CurrencyCode)
		}
		r.change("insured_value", from, amountText(w.In.InsuredValue, code))
	}
	w.In.CurrencyCode = &code
	r.change("insured_currency", was.CurrencyCode, code)
	for _, t := range []struct {
		name string
		to   **string
		was  *string
	}{{"policy_number", &w.In.PolicyNumber, was.PolicyNumber}, {"coverage_type", &w.In.CoverageType, was.CoverageType}} {
		if c := r.get(t.name); c.text != "" {
			*t.to = &c.text
			r.change(t.name, textOf(t.was), c.text)
		}
	}
	if c := r.get("insured_from"); c.text != "" {
		w.In.StartsAt = r.day(c)
		r.change("insured_from", dayText(was.StartsAt), dayText(w.In.StartsAt))
	}
	if c := r.get("insured_until"); c.text != "" {
		w.In.EndsAt = r.day(c)
		r.change("insured_until", dayText(was.EndsAt), dayText(w.In.EndsAt))
	}
	if len(r.out.Changes) > before {
		r.invalid(w.In.Validate(), insuranceColumns)
		r.out.Write.Insurance = w
	}
}

var insuranceColumns = map[string]string{"provider": "insurer", "insured_value": "insured_value", "currency_code": "insured_currency", "policy_number": "policy_number",
	"coverage_type": "coverage_type", "ends_at": "insured_until"}

// recordOf is the active record that a row is about.
func (r *rowPlanner) recordOf(present *Copy) *catalog.InsuranceRecord {
	if present == nil {
		return nil
	}
	policy, insurer := r.text("policy_number"), r.text("insurer")
	i := slices.IndexFunc(present.Insurance, func(record catalog.InsuranceRecord) bool {
		switch {
		case policy != "":
			return textOf(record.PolicyNumber) == policy
		case insurer != "":
			return fold(record.Provider) == fold(insurer)
		}
		return true
	})
	if i < 0 {
		return nil
	}
	return &present.Insurance[i]
}

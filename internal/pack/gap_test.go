package pack

import (
	"fmt"
	"testing"

	"vitrine/internal/catalog"
)

// Gaps follow the rules for attention, and name missing papers.
func TestGaps(t *testing.T) {
	t.Parallel()
	h := packed(t, nil, "en", "a4").Head
	in := func(days int) *catalog.PackPolicy {
		return &catalog.PackPolicy{Provider: "A", InsuredValue: 1_000_00, CurrencyCode: "EUR", EndsAt: new(h.Day.AddDate(0, 0, days))}
	}
	worth := func(amount int64, code string, policies ...*catalog.PackPolicy) catalog.PackCopy {
		c := catalog.PackCopy{Quantity: 1, Value: &amount, ValueCurrency: &code}
		for _, p := range policies {
			c.Policies = append(c.Policies, *p)
		}
		return c
	}
	scheduled := in(300)
	scheduled.Scheduled = true
	papers := worth(1_000_00, "EUR", scheduled)
	papers.Photos, papers.Documents = make([]catalog.PackPhoto, 1), []catalog.PackDocument{{Type: "invoice"}, {Type: "appraisal"}}
	for name, c := range map[string]struct {
		copy catalog.PackCopy
		want []string
	}{
		"enough":              {worth(1_000_00, "EUR", in(300)), nil},
		"at the threshold":    {worth(100_00, "EUR"), nil},
		"above it":            {worth(100_01, "EUR"), []string{catalog.Uninsured}},
		"above it in dollars": {worth(109_00, "USD"), []string{catalog.Uninsured}},
		"no rate":             {worth(1, "CHF"), []string{catalog.CoverUnknown}},
		"no value":            {catalog.PackCopy{Quantity: 1}, nil},
		"too little":          {worth(1_200_00, "EUR", in(300)), []string{catalog.UnderInsured}},
		"two covers":          {worth(1_200_00, "EUR", in(300), in(200)), nil},
		"cover without rate":  {worth(1_000_00, "CHF", in(300)), []string{catalog.CoverUnknown}},
		"ends soon":           {worth(1_000_00, "EUR", in(30)), []string{catalog.InsuranceEnding}},
		"another runs on":     {worth(1_000_00, "EUR", in(30), in(31)), nil},
		"ended":               {worth(1_000_00, "EUR", in(-1)), []string{catalog.Uninsured, catalog.InsuranceEnding}},
		"listed":              {worth(1_000_00, "EUR", scheduled), []string{catalog.WithoutPhoto, catalog.WithoutReceipt, catalog.WithoutAppraisal}},
		"listed with papers":  {papers, nil},
	} {
		if got := h.Gaps(c.copy); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	h.UninsuredAbove = nil
	if got := h.Gaps(worth(1, "CHF")); fmt.Sprint(got) != fmt.Sprint([]string{catalog.Uninsured}) {
		t.Errorf("without a threshold: %v", got)
	}
	if got := h.Gaps(worth(0, "EUR")); got != nil {
		t.Errorf("without a value: %v", got)
	}
}

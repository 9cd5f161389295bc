package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/internal/engine"
)

// packOf reads a pack as a whole.
func packOf(t *testing.T, r engine.Reader, f catalog.PackFilter) (head catalog.PackHead, all []catalog.PackCopy) {
	t.Helper()
	err := exchange.Pack(t.Context(), r, f, func(h catalog.PackHead) error { head = h; return nil }, func(c *catalog.PackCopy) error {
		all = append(all, *c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := exchange.PackSize(t.Context(), r, f); err != nil || n != int64(len(all)) || head.Copies != n {
		t.Fatalf("%d copies, %d were counted: %v", len(all), n, err)
	}
	return head, all
}

// insured is a copy of a sample: what it is worth, and how it is covered.
type insured struct {
	name, code, status string
	value              int64
	quantity           int64
	covers             []catalog.InsuranceRecordInput
}

// covered is a record that ends so many days from now, or never.
func covered(provider, policy, code string, amount int64, days ...int) catalog.InsuranceRecordInput {
	in := catalog.InsuranceRecordInput{Provider: provider, PolicyNumber: &policy, InsuredValue: &amount, CurrencyCode: &code, Status: "active", IsScheduledItem: new(true)}
	for _, n := range days {
		in.EndsAt = new(time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, n))
	}
	return in
}

// packedHouse has copies with every kind of insufficient cover.
func packedHouse(t *testing.T) (h household, r engine.Reader, cars catalog.Collection) {
	t.Helper()
	h = furnish(t, 0)
	done[catalog.Account](h, "UpdateAccount", catalog.AccountInput{Name: "House", CurrencyCode: new("EUR"), UninsuredAbove: catalog.Given[int64]{Sent: true, Value: new(int64(100_00))}})
	cars = done[catalog.Collection](h, "CreateCollection", catalog.CollectionInput{Name: "Cars", Emoji: "🚗", Visibility: "private"})
	for _, one := range []insured{
		{"Zeta", "EUR", "owned", 500_00, 1, nil}, {"alpha", "EUR", "owned", 100_00, 1, nil}, {"Beta", "EUR", "owned", 50_00, 3, nil},
		{"covered", "EUR", "owned", 500_00, 1, []catalog.InsuranceRecordInput{covered("Axa", "P-1", "EUR", 500_00, 300)}},
		{"little", "EUR", "other", 500_00, 1, []catalog.InsuranceRecordInput{covered("Axa", "P-1", "EUR", 10_00)}},
		{"unknown", "CHF", "owned", 1_00, 1, nil}, {"foreign cover", "EUR", "owned", 500_00, 1, []catalog.InsuranceRecordInput{covered("Zurich", "P-2", "CHF", 500_00, 300)}},
		{"ending", "EUR", "owned", 500_00, 1, []catalog.InsuranceRecordInput{covered("Axa", "P-3", "EUR", 500_00, 3)}},
		{"ended", "EUR", "owned", 500_00, 1, []catalog.InsuranceRecordInput{covered("Axa", "P-4", "EUR", 500_00, -3)}},
		{"renewed", "EUR", "owned", 500_00, 1, []catalog.InsuranceRecordInput{covered("Axa", "P-5", "EUR", 500_00, 3), covered("Axa", "P-6", "EUR", 500_00)}},
		{"sold", "EUR", "sold", 500_00, 1, nil}, {"worthless", "", "owned", 0, 1, nil},
	} {
		item := done[catalog.Item](h, "CreateItem", cars.ID, catalog.ItemInput{Name: one.name, Description: new("A car.")})
		piece := done[catalog.Copy](h, "CreateCopy", item.ID, catalog.CopyInput{Status: one.status, Quantity: &one.quantity, Note: new("a secret")})
		if one.code != "" {
			done[catalog.Valuation](h, "CreateValuation", piece.ID, catalog.ValuationInput{Type: "user_estimate", Amount: new(one.value / 2), CurrencyCode: &one.code, Confidence: "low", ValuedAt: new(time.Date(2019, 1, 2, 0, 0, 0, 0, time.UTC))})
			done[catalog.Valuation](h, "CreateValuation", piece.ID, catalog.ValuationInput{Type: "professional_appraisal", Amount: &one.value, CurrencyCode: &one.code, Confidence: "high", Valuer: new("Jo"), ValuedAt: new(time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC))})
		}
		for _, c := range one.covers {
			done[catalog.InsuranceRecord](h, "CreateInsuranceRecord", piece.ID, c)
		}
	}
	r, err := h.db.Scope(engine.ByToken(identity.HashToken(h.token), h.who)).View(identity.View)
	if err != nil {
		t.Fatal(err)
	}
	return h, r, cars
}

// A pack has every held copy once, by collection and name, and the same gaps as attention.
func TestPackIsWhatIsHeld(t *testing.T) {
	t.Parallel()
	_, reader, cars := packedHouse(t)
	head, all := packOf(t, reader, catalog.PackFilter{})
	var order []string
	for _, c := range all {
		order = append(order, c.Collection+" "+c.Name)
	}
	want := []string{"Books Item 0", "Books Item 1", "Books Item 2", "Cars alpha", "Cars Beta", "Cars covered", "Cars ended", "Cars ending", "Cars foreign cover", "Cars little",
		"Cars renewed", "Cars unknown", "Cars worthless", "Cars Zeta"}
	if !slices.Equal(order, want) {
		t.Errorf("%q", order)
	}
	if place := all[0].Place; !slices.Equal(place, []string{"Attic", "Shelf"}) || all[0].CollectionTypeID == nil || len(head.Fields) != 1 || string(all[0].CustomFields) == "{}" {
		t.Errorf("%+v, %+v", all[0], head.Fields)
	}
	if c := all[5]; *c.Value != 500_00 || *c.ValueBy != "Jo" || len(c.Valuations) != 2 || c.Valuations[0].Amount != 500_00 || len(c.Policies) != 1 || !c.Policies[0].Scheduled || *c.Description != "A car." {
		t.Errorf("%+v", c)
	}
	gaps := map[string][]int64{}
	for _, c := range all {
		for _, kind := range head.Gaps(c) {
			gaps[kind] = append(gaps[kind], c.CopyID)
		}
	}
	found := 0
	for _, kind := range []string{catalog.Uninsured, catalog.UnderInsured, catalog.CoverUnknown, catalog.InsuranceEnding} {
		page, err := figures.Attention(t.Context(), reader, catalog.AttentionFilter{Kind: kind}, catalog.Paging{Number: 1, PerPage: 100})
		if err != nil {
			t.Fatal(err)
		}
		var noticed []int64
		for _, e := range page.Items {
			noticed = append(noticed, e.CopyID)
		}
		slices.Sort(noticed)
		slices.Sort(gaps[kind])
		if !slices.Equal(noticed, gaps[kind]) {
			t.Errorf("%s: %v need attention, %v have the gap", kind, noticed, gaps[kind])
		}
		if len(noticed) > 0 {
			found++
		}
	}
	if found != 4 || len(gaps[catalog.WithoutReceipt]) == 0 {
		t.Errorf("only %d kinds are tried: %v", found, gaps)
	}
	if _, some := packOf(t, reader, catalog.PackFilter{CollectionIDs: []int64{cars.ID}}); len(some) != 11 {
		t.Errorf("%d of a collection", len(some))
	}
}

// Filters select copies by their cover today and their value; a missing collection is refused.
func TestPackFilters(t *testing.T) {
	t.Parallel()
	_, reader, cars := packedHouse(t)
	for _, c := range []struct {
		catalog.PackFilter
		want []string
	}{
		{catalog.PackFilter{Provider: "Zurich"}, []string{"foreign cover"}},
		{catalog.PackFilter{PolicyNumber: "P-1"}, []string{"covered", "little"}},
		{catalog.PackFilter{PolicyNumber: "P-1", Provider: "Zurich"}, nil},
		{catalog.PackFilter{PolicyNumber: "P-4"}, nil}, // has ended
		{catalog.PackFilter{CollectionIDs: []int64{cars.ID}, MinimumValue: new(int64(150_00)), Provider: "Axa"}, []string{"covered", "ending", "little", "renewed"}},
		{catalog.PackFilter{MinimumValue: new(int64(150_00))}, []string{"Beta", "covered", "ended", "ending", "foreign cover", "little", "renewed", "unknown", "Zeta"}}, // without a rate
		{catalog.PackFilter{MinimumValue: new(int64(500_01))}, []string{"unknown"}},
		{catalog.PackFilter{MinimumValue: new(int64(0))}, []string{"alpha", "Beta", "covered", "ended", "ending", "foreign cover", "little", "renewed", "unknown", "Zeta"}},
	} {
		_, all := packOf(t, reader, c.PackFilter)
		var names []string
		for _, found := range all {
			names = append(names, found.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%+v: %q, want %q", c.PackFilter, names, c.want)
		}
	}
	var refused *fault.Invalid
	if _, err := exchange.PackSize(t.Context(), reader, catalog.PackFilter{CollectionIDs: []int64{cars.ID, 1 << 60}}); !errors.As(err, &refused) || refused.Fields[0].Name != "collection_ids" {
		t.Errorf("a collection that is not there: %v", err)
	}
}

// A policy is in the rows of the copies that it pays for, with what it pays, so that rows and gaps agree.
func TestPackNamesPolicies(t *testing.T) {
	t.Parallel()
	h, reader, cars := packedHouse(t)
	in := catalog.PolicyInput{Name: "Garage", CollectionIDs: []int64{cars.ID}, InsuranceRecordInput: catalog.InsuranceRecordInput{Provider: "Mobiliar", InsuredValue: new(int64(250_00)), CurrencyCode: new("EUR"), Status: "active"}}
	done[catalog.Policy](h, "CreatePolicy", in)
	head, all := packOf(t, reader, catalog.PackFilter{Provider: "Mobiliar"})
	paid := int64(0)
	for _, c := range all {
		for _, p := range c.Covering(head.Day) {
			if p.Provider == "Mobiliar" && *p.PolicyNumber == "Garage" {
				paid += p.InsuredValue
			}
		}
		if slices.Contains(head.Gaps(c), catalog.Uninsured) {
			t.Errorf("%s is paid for, and a gap", c.Name)
		}
	}
	if _, named := packOf(t, reader, catalog.PackFilter{PolicyNumber: "Garage"}); paid != 250_00 || len(named) != len(all) || len(all) == 0 {
		t.Errorf("%d copies are paid %d", len(all), paid)
	}
}

// Rates decide whether a copy reaches the minimum value.
func TestPackByRates(t *testing.T) {
	t.Parallel()
	h, reader, _ := packedHouse(t)
	today := time.Now().UTC().Truncate(24 * time.Hour)
	if _, err := superuser(t, h.url).Exec(t.Context(), `insert into exchange_rates (base, currency_code, date, rate) values ('EUR', 'CHF', $1, 0.5)`, today); err != nil {
		t.Fatal(err)
	}
	for minimum, want := range map[int64]int{2_00: 1, 2_01: 0} {
		_, all := packOf(t, reader, catalog.PackFilter{MinimumValue: &minimum})
		n := 0
		for _, c := range all {
			if c.Name == "unknown" {
				n++
			}
		}
		if n != want {
			t.Error(fmt.Sprint("one franc is two euros: ", minimum, " finds ", n))
		}
	}
}

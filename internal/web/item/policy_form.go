package item

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// policyEdit is the form of a policy, with what it can name.
type policyEdit struct {
	Policy      *catalog.Policy // nil for a new one
	Asked       RecordEdit
	Collections []catalog.CollectionLink
	Places      catalog.PlaceChoice
}

// policyForm shows the form of a policy, or of a new one.
func policyForm(of *catalog.Policy) page.Again {
	return func(v *page.Visit, status int, form ui.Form) error {
		e := policyEdit{Policy: of, Asked: RecordEdit{New: of == nil, Asks: policyAsks}}
		if err := v.Together(func(r postgres.Reader) (err error) {
			e.Collections, err = inventory.CollectionLinks(v.Context(), r)
			return err
		}, func(r postgres.Reader) (err error) {
			e.Places, err = inventory.Places(v.Context(), r, nil)
			return err
		}); err != nil {
			return err
		}
		title := "policy.new"
		if of != nil {
			title = "policy.edit"
		}
		return v.Show(status, title, "insurance", func(f ui.Frame) templ.Component {
			e.Asked.Form = form.In(f.Texts)
			for _, name := range []string{"account", "copy_ids", "location_ids", "collection_ids"} {
				e.Asked.Form = e.Asked.Form.AsNotice(name)
			}
			return policyEditPage(f, e.withAll())
		})
	}
}

// withAll also offers the locations that the policy names, if there are too many to offer all.
func (e policyEdit) withAll() policyEdit {
	if e.Policy == nil {
		return e
	}
	for i, id := range e.Policy.LocationIDs {
		if !slices.ContainsFunc(e.Places.Places, func(p catalog.Place) bool { return p.ID == id }) && i < len(e.Policy.LocationNames) {
			e.Places.Places = append(e.Places.Places, catalog.Place{ID: id, Path: []string{e.Policy.LocationNames[i]}})
		}
	}
	return e
}

// copies are how many copies the form has chosen one by one.
func (e policyEdit) copies() int64 { return int64(len(strings.Fields(e.Asked.Form.Value("copy_ids")))) }

// policyAsks are the fields of a policy: those of a record, under a name.
var policyAsks = slices.Concat([]Question{{Name: "name", Text: "field.name", Must: true}},
	slices.DeleteFunc(slices.Clone(InsuranceAsks), func(q Question) bool { return q.Name == "is_scheduled_item" }))

var storedPolicy = page.Stored[catalog.Policy, catalog.PolicyInput]{Read: ledger.Policy, Write: ledger.UpdatePolicy, Values: policyValues, Input: policyInput}

// policyInput reads the form. Each collection and location is a box of its own, so that two people
// can tick different ones.
func policyInput(v *page.Visit, wrong *fault.Invalid) catalog.PolicyInput {
	in := catalog.PolicyInput{Name: v.Text("name"), InsuranceRecordInput: InsuranceRecords.input(v, wrong, catalog.CopySheet{})}
	for name := range v.PostForm {
		of, digits, _ := strings.Cut(name, "-")
		id, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || v.Text(name) == "" {
			continue
		}
		switch of {
		case "collection":
			in.CollectionIDs = append(in.CollectionIDs, id)
		case "location":
			in.LocationIDs = append(in.LocationIDs, id)
		}
	}
	if v.Text("copies_out") != "" {
		return in
	}
	in.CopyIDs = page.Numbers(strings.Fields(v.Text("copy_ids")))
	return in
}

func policyValues(p catalog.Policy) map[string]string {
	values := ui.Filled(map[string]any{"name": p.Name, "provider": p.Provider, "status": p.Status, "currency_code": p.CurrencyCode, "insured_value": ui.Sum{Amount: &p.InsuredValue, Code: p.CurrencyCode},
		"policy_number": p.PolicyNumber, "coverage_type": p.CoverageType, "contact_name": p.ContactName, "contact_email": p.ContactEmail, "contact_phone": p.ContactPhone,
		"note": p.Note, "starts_at": p.StartsAt, "ends_at": p.EndsAt, "deductible_amount": ui.Sum{Amount: p.DeductibleAmount, Code: p.DeductibleCurrencyCode}})
	for _, id := range p.CollectionIDs {
		values["collection-"+ui.Number(id)] = ui.Ticked
	}
	for _, id := range p.LocationIDs {
		values["location-"+ui.Number(id)] = ui.Ticked
	}
	values["copy_ids"] = strings.Join(page.Written(p.CopyIDs), " ")
	return values
}

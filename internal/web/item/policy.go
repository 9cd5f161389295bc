package item

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var policyPages = []page.Row{
	page.Show("GET /policies", "GET /api/policies", policies),
	page.Edit("GET /policies/new", "", newPolicy),
	page.Edit("POST /policies", "POST /api/policies", createPolicy),
	page.Show("GET /policies/{policy}", "GET /api/policies/{policy}/copies", policy),
	page.Edit("GET /policies/{policy}/edit", "GET /api/policies/{policy}", editPolicy),
	page.Edit("POST /policies/{policy}", "PUT /api/policies/{policy}", updatePolicy),
	page.Edit("POST /policies/{policy}/add", "PUT /api/policies/{policy}", addToPolicy),
	page.Edit("POST /policies/{policy}/delete", "DELETE /api/policies/{policy}", deletePolicy),
}

// policyList is a page of policies. If a copy is to be added to one, each asks whether to.
type policyList struct {
	Page catalog.Page[catalog.CountedPolicy]
	Copy int64 // to be added; 0 is none
	To   string
}

// path is the address of the list from its beginning.
func (l policyList) path() string {
	if l.Copy == 0 {
		return "/policies"
	}
	return ui.With(ui.With("/policies", "copy", ui.Number(l.Copy)), "to", l.To)
}

func policies(v *page.Visit) error {
	l := policyList{To: v.Destination()}
	if id := page.AsID(v.Param("copy")); id != nil {
		l.Copy = *id
	}
	if err := v.Together(func(r postgres.Reader) (err error) {
		l.Page, err = countedPolicies(v, r, v.Paging())
		return err
	}); err != nil {
		return err
	}
	return v.Show(http.StatusOK, "policies.title", "insurance", func(f ui.Frame) templ.Component { return policiesPage(f, l) })
}

func countedPolicies(v *page.Visit, r postgres.Reader, p catalog.Paging) (none catalog.Page[catalog.CountedPolicy], _ error) {
	found, err := ledger.Policies(v.Context(), r, catalog.PolicyFilter{}, p)
	if err != nil {
		return none, err
	}
	return figures.CountedPolicies(v.Context(), r, found)
}

// policyShown is a policy with the copies that it names.
type policyShown struct {
	Policy catalog.CountedPolicy
	Copies catalog.Page[catalog.PolicyCopy]
	Show   string // within or beyond the sum; empty for all
}

// policyParts are the copies of a policy that can be shown.
var policyParts = []string{"within", "beyond"}

func policy(v *page.Visit) error {
	id, err := v.Number("policy")
	if err != nil {
		return err
	}
	shown := policyShown{Show: v.Param("show")}
	var covered *bool
	if shown.Show != "" {
		var wrong fault.Invalid
		if wrong.OneOf("show", shown.Show, policyParts); wrong.Err() != nil {
			return wrong.Err()
		}
		covered = new(shown.Show == "within")
	}
	if err = v.Together(func(r postgres.Reader) error {
		found, err := ledger.Policy(v.Context(), r, id)
		if err != nil {
			return err
		}
		all, err := figures.PolicyFigures(v.Context(), r, []catalog.Policy{found})
		shown.Policy = all[0]
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Copies, err = ledger.PolicyCopies(v.Context(), r, id, covered, v.Paging())
		return err
	}); err != nil {
		return err
	}
	f, err := v.Frame(shown.Policy.Name, "insurance")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, policyPage(f, shown))
}

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
	for _, word := range strings.Fields(v.Text("copy_ids")) {
		if id, err := strconv.ParseInt(word, 10, 64); err == nil {
			in.CopyIDs = append(in.CopyIDs, id)
		}
	}
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
	var copies []string
	for _, id := range p.CopyIDs {
		copies = append(copies, ui.Number(id))
	}
	values["copy_ids"] = strings.Join(copies, " ")
	return values
}

// newPolicy begins a policy, of a collection or a copy if the address names one.
func newPolicy(v *page.Visit) error {
	var account catalog.Account
	if err := v.Together(func(r postgres.Reader) (err error) { account, err = people.Account(v.Context(), r); return err }); err != nil {
		return err
	}
	values := map[string]string{"status": "active", "currency_code": account.CurrencyCode, "copy_ids": v.Param("copy")}
	if id := page.AsID(v.Param("collection")); id != nil {
		values["collection-"+ui.Number(*id)] = ui.Ticked
	}
	return policyForm(nil)(v, http.StatusOK, ui.Form{Values: values})
}

func createPolicy(v *page.Visit) error {
	return page.Create(v, catalog.PolicyCreated, policyInput, ledger.CreatePolicy, policyForm(nil), func(p catalog.Policy) string { return ui.PolicyPath(p.ID) })
}

func editPolicy(v *page.Visit) error {
	p, err := page.Load(v, "policy", ledger.Policy)
	if err != nil {
		return err
	}
	return policyForm(&p)(v, http.StatusOK, ui.Edited(policyValues(p)))
}

func updatePolicy(v *page.Visit) error {
	p, err := page.Load(v, "policy", ledger.Policy)
	if err != nil {
		return err
	}
	return page.Update(v, catalog.PolicyUpdated, p.ID, storedPolicy, policyForm(&p), ui.PolicyPath(p.ID))
}

// addToPolicy adds a copy to what a policy names. It reads and writes in one transaction, so that two
// additions are both kept.
func addToPolicy(v *page.Visit) error {
	id, err := v.Number("policy")
	if err != nil {
		return err
	}
	copyID := page.AsID(v.Text("copy"))
	if copyID == nil {
		return fault.ErrNotFound
	}
	to := v.Destination()
	if to == "" {
		to = ui.PolicyPath(id)
	}
	err = v.AmendBy(catalog.PolicyUpdated, func(postgres.Reader) (map[string]string, error) { return nil, nil }, func(w postgres.Writer) error {
		p, err := ledger.Policy(v.Context(), w.Reader, id)
		if err != nil {
			return err
		}
		in := catalog.PolicyInput{Name: p.Name, CollectionIDs: p.CollectionIDs, LocationIDs: p.LocationIDs, CopyIDs: append(p.CopyIDs, *copyID), InsuranceRecordInput: catalog.InsuranceRecordInput{
			Provider: p.Provider, InsuredValue: &p.InsuredValue, Status: p.Status, CurrencyCode: &p.CurrencyCode, PolicyNumber: p.PolicyNumber, CoverageType: p.CoverageType,
			DeductibleAmount: p.DeductibleAmount, DeductibleCurrencyCode: &p.DeductibleCurrencyCode, StartsAt: p.StartsAt, EndsAt: p.EndsAt,
			ContactName: p.ContactName, ContactEmail: p.ContactEmail, ContactPhone: p.ContactPhone, Note: p.Note}}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err = ledger.UpdatePolicy(v.Context(), w, id, in)
		return err
	})
	if err != nil {
		return err
	}
	return v.Redirect(to)
}

func deletePolicy(v *page.Visit) error {
	return v.Delete("policy", catalog.PolicyDeleted, "/insurance", ledger.DeletePolicy)
}

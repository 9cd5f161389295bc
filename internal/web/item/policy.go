package item

import (
	"cmp"
	"net/http"
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
	page.Edit("POST /policies/new", "POST /api/policies", newPolicy),
	page.Edit("GET /collections/{collection}/items/policy", "GET /api/policies", choosePolicyOfItems),
	page.Edit("POST /policies", "POST /api/policies", createPolicy),
	page.Show("GET /policies/{policy}", "GET /api/policies/{policy}/copies", policy),
	page.Edit("GET /policies/{policy}/edit", "GET /api/policies/{policy}", editPolicy),
	page.Edit("POST /policies/{policy}", "PUT /api/policies/{policy}", updatePolicy),
	page.Edit("POST /policies/{policy}/add", "PUT /api/policies/{policy}", addToPolicy),
	page.Edit("POST /policies/{policy}/delete", "DELETE /api/policies/{policy}", deletePolicy),
}

// policyList is a page of policies. If copies are to be put under one, each offers to take them.
type policyList struct {
	Page   catalog.Page[catalog.CountedPolicy]
	Later  bool    // what they cover is added up by a second request
	Copies []int64 // to be put under one
	To     string
}

func policies(v *page.Visit) error {
	copies, err := copiesInGap(v)
	if err != nil {
		return err
	}
	return choosePolicy(v, policyList{Copies: copies, To: v.Destination()})
}

// choosePolicy lists the policies. There are not many, so all of them are offered to chosen copies.
func choosePolicy(v *page.Visit, l policyList) error {
	paging := v.Paging()
	if len(l.Copies) > 0 {
		paging = catalog.Paging{Number: 1, PerPage: catalog.MaxPolicies}
	}
	if err := v.Together(func(r postgres.Reader) (err error) {
		l.Page, l.Later, err = countedPolicies(v, r, paging)
		return err
	}); err != nil {
		return err
	}
	return v.Show(http.StatusOK, "policies.title", "insurance", func(f ui.Frame) templ.Component {
		if v.Fragment() && len(l.Copies) > 0 {
			return policyChoice(f, l)
		}
		return policiesPage(f, l)
	})
}

// copiesInGap are the copies of the address: those that it names, or every one in a gap of the cover, the
// largest gaps first.
func copiesInGap(v *page.Visit) ([]int64, error) {
	if v.Param("every") == "" {
		return page.Numbers(v.URL.Query()["copy"]), nil
	}
	filter := catalog.GapFilter{Kind: v.Param("gap"), CollectionID: page.AsID(v.Param("collection"))}
	var wrong fault.Invalid
	if wrong.OneOf("gap", filter.Kind, catalog.GapKinds); wrong.Err() != nil {
		return nil, wrong.Err()
	}
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	found, err := ledger.GapCopies(v.Context(), reader, filter, catalog.Paging{Number: 1, PerPage: catalog.MaxPolicyCopies})
	return page.IdsOf(found.Items, func(c catalog.GapCopy) int64 { return c.CopyID }), err
}

// choosePolicyOfItems offers policies for the held copies of chosen items, as far as the filter of the list
// keeps them.
func choosePolicyOfItems(v *page.Visit) error {
	ids, err := page.ChosenItems(v)
	if err != nil {
		return err
	}
	collection, err := v.Number("collection")
	if err != nil {
		return err
	}
	filter, err := page.Listed(v, v.Param("list"))
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	copies, err := inventory.HeldIDs(v.Context(), reader, collection, ids, filter.Copies)
	if err != nil {
		return err
	}
	return choosePolicy(v, policyList{Copies: copies, To: ui.ListPath(collection, v.Param("list"))})
}

// countedPolicies are policies with what they cover, unless that is added up later.
func countedPolicies(v *page.Visit, r postgres.Reader, p catalog.Paging) (all catalog.Page[catalog.CountedPolicy], later bool, err error) {
	found, err := ledger.Policies(v.Context(), r, catalog.PolicyFilter{}, p)
	if err == nil {
		all, err = figures.CountedPolicies(page.Sums(v), r, found)
		later, err = page.Later(err)
	}
	return all, later, err
}

// policyShown is a policy with the copies that it names.
type policyShown struct {
	Policy catalog.CountedPolicy
	Later  bool // what it covers is added up by a second request
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
		all, err := figures.PolicyFigures(page.Sums(v), r, []catalog.Policy{found})
		shown.Policy = all[0]
		shown.Later, err = page.Later(err)
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

// newPolicy begins a policy, of a collection or a copy if the address names one, or of the copies of a form.
func newPolicy(v *page.Visit) error {
	var account catalog.Account
	if err := v.Together(func(r postgres.Reader) (err error) { account, err = people.Account(v.Context(), r); return err }); err != nil {
		return err
	}
	copies := append(page.Unranged(v.Text("copies")), page.Numbers([]string{v.Param("copy")})...)
	values := map[string]string{"status": "active", "currency_code": account.CurrencyCode, "copy_ids": strings.Join(page.Written(copies), " ")}
	if id := page.AsID(v.Param("collection")); id != nil {
		values["collection-"+ui.Number(*id)] = ui.Ticked
	}
	return policyForm(nil)(v, http.StatusOK, ui.Form{Values: values})
}

func createPolicy(v *page.Visit) error {
	return page.Create(v, catalog.PolicyCreated, policyInput, ledger.CreatePolicy, policyForm(nil), func(p catalog.Policy) string {
		if len(p.CopyIDs) > 0 {
			_ = page.OfferRevert(v, 1) // the policy is made all the same
		}
		return ui.PolicyPath(p.ID)
	})
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

// addToPolicy puts the copies of the form under a policy, in one change that can be undone.
func addToPolicy(v *page.Visit) error {
	id, err := v.Number("policy")
	if err != nil {
		return err
	}
	copies := page.Unranged(v.Text("copies"))
	if len(copies) == 0 {
		return fault.ErrNotFound
	}
	err = v.AmendBy(catalog.PolicyUpdated, func(postgres.Reader) (map[string]string, error) { return nil, nil }, func(w postgres.Writer) error {
		return ledger.NameInPolicy(v.Context(), w, id, copies, nil)
	})
	if err != nil {
		return err
	}
	if err := page.OfferRevert(v, 1); err != nil {
		return err
	}
	return v.Redirect(cmp.Or(v.Destination(), ui.PolicyPath(id)))
}

func deletePolicy(v *page.Visit) error {
	return v.Delete("policy", catalog.PolicyDeleted, "/insurance", ledger.DeletePolicy)
}

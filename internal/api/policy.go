package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/ledger"
)

var policies = []route{
	read(member, "GET /api/policies", listPolicies, many(policy)),
	read(member, "GET /api/policies/{policy}", get(countedPolicy), one(policy)),
	read(member, "GET /api/policies/{policy}/copies", listPolicyCopies, many(copyOfPolicy)),
	write(editor, "POST /api/policies", catalog.PolicyCreated, create(policyInput, createPolicy), created(policy)),
	write(editor, "PUT /api/policies/{policy}", catalog.PolicyUpdated, update(policyInput, updatePolicy), one(policy)),
	write(editor, "DELETE /api/policies/{policy}", catalog.PolicyDeleted, discard(ledger.DeletePolicy), trashed),
}

func listPolicies(ctx context.Context, r postgres.Reader, req *request) (none catalog.Page[catalog.CountedPolicy], _ error) {
	f := filter{query: req.query()}
	in := catalog.PolicyFilter{
		Status:       f.oneOf("status", catalog.InsuranceStatuses),
		EndsBefore:   f.date("ends_before"),
		CollectionID: f.id("collection_id"),
		LocationID:   f.id("location_id"),
		CopyID:       f.id("copy_id"),
	}
	if err := f.wrong.Err(); err != nil {
		return none, err
	}
	found, err := ledger.Policies(ctx, r, in, req.page())
	if err != nil {
		return none, err
	}
	return figures.CountedPolicies(ctx, r, found)
}

func listPolicyCopies(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.PolicyCopy], error) {
	f := filter{query: req.query()}
	covered := f.choice("covered")
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.PolicyCopy]{}, err
	}
	return ledger.PolicyCopies(ctx, r, req.nth(0), covered, req.page())
}

func countedPolicy(ctx context.Context, r postgres.Reader, id int64) (catalog.CountedPolicy, error) {
	p, err := ledger.Policy(ctx, r, id)
	return withFigures(ctx, r, p, err)
}

func createPolicy(ctx context.Context, w postgres.Writer, in catalog.PolicyInput) (catalog.CountedPolicy, error) {
	p, err := ledger.CreatePolicy(ctx, w, in)
	return withFigures(ctx, w.Reader, p, err)
}

func updatePolicy(ctx context.Context, w postgres.Writer, id int64, in catalog.PolicyInput) (catalog.CountedPolicy, error) {
	p, err := ledger.UpdatePolicy(ctx, w, id, in)
	return withFigures(ctx, w.Reader, p, err)
}

// withFigures adds what a policy covers, after the change that wrote it.
func withFigures(ctx context.Context, r postgres.Reader, p catalog.Policy, err error) (none catalog.CountedPolicy, _ error) {
	if err != nil {
		return none, err
	}
	all, err := figures.PolicyFigures(ctx, r, []catalog.Policy{p})
	return all[0], err
}

func policyInput(b *body) catalog.PolicyInput {
	return catalog.PolicyInput{Name: b.text("name"), InsuranceRecordInput: insuranceTerms(b, func(string) *bool { return nil }), CollectionIDs: b.integers("collection_ids"), LocationIDs: b.integers("location_ids"), CopyIDs: b.integers("copy_ids")}
}

func policy(p catalog.CountedPolicy) resource {
	return resource{kind: "policy", id: p.ID, self: "/api/policies/" + strconv.FormatInt(p.ID, 10), attributes: attributes{
		{"uuid", p.UUID},
		{"name", p.Name},
		{"provider", p.Provider},
		{"policy_number", p.PolicyNumber},
		{"coverage_type", p.CoverageType},
		{"insured_value", p.InsuredValue},
		{"currency_code", p.CurrencyCode},
		{"deductible_amount", p.DeductibleAmount},
		{"deductible_currency_code", p.DeductibleCurrencyCode},
		{"starts_at", p.StartsAt},
		{"ends_at", p.EndsAt},
		{"status", p.Status},
		{"contact_name", p.ContactName},
		{"contact_email", p.ContactEmail},
		{"contact_phone", p.ContactPhone},
		{"note", p.Note},
		{"collection_ids", refs(p.CollectionIDs)},
		{"location_ids", refs(p.LocationIDs)},
		{"copy_ids", refs(p.CopyIDs)},
		{"copies_count", p.Copies},
		{"value", money(p.Value)},
		{"covered", money(p.Covered)},
		{"over", money(p.Over)},
		{"created_at", p.CreatedAt},
		{"updated_at", p.UpdatedAt},
	}, context: attributes{{"collection_names", p.CollectionNames}, {"location_names", p.LocationNames}}}
}

// copyOfPolicy is a copy, with what the policy pays of its value beside it.
func copyOfPolicy(c catalog.PolicyCopy) resource {
	shown := copyOf(c.Copy)
	shown.context = attributes{{"item_name", c.ItemName}, {"collection_name", c.CollectionName}, {"covered", c.Covered}, {"paid", c.Paid}, {"over", c.Over}}
	return shown
}

package web

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Cells that are bad are corrected in the plan: one, and all that say the same in one step. The plan
// is made again, a correction can be taken back, and a plan that is not the present one is refused.
func TestCellsAreCorrectedInThePlan(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	const file = "Name,Purchase date,Price\nKind of Blue,2020-01-02,12.50\nBlue,2020-01-03,?\nMoanin,2020-01-04,?\nGiant Steps,soon,7\nTea,2020-01-05,?\n"
	path := b.chosen("records.csv", file, url.Values{"collection_id": {""}, "collection": {"Records"}}).Header.Get("Location")
	b.settled(path)
	b.post(path+"/mapping", b.get(path+"/mapping").mapping()).leadsTo(t, path)
	plan := b.settled(path).want(t, 200, "4 rows need a look", `name="to.3.3"`, `name="all.3.3"`, "Also in 2 other rows that say the same", `name="to.5.2"`, path+"/corrections")
	if strings.Contains(plan.body, `name="all.5.2"`) || strings.Count(plan.body, `name="to.3.3"`) != 1 {
		t.Error("a cell that is alone can be corrected for others, or one has two fields")
	}
	b.post(path+"/corrections", url.Values{"plan": {"1"}, "to.3.3": {"?"}, "to.5.2": {"soon"}}).leadsTo(t, path)
	if n := apitest.Scalar[int](t, s.Harness, `select plan_number::int from imports`); n != 1 {
		t.Errorf("plan %d is made of no correction", n)
	}
	b.post(path+"/corrections", url.Values{"plan": {"1"}, "to.3.3": {"8.25"}, "all.3.3": {"true"}, "to.5.2": {"2020-02-30"}, "to.9.9": {"x"}, "to.3": {"x"}}).leadsTo(t, path)
	b.settled(path).want(t, 200, "1 row needs a look", `value="2020-02-30"`, "2 corrections", "8.25", "Import 4 rows")
	b.post(path+"/corrections", url.Values{"plan": {"1"}, "to.5.2": {"2020-03-01"}}).want(t, 422, `role="alert"`, "another plan by now")
	b.post(path+"/corrections", url.Values{"plan": {"2"}, "to.5.2": {strings.Repeat("x", 5001)}}).want(t, 422, `role="alert"`)
	b.post(path+"/corrections", url.Values{"plan": {"2"}, "to.5.2": {"2020-03-01"}}).leadsTo(t, path)
	b.settled(path).want(t, 200, "2 corrections", "Import 5 rows")
	b.post(path+"/corrections", url.Values{"plan": {"3"}, "undo": {"1"}}).leadsTo(t, path)
	b.settled(path).want(t, 200, "1 correction", `value="soon"`, "Import 4 rows")
	b.get(path+"?action=error").want(t, 200, `name="to.5.2"`)
	b.post(path+"/corrections", url.Values{"plan": {"4"}, "to.5.2": {""}}).leadsTo(t, path)
	b.settled(path)
	b.post(path+"/apply", url.Values{"plan": {"5"}, "skip_errors": {"true"}}).leadsTo(t, path)
	b.settled(path).want(t, 200, "The import is done")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from transactions where amount = 825`); n != 3 {
		t.Errorf("%d purchases have the corrected price", n)
	}
	b.post(path+"/corrections", url.Values{"plan": {"5"}, "to.3.3": {"9"}}).leadsTo(t, path)
	b.post(path+"/revert", url.Values{}).leadsTo(t, path)
	b.settled(path).want(t, 200, "The import is taken back")
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from items`); n != 0 {
		t.Errorf("%d items are left", n)
	}
}

// The columns fit a template: it is offered, and chosen unless somebody chooses otherwise. The type
// that is made is that of the template, with all its fields.
func TestTemplateIsOffered(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	b := s.signedIn(t, s.Owner(t))
	const file = "Name,Artist,Label,Catalogue number,Mood\nBlue,Joni Mitchell,Reprise,MS 2038,sad\nMoanin,Art Blakey,Blue Note,BLP 4003,glad\n"
	path := b.chosen("bought.csv", file, url.Values{"collection_id": {""}, "collection": {"Records"}}).Header.Get("Location")
	b.settled(path)
	columns := b.get(path+"/mapping").want(t, 200, "The columns fit the template Vinyl record", `value="template:vinyl-record" selected`, "1 new field")
	other := columns.mapping()
	other.Set("type", "new")
	b.post(path+"/mapping", other).leadsTo(t, path)
	b.settled(path)
	if again := b.get(path+"/mapping").want(t, 200, `value="new" selected`); strings.Contains(again.body, "The columns fit") {
		t.Error("a template is offered to somebody who has chosen otherwise")
	}
	b.post(path+"/mapping", columns.mapping()).leadsTo(t, path)
	b.settled(path).want(t, 200, "Import 2 rows", "Vinyl record")
	b.post(path+"/apply", url.Values{"plan": {"2"}}).leadsTo(t, path)
	b.settled(path).want(t, 200, "The import is done")
	if got := apitest.Column[string](t, s.Harness, `select name from collection_types`); len(got) != 1 || got[0] != "Vinyl record" {
		t.Errorf("types %q", got)
	}
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from custom_fields`); n != 26 {
		t.Errorf("%d fields, want the 25 of the template and Mood", n)
	}
	if got := apitest.Scalar[string](t, s.Harness, `select v.value #>> '{}' from item_values v join custom_fields f on f.id = v.custom_field_id join items i on i.id = v.item_id where f.name = 'Label' and i.name = 'Moanin'`); got != "Blue Note" {
		t.Errorf("the label is %q", got)
	}
}

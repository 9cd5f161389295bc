package web

import (
	"net/http"
	"testing"

	"vitrine/internal/apitest"
	itempages "vitrine/internal/web/item"
	"vitrine/internal/web/ui"
)

// The page of an object shows its API operation, which the documentation has.
func TestObjectsAreShownAsJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	for page, path := range map[string]string{"/items/{item}": "/api/items/{item}", "/collections/{collection}": "/api/collections/{collection}"} {
		b.get(w.Fill(page)).want(t, http.StatusOK, `popovertarget="as-json"`, s.URL+w.Fill(path)+"</code>", "Bearer $VITRINE_TOKEN")
		w.Send(t, "GET", w.Fill(path), nil).Want(t, http.StatusOK)
	}
	operations := map[string]bool{}
	for _, op := range s.Contract.Operations {
		operations[op.OperationID] = true
	}
	for _, o := range []ui.Object{ui.CollectionObject(1), ui.ItemObject(1), ui.CopyObject(1), ui.LocationObject(1), ui.CollectionTypeObject(1), ui.TagObject(1), ui.SetObject(1), ui.PolicyObject(1), ui.SeriesObject(1), ui.CategoryObject(1, 1),
		{Operation: itempages.Valuations.Get}, {Operation: itempages.Transactions.Get}, {Operation: itempages.LoansOfCopies.Get}, {Operation: itempages.Maintenance.Get}, {Operation: itempages.Provenance.Get}, {Operation: itempages.Stays.Get}, {Operation: itempages.InsuranceRecords.Get}} {
		if !operations[o.Operation] {
			t.Errorf("the documentation has no %s", o.Operation)
		}
	}
}

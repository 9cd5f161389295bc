package web

import (
	"net/http"
	"net/url"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A viewer suggests what an item should say, and an editor takes it.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	viewer, owner := s.signedIn(t, w.Join(t, identity.Viewer)), s.signedIn(t, w.Person)
	item := "/items/" + w.IDs["item"]
	viewer.get(item).want(t, http.StatusOK, "Suggest a change")
	viewer.get(item+"/suggest").want(t, http.StatusOK, "Fill in only what should be different", "Description")
	viewer.post(item+"/suggest", url.Values{}).want(t, http.StatusUnprocessableEntity)
	viewer.post(item+"/suggest", url.Values{"to0": {"Another name"}, "message": {"It says so on the spine"}}).leadsTo(t, "/proposals")
	viewer.get("/proposals").want(t, http.StatusOK, "Another name", "Take it back")
	owner.get("/proposals").want(t, http.StatusOK, "Another name", "It says so on the spine", "somebody typed this")

	id := apitest.Scalar[string](t, s.Harness, `select max(id)::text from proposals`)
	change := apitest.Scalar[string](t, s.Harness, `select max(id)::text from proposal_changes`)
	viewer.post("/proposals/"+id+"/accept", url.Values{"change": {change}}).want(t, http.StatusNotFound)
	owner.post("/proposals/"+id+"/accept", url.Values{}).want(t, http.StatusUnprocessableEntity, "Tick at least one change")
	owner.post("/proposals/"+id+"/accept", url.Values{"change": {change}}).leadsTo(t, "/proposals")
	owner.get(item).want(t, http.StatusOK, "Another name")
	owner.get("/proposals").want(t, http.StatusOK, "Nothing here has changed")
	owner.get("/proposals?state=accepted").want(t, http.StatusOK, "Taken by", "See what changed, or undo it").without(t, "Nothing here has changed")
	imported := apitest.Scalar[string](t, s.Harness, `select import_id::text from proposals where id = `+id)
	owner.get("/imports/"+imported).want(t, http.StatusOK, "Another name")

	viewer.post(item+"/suggest", url.Values{"to1": {"Signed"}}).leadsTo(t, "/proposals")
	id = apitest.Scalar[string](t, s.Harness, `select max(id)::text from proposals`)
	viewer.post("/proposals/"+id+"/delete", url.Values{}).leadsTo(t, "/proposals")
	viewer.post(item+"/suggest", url.Values{"to1": {"Signed"}}).leadsTo(t, "/proposals")
	id = apitest.Scalar[string](t, s.Harness, `select max(id)::text from proposals`)
	owner.post("/proposals/"+id+"/refuse", url.Values{"reason": {"Mine is right"}}).leadsTo(t, "/proposals")
	owner.get("/proposals?state=refused").want(t, http.StatusOK, "Refused by", "Mine is right")
}

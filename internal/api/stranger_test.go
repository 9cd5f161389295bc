package api

import (
	"net/http"
	"testing"
)

// A newcomer's first attempts work: a type is imported from whatever export or the
// templates returned.

func TestImportTakesWhatIsAtHand(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	const path = "/api/collection-types"
	first := u.Send(t, "POST", path+"/import", M{"template": "comic"}).Want(t, http.StatusCreated).ID(t)
	exported := u.Send(t, "GET", path+"/"+first+"/export", nil).Want(t, http.StatusOK)
	for name, body := range map[string]any{
		"the whole answer":  exported.JSON(t),
		"its schema":        M{"schema": exported.Dig(t, "data.attributes.schema")},
		"the answer's text": string(exported.Content),
	} {
		id := u.Send(t, "POST", path+"/import", body).Want(t, http.StatusCreated).ID(t)
		again := u.Send(t, "GET", path+"/"+id+"/export", nil)
		same(t, name, again.Dig(t, "data.attributes.schema"), exported.Dig(t, "data.attributes.schema"))
	}
	for field, body := range map[string]M{
		"template": {"template": "no-such"},
		"schema":   {"schema": M{"type": M{}}},
		"data":     {"data": M{"attributes": 7}},
		"json":     {},
	} {
		r := u.Send(t, "POST", path+"/import", body).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors."+field+".0") == nil {
			t.Errorf("%v: no error on %s: %s", body, field, r.Content)
		}
	}
}

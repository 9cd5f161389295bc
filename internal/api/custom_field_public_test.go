package api

import (
	"net/http"
	"strings"
	"testing"
)

// Visitors see a field only if a client made it public. Older clients, which omit the member, do not
// change that, and exports do not contain it.
func TestAFieldIsPublicWhenAsked(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	kind := "/api/collection-types/" + u.Make(t, "/api/collection-types", M{"name": "Book"})
	field := kind + "/custom-fields/" + u.Make(t, kind+"/custom-fields", M{"name": "Author", "field_type": "text"})
	is := func(want bool, method string, body M) {
		t.Helper()
		got := u.Send(t, method, field, body).Want(t, http.StatusOK).Dig(t, "data.attributes.is_public")
		same(t, method+" "+encoded(body), got, any(want))
	}
	is(false, "GET", nil)
	is(true, "PUT", M{"field_type": "text", "is_public": true})
	is(true, "PUT", M{"field_type": "text"})
	is(true, "PATCH", M{"name": "Writer"})
	is(false, "PUT", M{"field_type": "text", "is_public": nil})
	is(true, "PATCH", M{"is_public": true})
	if u.Send(t, "PATCH", field, M{"is_public": "perhaps"}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.is_public") == nil {
		t.Error("perhaps is nothing wrong")
	}
	if body := u.Send(t, "GET", kind+"/export", nil).Want(t, http.StatusOK).Content; strings.Contains(string(body), "public") {
		t.Errorf("the export tells: %s", body)
	}
}

package api

import (
	"net/http"
	"strings"
	"testing"
)

// A report opened in a spreadsheet contains no formulas from the imported file.
func TestReportHasNoFormulas(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, "name,price\nPenny,=x\nGroschen,＝x\n", M{"columns": []M{{"column": 1, "to": "item_name"}, {"column": 2, "to": "purchase_price"}}})
	r := d.Send(t, "GET", "/api/imports/"+id+"/report", nil).Want(t, http.StatusOK)
	for _, want := range []string{",'=x,", ",'＝x,"} {
		if !strings.Contains(string(r.Content), want) {
			t.Errorf("%s is not in the report:\n%s", want, r.Content)
		}
	}
}

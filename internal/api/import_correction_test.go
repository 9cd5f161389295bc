package api

import (
	"net/http"
	"testing"
)

// A bad cell is corrected in the mapping: the plan is made again with it, apply writes it, and revert
// takes it back. The corrections of a plan are shown with it.
func TestImportCorrections(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, priced(), pricedColumns)
	corrected := M{"columns": pricedColumns["columns"], "corrections": []M{{"column": 4, "from": " twelve ", "to": "12.75"}, {"column": 2, "row": 3, "to": "Thaler"}}}
	d.Send(t, "PUT", "/api/imports/"+id+"/mapping", corrected).Want(t, http.StatusOK)
	r := d.settled(t, id)
	d.sums(t, r)
	same(t, "create and error", []any{r.Dig(t, "data.attributes.plan.create"), r.Dig(t, "data.attributes.plan.error")}, []any{12.0, 0.0})
	same(t, "correction", r.Dig(t, "data.attributes.mapping.corrections.0.to"), "12.75")
	same(t, "state", d.apply(t, id, M{"plan": 2}).Dig(t, "data.attributes.state"), "applied")
	same(t, "price", scalar[int](t, d.Harness, `select t.amount::int from transactions t join copies c on c.id = t.copy_id join items i on i.id = c.item_id where i.name = 'Item 3'`), 1275)
	same(t, "renamed", scalar[int](t, d.Harness, `select count(*)::int from items where name = 'Thaler'`), 1)
	d.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	same(t, "items after the revert", d.items(t), 0)

	id = d.read(t, priced())
	for what, body := range map[string]M{
		"neither": {"corrections": []M{{"column": 4, "to": "1"}}},
		"text":    {"corrections": []M{{"column": 4, "row": 1, "to": 5}}},
		"column":  {"corrections": []M{{"row": 1, "to": "5"}}},
	} {
		if code := d.Send(t, "PUT", "/api/imports/"+id+"/mapping", body).StatusCode; code != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", what, code)
		}
	}
}

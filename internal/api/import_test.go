package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/identity"
	"vitrine/internal/jobs"
)

// desk is a server that works on imports, with an account and a collection.
type desk struct {
	*world
	collection string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	h := newHarness(t, usual(t))
	workers, err := jobs.Start(context.WithoutCancel(t.Context()), h.DB, jobs.Options{Log: slog.New(slog.DiscardHandler), Files: inside(h).attachments})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = workers.Close(context.Background()) })
	w := h.World(t)
	return desk{w, w.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})}
}

// settled waits until no job works on an import.
func (d desk) settled(t *testing.T, id string) response {
	t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; {
		r := d.Send(t, "GET", "/api/imports/"+id, nil, "Prefer", "wait=10").Want(t, http.StatusOK)
		switch r.Dig(t, "data.attributes.state") {
		case "reading", "planning", "applying", "reverting":
			continue
		}
		return r
	}
	t.Fatal("the import does not end")
	return response{}
}

func (d desk) read(t *testing.T, content string) string {
	t.Helper()
	id := d.SendForm(t, "/api/imports", "coins.csv", []byte(content), M{"collection_id": d.collection}).Want(t, http.StatusCreated).ID(t)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "ready")
	return id
}

func (d desk) planned(t *testing.T, content string, mapping M) (string, response) {
	t.Helper()
	id := d.read(t, content)
	d.Send(t, "PUT", "/api/imports/"+id+"/mapping", mapping).Want(t, http.StatusOK)
	r := d.settled(t, id)
	same(t, "state", r.Dig(t, "data.attributes.state"), "planned")
	d.sums(t, r)
	return id, r
}

// sums checks that the counts of a plan sum to its rows.
func (d desk) sums(t *testing.T, r response) {
	t.Helper()
	plan, sum := r.Dig(t, "data.attributes.plan").(M), 0.0
	for _, name := range []string{"create", "update", "unchanged", "skip", "error"} {
		sum += plan[name].(float64)
	}
	same(t, "sum of the counts", sum, plan["rows"])
}

func (d desk) apply(t *testing.T, id string, body M) response {
	t.Helper()
	d.Send(t, "POST", "/api/imports/"+id+"/apply", body).Want(t, http.StatusOK)
	return d.settled(t, id)
}

func (d desk) items(t *testing.T) int {
	t.Helper()
	return scalar[int](t, d.Harness, `select count(*)::int from items where collection_id = $1`, d.collection)
}

// priced is a file of twelve rows with an invalid price in row 5.
func priced() string {
	var b strings.Builder
	b.WriteString("item_key,item_name,purchase_date,Price\n")
	for i := range 12 {
		price := fmt.Sprint(i + 1)
		if i == 3 {
			price = "twelve"
		}
		fmt.Fprintf(&b, "k%d,Item %d,2020-01-02,%s\n", i, i, price)
	}
	return b.String()
}

var pricedColumns = M{"columns": []M{{"column": 1, "to": "item_key"}, {"column": 2, "to": "item_name"}, {"column": 3, "to": "purchase_date"}, {"column": 4, "to": "purchase_price"}}}

// A file becomes items: the plan writes nothing, errors name cells, apply writes, the same file
// changes nothing, and revert undoes it.
func TestImport(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, r := d.planned(t, priced(), pricedColumns)
	same(t, "create and error", []any{r.Dig(t, "data.attributes.plan.create"), r.Dig(t, "data.attributes.plan.error")}, []any{11.0, 1.0})
	same(t, "items before apply", d.items(t), 0)
	row := d.Send(t, "GET", "/api/imports/"+id+"/rows?action=error", nil).Want(t, http.StatusOK)
	same(t, "row", row.Dig(t, "data.0.attributes.row"), 5.0)
	for name, want := range (M{"column": "Price", "cell": "D5", "code": "bad_money", "expected": "amount, as 12.50", "found": "twelve"}) {
		same(t, name, row.Dig(t, "data.0.attributes.issues.0."+name), want)
	}
	d.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1}).Want(t, http.StatusUnprocessableEntity)
	d.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 2, "skip_errors": true}).Want(t, http.StatusUnprocessableEntity)
	same(t, "state", d.apply(t, id, M{"plan": 1, "skip_errors": true}).Dig(t, "data.attributes.state"), "applied")
	same(t, "items", d.items(t), 11)
	same(t, "entries with the import", scalar[int](t, d.Harness, `select count(*)::int from logs where import_id = $1 and action = 'item_created'`, id), 11)

	_, r = d.planned(t, priced(), pricedColumns)
	same(t, "unchanged", r.Dig(t, "data.attributes.plan.unchanged"), 11.0)

	d.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	same(t, "items after the revert", d.items(t), 0)
	same(t, "entries in the trash", scalar[int](t, d.Harness, `select count(*)::int from trash_entries where object_type = 'import'`), 1)
}

// If a matched item is renamed after planning, apply plans again and writes nothing.
func TestImportPlansAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const file = "item_key,item_name\nk1,Ducat\nk2,Florin\n"
	id, _ := d.planned(t, file, M{})
	d.apply(t, id, M{"plan": 1})
	item := scalar[string](t, d.Harness, `select id::text from items where name = 'Ducat' and collection_id = $1`, d.collection)
	id, _ = d.planned(t, strings.Replace(file, "Ducat", "Dukat", 1), M{})
	d.Send(t, "PATCH", "/api/items/"+item, M{"name": "Zecchino"}).Want(t, http.StatusOK)
	r := d.apply(t, id, M{"plan": 1})
	same(t, "state", r.Dig(t, "data.attributes.state"), "planned")
	same(t, "number and differs", []any{r.Dig(t, "data.attributes.plan.number"), r.Dig(t, "data.attributes.plan.differs")}, []any{2.0, 1.0})
	same(t, "name", scalar[string](t, d.Harness, `select name from items where id = $1::text::bigint`, item), "Zecchino")
}

// Of many applies one is accepted, and rows are written once.
func TestImportIsAppliedOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, "item_key,item_name\nk1,Ducat\nk2,Florin\n", M{})
	answers := make(chan int, 8)
	for range cap(answers) {
		go func() { answers <- d.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1}).StatusCode }()
	}
	accepted := 0
	for range cap(answers) {
		if <-answers == http.StatusOK {
			accepted++
		}
	}
	same(t, "accepted", accepted, 1)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "applied")
	same(t, "items", d.items(t), 2)
}

// A user who loses the role while an import is applied writes nothing more.
func TestImportStopsWithTheRole(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	editor := d.Join(t, identity.Editor)
	var b strings.Builder
	b.WriteString("item_key,item_name\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "k%d,Item %d\n", i, i)
	}
	theirs := desk{&world{Person: editor, IDs: d.IDs}, d.collection}
	id, _ := theirs.planned(t, b.String(), M{})
	editor.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1}).Want(t, http.StatusOK)
	d.Send(t, "PUT", "/api/account/members/"+d.MemberID(t, editor), M{"role": "viewer"}).Want(t, http.StatusOK)
	r := d.settled(t, id)
	same(t, "state and code", []any{r.Dig(t, "data.attributes.state"), r.Dig(t, "data.attributes.error.code")}, []any{"stopped", "rights_lost"})
	if n := d.items(t); n%500 != 0 || n == 3000 {
		t.Errorf("%d items, want whole chunks and not all", n)
	}
	editor.Send(t, "GET", "/api/imports/"+id, nil).Want(t, http.StatusNotFound)
}

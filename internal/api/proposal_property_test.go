package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"vitrine/internal/testkind"
)

// Whatever is proposed and taken, nothing that somebody typed is replaced unless its change is named, what
// was not taken is not written, and two who decide at once decide once.
func TestProposalsReplaceNothingTyped(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	kind := d.Make(t, "/api/collection-types", M{"name": "Coin"})
	d.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", M{"collection_ids": []string{d.collection}}).Want(t, http.StatusOK)
	columns, fields := []string{"description"}, []string{""}
	for n := range 4 {
		name := fmt.Sprint("Field ", n)
		fields = append(fields, d.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": name, "field_type": "text"}))
		columns = append(columns, "field[text]:Coin/"+name)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range testkind.Number(40, 10_000) {
		d.proposeAtRandom(t, random, kind, columns, fields)
	}
}

// proposeAtRandom makes an item and a proposal for it, takes some of it, and looks what is written.
func (d desk) proposeAtRandom(t *testing.T, random *rand.Rand, kind string, columns, fields []string) {
	t.Helper()
	typed, want := make([]string, len(columns)), make([]string, len(columns))
	values, body := M{}, M{"name": "Thaler", "collection_type_id": kind}
	for i := range columns {
		if random.IntN(2) == 0 {
			continue
		}
		typed[i] = fmt.Sprint("typed ", i)
		if i == 0 {
			body["description"] = typed[i]
		} else {
			values[fields[i]] = typed[i]
		}
	}
	body["custom_fields"] = values
	item := d.Make(t, "/api/collections/"+d.collection+"/items", body)
	var changes []M
	sure := map[string]string{}
	for i, column := range columns {
		if len(changes) == 0 || random.IntN(2) == 0 {
			sure[column] = []string{"low", "medium", "high"}[random.IntN(3)]
			changes = append(changes, M{"column": column, "to": fmt.Sprint("proposed ", i), "confidence": sure[column]})
		}
	}
	id := d.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": item, "changes": changes}).Want(t, http.StatusCreated).ID(t)
	how := []string{"ticked", "all"}[random.IntN(2)]
	taken := 0
	for i, column := range columns {
		if want[i] = typed[i]; sure[column] != "" && typed[i] == "" && (how == "all" || sure[column] != "low") {
			want[i] = fmt.Sprint("proposed ", i)
			taken++
		}
	}
	statuses := make(chan int, 2)
	for range 2 {
		go func() {
			statuses <- d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{"changes": how, "refuse_rest": true}).StatusCode
		}()
	}
	got := []int{<-statuses, <-statuses}
	slices.Sort(got)
	expected := []int{http.StatusOK, http.StatusConflict}
	if taken == 0 { // there is nothing to take
		expected = []int{http.StatusUnprocessableEntity, http.StatusUnprocessableEntity}
	}
	same(t, "the answers to two who accept", got, expected)
	now := d.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK)
	written, _ := now.Dig(t, "data.attributes.custom_fields").(M)
	for i := range columns {
		var is any
		if is = written[fields[i]]; i == 0 {
			is = now.Dig(t, "data.attributes.description")
		}
		if is == nil {
			is = ""
		}
		same(t, columns[i], is, want[i])
	}
}

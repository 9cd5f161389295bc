package api

import (
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"testing"
)

const conditions = "/api/item-conditions"

// scale makes conditions in an account of its own, and returns their ids.
func scale(t *testing.T, names ...string) (*person, []string) {
	t.Helper()
	u := server(t).Owner(t)
	var ids []string
	for _, name := range names {
		ids = append(ids, u.Make(t, conditions, M{"name": name}))
	}
	return u, ids
}

// shown lists names and positions.
func shown(t *testing.T, u *person, query string) (all []string) {
	t.Helper()
	list, _ := u.Send(t, "GET", conditions+"?per_page=100"+query, nil).Want(t, http.StatusOK).Dig(t, "data").([]any)
	for i := range list {
		attributes := list[i].(M)["attributes"].(M)
		all = append(all, fmt.Sprint(attributes["name"], " ", attributes["position"]))
	}
	return all
}

func TestAConditionGoesWhereItIsPut(t *testing.T) {
	t.Parallel()
	u, ids := scale(t, "C", "B", "A")
	same(t, "as made", shown(t, u, ""), []string{"C 1", "B 2", "A 3"})
	u.Send(t, "PUT", conditions+"/"+ids[2], M{"name": "A", "position": 1}).Want(t, http.StatusOK)
	same(t, "the best", shown(t, u, ""), []string{"A 1", "C 2", "B 3"})
	u.Send(t, "PATCH", conditions+"/"+ids[1], M{"position": 50}).Want(t, http.StatusOK)
	same(t, "a gap", shown(t, u, ""), []string{"A 1", "C 2", "B 50"})
	u.Send(t, "PUT", conditions+"/"+ids[0]+"/order", M{"direction": "up"}).Want(t, http.StatusOK)
	same(t, "a step", shown(t, u, ""), []string{"C 1", "A 2", "B 50"})
	u.Send(t, "DELETE", conditions+"/"+ids[0], nil).Want(t, http.StatusNoContent)
	same(t, "deleted", shown(t, u, ""), []string{"A 2", "B 50"})
}

func TestAConditionIsFoundByItsName(t *testing.T) {
	t.Parallel()
	u, _ := scale(t, "Very fine", "Fine", "美品", "Good+")
	for query, want := range map[string][]string{"fin": {"Very fine 1", "Fine 2"}, "VÉRY f": {"Very fine 1"}, "品": {"美品 3"}, "ine": nil, "good": {"Good+ 4"}, "+": nil} {
		same(t, query, shown(t, u, "&q="+url.QueryEscape(query)), want)
	}
}

// Of many creations at once one keeps the name, none shares a position, and none is
// one too many.
func TestConditionsOfOneMoment(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	names := []string{"Élan", "élan", "E\u0301lan", "ELAN"}
	made := atOnce(20, func(i int) response { return u.Send(t, "POST", conditions, M{"name": names[i%len(names)]}) })
	same(t, "of one name", made[http.StatusCreated], 1)
	for n := 1; n < 97; n++ {
		u.Make(t, conditions, M{"name": fmt.Sprint("Grade ", n)})
	}
	made = atOnce(20, func(i int) response { return u.Send(t, "POST", conditions, M{"name": fmt.Sprint("Late ", i)}) })
	same(t, "up to the limit", made[http.StatusCreated], 3)
	r := u.Send(t, "POST", conditions, M{"name": "One more"}).Want(t, http.StatusUnprocessableEntity)
	if r.Dig(t, "errors.account.0") == nil {
		t.Errorf("%s", r.Content)
	}
	positions := map[string]bool{}
	for _, p := range scalars(t, u) {
		positions[p] = true
	}
	same(t, "positions", len(positions), 100)
}

func scalars(t *testing.T, u *person) (all []string) {
	t.Helper()
	list, _ := u.Send(t, "GET", conditions+"?per_page=100", nil).Dig(t, "data").([]any)
	for i := range list {
		all = append(all, fmt.Sprint(list[i].(M)["attributes"].(M)["position"]))
	}
	return all
}

// atOnce makes requests at the same time, and counts the statuses.
func atOnce(n int, send func(i int) response) map[int]int {
	var together sync.WaitGroup
	statuses := make([]int, n)
	for i := range n {
		together.Go(func() { statuses[i] = patiently(func() response { return send(i) }).StatusCode })
	}
	together.Wait()
	counted := map[int]int{}
	for _, s := range statuses {
		counted[s]++
	}
	return counted
}

package api

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/apitest"
)

// together sends n requests at the same time.
func together(n int, send func(i int) response) []response {
	answers := make([]response, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i] = patiently(func() response { return send(i) }) })
	}
	all.Wait()
	return answers
}

// answered counts the answers by their status.
func answered(answers []response) map[int]int {
	n := map[int]int{}
	for _, r := range answers {
		n[r.StatusCode]++
	}
	return n
}

// Two moves that are harmless alone close no circle together.
func TestCategoriesCloseNoCircle(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	path := "/api/collections/" + l.collection + "/categories"
	for range 5 {
		pair := []string{l.Make(t, path, M{"name": "1"}), l.Make(t, path, M{"name": "2"})}
		answers := together(2, func(i int) response {
			return l.Send(t, []string{"PUT", "PATCH"}[i], path+"/"+pair[i], M{"name": "x", "parent_id": pair[1-i]})
		})
		same(t, "one moved", answered(answers), map[int]int{http.StatusOK: 1, http.StatusUnprocessableEntity: 1})
	}
	apitest.CheckState(t, h)
}

// While some move and delete categories, others sort items into them.
func TestCategoriesUnderLoad(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	path, ids := branch(t, l, 6)
	items := "/api/collections/" + l.collection + "/items"
	answers := together(24, func(i int) response {
		switch i % 4 {
		case 0:
			return l.Send(t, "DELETE", path+"/"+ids[5-i/8], nil)
		case 1:
			return l.Send(t, "PATCH", path+"/"+ids[i%6], M{"parent_id": ids[(i+3)%6]})
		case 2:
			return l.Send(t, "POST", path, M{"name": "new", "parent_id": ids[i%6]})
		}
		return l.Send(t, "POST", items, M{"name": "x", "category_id": ids[i%6]})
	})
	for _, r := range answers {
		if r.StatusCode >= 500 {
			t.Errorf("%d: %s", r.StatusCode, r.Content)
		}
	}
	apitest.CheckState(t, h)
}

// An item created in a category while that is deleted is in none, or was refused.
func TestAnItemInACategoryThatGoes(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	items := "/api/collections/" + l.collection + "/items"
	for range 3 {
		path, ids := branch(t, l, 1)
		answers := together(12, func(i int) response {
			if i == 6 {
				return l.Send(t, "DELETE", path+"/"+ids[0], nil)
			}
			return l.Send(t, "POST", items, M{"name": "x", "category_id": ids[0]})
		})
		entry := answers[6].Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
		made := []string{}
		for i, r := range answers {
			if i != 6 && r.StatusCode == http.StatusCreated {
				made = append(made, r.ID(t))
			} else if i != 6 {
				wantWrong(t, r, "category_id")
			}
		}
		same(t, "in it", l.Send(t, "GET", "/api/items?category_id="+ids[0], nil).Dig(t, "meta.total"), 0)
		l.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
		back := l.Send(t, "GET", "/api/items?per_page=100&category_id="+ids[0], nil).Listed(t)
		slices.Sort(made)
		slices.Sort(back)
		same(t, "in it again", back, made)
	}
}

// Concurrent requests with one new name make one tag.
func TestOneNameIsOneTag(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, once := range []bool{false, true} {
		l := newLibrary(t, h.Owner(t))
		items := []string{tagged(t, l), tagged(t, l), tagged(t, l)}
		answers := together(18, func(i int) response {
			if once { // in a transaction that works on a snapshot
				return l.Send(t, "POST", "/api/items/"+items[i%3]+"/tags", M{"name": forms[i%len(forms)]}, "Idempotency-Key", "k"+string(rune('a'+i)))
			}
			return l.Send(t, "POST", "/api/items/"+items[i%3]+"/tags", M{"name": forms[i%len(forms)]})
		})
		for _, r := range answers {
			same(t, "tag", r.Want(t, http.StatusCreated).ID(t), answers[0].ID(t))
		}
		same(t, "tags", l.Send(t, "GET", "/api/tags", nil).Dig(t, "meta.total"), 1)
		for _, item := range items {
			same(t, "of an item", tagsOf(t, l.person, item), []any{answers[0].ID(t)})
		}
	}
}

// A merges into B while B merges into A, and items are tagged meanwhile: one tag is left,
// and every item that got one of them has it.
func TestAMergeLosesNoItem(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	for range 4 {
		pair := []string{l.Make(t, "/api/tags", M{"name": apitest.Address()}), l.Make(t, "/api/tags", M{"name": apitest.Address()})}
		had := []string{tagged(t, l, pair[0]), tagged(t, l, pair[1]), tagged(t, l, pair...)}
		late := []string{tagged(t, l), tagged(t, l), tagged(t, l), tagged(t, l)}
		answers := together(6, func(i int) response {
			if i < 2 {
				return l.Send(t, "POST", "/api/tags/"+pair[i]+"/merge", M{"tag_id": pair[1-i]})
			}
			return l.Send(t, "PATCH", "/api/items/"+late[i-2], M{"tag_ids": []string{pair[i%2]}})
		})
		merged := slices.IndexFunc(answers[:2], func(r response) bool { return r.StatusCode == http.StatusOK })
		if merged < 0 || answers[1-merged].StatusCode < 400 || answers[1-merged].StatusCode >= 500 {
			t.Fatalf("merged: %d and %d", answers[0].StatusCode, answers[1].StatusCode)
		}
		for _, item := range had {
			same(t, "an item that had one", tagsOf(t, l.person, item), []any{pair[merged]})
		}
		for i, item := range late {
			want := []any{}
			if r := answers[i+2]; r.StatusCode == http.StatusOK {
				want = append(want, pair[merged])
			} else {
				wantWrong(t, r, "tag_ids")
			}
			same(t, "an item that got one", tagsOf(t, l.person, item), want)
		}
	}
}

// Of copies that come at the same moment one ends the wish, and the log tells it once.
func TestAWishEndsOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	for range 3 {
		item := l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "x", "wanted": true})
		for _, r := range together(6, func(int) response { return l.Send(t, "POST", "/api/items/"+item+"/copies", M{}) }) {
			r.Want(t, http.StatusCreated)
		}
		same(t, "told", apitest.Scalar[int64](t, h, `select count(*) from logs where item_id = $1::bigint and changes @> '[{"field": "item.wanted"}]'`, item), 1)
		same(t, "wanted", itemAttributes(t, l.person, item)["wanted"], false)
	}
}

// Two concurrent writers of an item's tags leave a consistent chain in its log.
func TestChangesOfTagsFormAChain(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	item := tagged(t, l)
	var tags []string
	for range 4 {
		tags = append(tags, l.Make(t, "/api/tags", M{"name": apitest.Address()}))
	}
	for _, r := range together(12, func(i int) response {
		if i%3 == 0 {
			return l.Send(t, "POST", "/api/items/"+item+"/tags", M{"name": apitest.Address()})
		}
		return l.Send(t, []string{"PUT", "PATCH"}[i%2], "/api/items/"+item, M{"name": "x", "tag_ids": []string{tags[i%4]}})
	}) {
		if r.StatusCode >= 300 {
			t.Errorf("%d: %s", r.StatusCode, r.Content)
		}
	}
	var at any = []any{}
	entries := l.Send(t, "GET", "/api/items/"+item+"/logs?per_page=100", nil).Dig(t, "data").([]any)
	for _, e := range slices.Backward(entries) {
		for _, c := range e.(M)["attributes"].(M)["changes"].([]any) {
			if change := c.(M); change["field"] == "tag_ids" && change["from"] != nil {
				same(t, "from", change["from"], at)
				at = change["to"]
			}
		}
	}
	same(t, "at the end", tagsOf(t, l.person, item), at)
}

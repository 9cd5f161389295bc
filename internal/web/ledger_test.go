package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// What is known is said: the copies of a long collection, and the items that one filter keeps.
func TestLongListsAreCountedWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	records := owner.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private"})
	set := owner.Make(t, "/api/sets", apitest.M{"collection_id": records, "name": "Singles"})
	category := owner.Make(t, "/api/collections/"+records+"/categories", apitest.M{"name": "Rock"})
	apitest.Exec(t, s.Harness, `with made as (insert into items (account_id, collection_id, name, sort_name, search, set_id, category_id)
		select account_id, id, 'Record ' || n, 'record ' || n, array_to_tsvector(array[account_id || '/record']), case when n <= 1234 then `+set+` end, case when n > 20 then `+category+` end from collections, generate_series(1, 1300) n where id = `+records+`
		returning account_id, id) insert into copies (account_id, item_id, status, quantity, search) select account_id, id, 'owned', 1, '' from made`)
	b.get("/collections/"+records).want(t, http.StatusOK, "1,300 items · 1,300 copies")
	b.get("/collections/"+records+"?set="+set).want(t, http.StatusOK, "1,234 items", "1,300 items · 1,300 copies")
	b.get("/collections/"+records+"?category="+category).want(t, http.StatusOK, "1,280 items")
	b.get("/collections/"+records+"?set=none").want(t, http.StatusOK, "66 items")
	tag := owner.Make(t, "/api/tags", apitest.M{"name": "B-side"})
	apitest.Exec(t, s.Harness, `insert into item_tags (account_id, item_id, tag_id) select account_id, id, `+tag+` from items where collection_id = `+records+` and name <> 'Record 7'`)
	apitest.Exec(t, s.Harness, `analyze items, copies, item_tags`)                                                        // as PostgreSQL does within a minute
	for filter, whole := range map[string]string{"copies=yes": "1,300", "tag=" + tag: "1,299", "status=owned": "1,300"} { // keys are counted with the page
		for _, view := range []string{"&view=grid", "&view=table"} {
			b.get("/collections/"+records+"?"+filter+view).want(t, http.StatusOK, whole+" items")
		}
	}
	for filter, whole := range map[string]string{"q=record": "1,300", "place=none": "1,300", "photos=no": "1,300", "photos=no&set=" + set: "1,234", "q=record&tag=" + tag + "&copies=yes&place=none&set=" + set: "1,233"} {
		for _, view := range []string{"&view=grid", "&view=table"} {
			path := "/collections/" + records + "?" + filter + view
			b.get(path).want(t, http.StatusOK, "1,000 items or more", `sums=1`, `id="count"`)
			b.get(path+"&sums=1").want(t, http.StatusOK, `id="count">`+whole+` items</span>`)
		}
	}
	owner.Send(t, "DELETE", "/api/items/"+apitest.Scalar[string](t, s.Harness, `select max(id)::text from items where collection_id = `+records), nil).Want(t, http.StatusNoContent)
	b.get("/collections/"+records).want(t, http.StatusOK, "1,299 items · 1,299 copies")
}

// A count that takes too long leaves what the page says: so many items, or more.
func TestListsThatCannotBeCountedSayMore(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	records := owner.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private"})
	apitest.Exec(t, s.Harness, `insert into items (account_id, collection_id, name, sort_name, search)
		select account_id, id, 'Record ' || n, 'record ' || n, array_to_tsvector(array[account_id || '/record']) from collections, generate_series(1, 1300) n where id = `+records)
	apitest.Exec(t, s.Harness, `create function public.end_survey() returns boolean language plpgsql as $$ begin
			if current_setting('statement_timeout') = '9s' then raise exception 'as if it took 9 seconds' using errcode = 'query_canceled'; end if;
			return true;
		end $$;
		create policy slow_survey on items as restrictive using (public.end_survey())`)
	for _, view := range []string{"grid", "table"} {
		path := "/collections/" + records + "?photos=no&view=" + view
		b.get(path).want(t, http.StatusOK, "1,000 items or more", `sums=1`)
		b.get(path+"&sums=1").want(t, http.StatusOK, `id="count">1,000 items or more</span>`)
	}
}

// The table of a collection shows what copies are worth, what was paid and where they are, and adds it up.
func TestTableHasFigures(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	comics := owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private", "currency": "EUR"})
	box := owner.Make(t, "/api/locations", apitest.M{"name": "Box 3"})
	inner := owner.Make(t, "/api/locations", apitest.M{"name": "Sleeve", "parent_id": box})
	fine := owner.Make(t, "/api/item-conditions", apitest.M{"name": "Fine"})
	set := owner.Make(t, "/api/sets", apitest.M{"collection_id": comics, "name": "Lanternist"})
	item := func(name string, more apitest.M) string {
		body := apitest.M{"name": name}
		for k, v := range more {
			body[k] = v
		}
		return owner.Make(t, "/api/collections/"+comics+"/items", body)
	}
	have := func(item string, body apitest.M, paid int64) string {
		id := owner.Make(t, "/api/items/"+item+"/copies", body)
		if paid > 0 {
			owner.Make(t, "/api/copies/"+id+"/transactions", apitest.M{"type": "purchase", "occurred_at": "2024-01-02", "amount": paid, "currency_code": "EUR"})
		}
		return id
	}
	seven, eight, nine := item("Seven", apitest.M{"set_id": set}), item("Eight", nil), item("Nine", nil)
	owner.Send(t, "POST", "/api/items/"+seven+"/tags", apitest.M{"name": "first edition"})
	have(seven, apitest.M{"location_id": inner, "item_condition_id": fine, "estimated_value": 24000}, 16000)
	have(eight, apitest.M{"location_id": box, "estimated_value": 6200}, 7500)
	have(eight, apitest.M{"estimated_value": 1000}, 0)
	have(nine, apitest.M{"status": "sold"}, 400)
	all := "/collections/" + comics + "?view=table&sums=1&cols=copies,value,paid,gain,place,condition,status,tags,set"
	first := func(path, name string, others ...string) {
		t.Helper()
		page := b.get(path).want(t, http.StatusOK, name)
		for _, other := range others {
			if at := strings.Index(page.body, ">"+other+"</a>"); at < strings.Index(page.body, ">"+name+"</a>") && at >= 0 {
				t.Errorf("%s: %s comes before %s", path, other, name)
			}
		}
	}
	b.get(all).want(t, http.StatusOK, "€240", "€160", "+€80", "Box 3", "Sleeve", ">Fine<", "Owned", "Sold", "first edition", "Lanternist", "−€13",
		"3 items · 4 copies", "€312", "of 3 copies", "€239", "+€63", "everything in this list")
	if part := b.get(all, "HX-Request", "true").want(t, http.StatusOK, "€312"); part.Header.Get("HX-Push-Url") != "false" {
		t.Error("the sums change the address of the page")
	}
	first(all+"&sort=-value", "Seven", "Eight", "Nine")
	first(all+"&sort=value", "Eight", "Seven", "Nine")
	first(all+"&sort=-paid", "Seven", "Eight", "Nine")
	first(all+"&sort=gain", "Eight", "Nine", "Seven")
	place := b.get(all+"&place="+box).want(t, http.StatusOK, "2 items · 2 copies", "€302", "Location: ", "+€67")
	if strings.Contains(place.body, "Nine") || strings.Contains(place.body, "/views/new") {
		t.Error("a place shows what is elsewhere, or offers a view that the API does not have")
	}
	b.get(all+"&place=none&status=owned").want(t, http.StatusOK, "1 item", "Eight", "€10")
	b.get(all+"&place="+box+"&condition="+fine).want(t, http.StatusOK, "Seven", "Condition: Fine")
	b.get(all+"&value_min=62&value_max=%E2%82%AC100").want(t, http.StatusOK, "Eight", "Value: €62 to €100", `value="62.00"`)
	b.get(all+"&value_min=lots&status=weird&place=x").want(t, http.StatusOK, "3 items · 4 copies")
	b.get(all+"&status=lost").want(t, http.StatusOK, "Status: Lost")
	b.get("/collections/"+comics+"/export?place="+box).want(t, http.StatusOK)
	if got := b.get("/collections/" + comics + "/export/file?format=csv&place=" + box + "&condition=" + fine); !strings.Contains(got.body, "Seven") || strings.Contains(got.body, "Eight") {
		t.Errorf("the file of a filtered list: %d %s", got.StatusCode, got.body)
	}

	attic, poor := owner.Make(t, "/api/locations", apitest.M{"name": "attic"}), owner.Make(t, "/api/item-conditions", apitest.M{"name": "Poor"})
	have(nine, apitest.M{"location_id": attic, "status": "ordered", "item_condition_id": poor}, 0)
	owner.Send(t, "POST", "/api/items/"+nine+"/tags", apitest.M{"name": "Signed"})
	owner.Send(t, "POST", "/api/items/"+nine+"/tags", apitest.M{"name": "Coverless"})
	owner.Send(t, "POST", "/api/items/"+eight+"/tags", apitest.M{"name": "Foxed"})
	for sort, order := range map[string][]string{
		"place": {"Nine", "Eight", "Seven"}, "-place": {"Seven", "Eight", "Nine"}, // Attic, Box 3, Sleeve
		"condition": {"Seven", "Nine", "Eight"}, "-condition": {"Nine", "Seven", "Eight"},
		"status": {"Seven", "Eight", "Nine"}, "-status": {"Nine", "Eight", "Seven"},
		"tags": {"Nine", "Seven", "Eight"}, "-tags": {"Nine", "Eight", "Seven"}, // Coverless and Signed, first edition, Foxed
		"set": {"Seven", "Eight", "Nine"}, "-set": {"Seven", "Nine", "Eight"},
	} {
		first(all+"&sort="+sort, order[0], order[1], order[2])
		first(all+"&sort="+sort, order[1], order[2])
		first(all+"&sort="+sort+"&paid_max=1000", order[0], order[1], order[2])
	}
	b.get(all+"&sort=-place").want(t, http.StatusOK, `aria-sort="descending"`, `<option value="place" selected>`)
	b.get(all+"&paid_min=50&paid_max=160").want(t, http.StatusOK, "2 items", "Seven", "Eight", "Paid: €50 to €160", `value="160.00"`)
	have(eight, apitest.M{"location_id": box, "estimated_value": 100}, 0)
	owner.Make(t, "/api/policies", apitest.M{"name": "Household", "provider": "Axa", "insured_value": 25000, "currency_code": "EUR", "status": "active", "location_ids": []string{box}})
	insured := "/collections/" + comics + "?view=table&cols=insured"
	b.get(insured).want(t, http.StatusOK, ">Insured</span>", ">Not insured, Partly insured</span>", `<td class="none" data-label="Insurance">`)
	b.get(insured+"&insured=partly").want(t, http.StatusOK, "1 item", ">Partly insured</span>")
	b.get(all+"&gain_max=-0.01").want(t, http.StatusOK, "2 items", "Eight", "Nine", `value="-0.01"`)
	b.get(all+"&gain_min=80&value_min=200").want(t, http.StatusOK, "1 item", "Seven")
}

// Place, condition, set, category, fields and copies of many items change at once, and one undo takes it
// back, but not what somebody changed since.
func TestManyItemsAreChanged(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	comics := owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	kind := owner.Make(t, "/api/collection-types", apitest.M{"name": "Comic"})
	owner.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", apitest.M{"collection_ids": []string{comics}})
	field := owner.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Publisher", "field_type": "text"})
	box, attic := owner.Make(t, "/api/locations", apitest.M{"name": "Box 3"}), owner.Make(t, "/api/locations", apitest.M{"name": "Attic"})
	fine := owner.Make(t, "/api/item-conditions", apitest.M{"name": "Fine"})
	set := owner.Make(t, "/api/sets", apitest.M{"collection_id": comics, "name": "Lanternist"})
	category := owner.Make(t, "/api/collections/"+comics+"/categories", apitest.M{"name": "Horror"})
	var items, copies []string
	for i := range 130 {
		body := apitest.M{"name": fmt.Sprint("Number ", i), "collection_type_id": kind}
		if i == 0 {
			body["custom_fields"] = apitest.M{field: "Tide"}
		}
		items = append(items, owner.Make(t, "/api/collections/"+comics+"/items", body))
		if i < 3 {
			copies = append(copies, owner.Make(t, "/api/items/"+items[i]+"/copies", apitest.M{"location_id": box}))
		}
	}
	elsewhere := owner.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{})
	gone := owner.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{"status": "sold", "location_id": box})
	shelf := "/collections/" + comics
	at := func(copy string) string {
		return apitest.Scalar[string](t, s.Harness, `select coalesce(location_id::text, 'none') || ' ' || coalesce(item_condition_id::text, 'none') from copies where id = `+copy)
	}
	of := func(item string) string {
		return apitest.Scalar[string](t, s.Harness, `select coalesce(set_id::text, 'none') || ' ' || coalesce(category_id::text, 'none') || ' ' || coalesce(custom_fields->>'`+field+`', 'none') from items where id = `+item)
	}
	undo := func() {
		t.Helper()
		page := b.get(shelf+"?changed=1").want(t, http.StatusOK, "Changed.", `action="/items/undo"`)
		entries := page.body[strings.Index(page.body, `name="entries" value="`)+len(`name="entries" value="`):]
		b.post("/items/undo", url.Values{"entries": {entries[:strings.Index(entries, `"`)]}}).want(t, http.StatusSeeOther)
	}
	b.get(shelf+"/items/change?every=1&list=").want(t, http.StatusOK, "Change 130 items", "Publisher", "Horror", "Lanternist", "Box 3", "Leave as it is", `value="`+items[0])
	b.get(shelf+"/items/change?every=1&list="+url.QueryEscape("place="+box)).want(t, http.StatusOK, "Change 3 items")
	b.get(shelf+"/items/delete?every=1&list="+url.QueryEscape("q=129")).want(t, http.StatusOK, "Delete one item?")
	b.post(shelf+"/items/change", url.Values{"item": items}).want(t, http.StatusUnprocessableEntity, "Please choose what to change.")

	b.post(shelf+"/items/change", url.Values{"item": items[:3], "list": {"place=" + box}, "location_id": {attic}, "item_condition_id": {fine}}).leadsTo(t, shelf+"?changed=3&place="+box)
	if got := at(copies[0]) + at(elsewhere) + at(gone); got != attic+" "+fine+"none none"+box+" none" {
		t.Errorf("copies are at %s", got)
	}
	owner.Send(t, "PATCH", "/api/copies/"+copies[1], apitest.M{"location_id": nil}, "Content-Type", "application/merge-patch+json")
	undo()
	if got := at(copies[0]) + at(copies[1]) + at(copies[2]); got != box+" nonenone none"+box+" none" {
		t.Errorf("after undo, copies are at %s", got)
	}

	worth := func(copy string) string {
		return apitest.Scalar[string](t, s.Harness, `select coalesce(estimated_value || ' ' || value_currency_code, 'none') from copies where id = `+copy)
	}
	b.post(shelf+"/items/change", url.Values{"item": items[:3], "amount": {"lots"}, "currency_code": {"EUR"}}).want(t, http.StatusUnprocessableEntity, "“lots” is not an amount", `value="lots"`)
	b.post(shelf+"/items/change", url.Values{"item": items[:3], "amount": {"€12.50"}, "currency_code": {"USD"}}).leadsTo(t, shelf+"?changed=3")
	if got := worth(copies[0]) + worth(elsewhere) + worth(gone); got != "1250 EUR1250 EURnone" {
		t.Errorf("copies are worth %s", got)
	}
	undo()
	if got := worth(copies[0]) + worth(elsewhere); got != "nonenone" {
		t.Errorf("after undo, copies are worth %s", got)
	}

	b.post(shelf+"/items/change", url.Values{"item": items, "set_id": {set}, "category_id": {category}, "field": {field}, "custom_fields." + field: {"Small Press"}}).leadsTo(t, shelf+"?changed=130")
	if of(items[0]) != set+" "+category+" Small Press" || of(items[129]) != of(items[0]) {
		t.Errorf("items have %s and %s", of(items[0]), of(items[129]))
	}
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from logs where action = 'item_updated'`); n != 130 {
		t.Errorf("%d entries", n)
	}
	undo()
	if of(items[0]) != "none none Tide" || of(items[129]) != "none none none" {
		t.Errorf("after undo, items have %s and %s", of(items[0]), of(items[129]))
	}

	b.post(shelf+"/items/change", url.Values{"item": items[3:5], "another": {"1"}, "location_id": {attic}, "amount": {"3"}, "currency_code": {"EUR"}}).leadsTo(t, shelf+"?changed=2")
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from copies where location_id = `+attic+` and estimated_value = 300`); n != 2 {
		t.Errorf("%d new copies are worth what was said", n)
	}
	made := func() int64 {
		return apitest.Scalar[int64](t, s.Harness, `select count(*) from copies where location_id = `+attic)
	}
	if n := made(); n != 2 {
		t.Errorf("%d copies were made", n)
	}
	undo()
	if n := made(); n != 0 {
		t.Errorf("%d copies are left", n)
	}
	b.post(shelf+"/items/tags", url.Values{"item": items[:2], "name": {"rare"}}).want(t, http.StatusSeeOther)
	undo()
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from item_tags`); n != 0 {
		t.Errorf("%d items have the tag", n)
	}
	b.post(shelf+"/items/change", url.Values{"item": items[:2], "set_id": {"999999"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
}

// A set of numbered items names the numbers that are missing, and takes items from its own page.
func TestSetsNameWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	comics := owner.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	set := owner.Make(t, "/api/sets", apitest.M{"collection_id": comics, "name": "Storm", "target_count": 7})
	one := func(name string, owned bool) string {
		id := owner.Make(t, "/api/collections/"+comics+"/items", apitest.M{"name": name})
		if owned {
			owner.Make(t, "/api/items/"+id+"/copies", apitest.M{})
		}
		return id
	}
	two, five, other := one("Storm #2", true), one("Storm #5", false), one("Candle #1", true)
	elsewhere := owner.Make(t, "/api/collections/"+owner.Make(t, "/api/collections", apitest.M{"name": "Books", "visibility": "private"})+"/items", apitest.M{"name": "Storm and calm"})
	page := b.get("/sets/"+set+"/fill?q=storm").want(t, http.StatusOK, "Storm #2", "Storm #5", `value="`+five)
	if strings.Contains(page.body, "Candle") || strings.Contains(page.body, "calm") {
		t.Error("the search for storm finds others")
	}
	b.get("/sets/"+set+"/fill").want(t, http.StatusOK, "Candle #1")
	b.post("/sets/"+set+"/fill", url.Values{"item": {two, five, elsewhere, "x"}}).leadsTo(t, "/sets/"+set+"?added=2")
	b.get("/sets/"+set+"?added=2").want(t, http.StatusOK, "2 items added.", "Missing numbers <small>6</small>", `href="/items/`+five+`">5</a>`, "name=Storm+%233", ">7</a>", `action="/items/undo"`)
	if strings.Contains(b.get("/sets/"+set+"/fill").body, "Storm #2") {
		t.Error("what is in the set is offered again")
	}
	b.post("/sets/"+set+"/fill", url.Values{"item": {other}}).want(t, http.StatusSeeOther)
	b.get("/sets/"+set).want(t, http.StatusOK, "Missing numbers <small>5</small>")
	owner.Send(t, "PUT", "/api/sets/"+set, apitest.M{"name": "Storm", "target_count": 400})
	b.get("/sets/"+set).want(t, http.StatusOK, "<span>3–400</span>")
	viewer := s.signedIn(t, owner.Join(t, identity.Viewer))
	if page := viewer.get("/sets/"+set).want(t, http.StatusOK, "3–400"); strings.Contains(page.body, "/fill") {
		t.Error("a viewer may add items")
	}
}

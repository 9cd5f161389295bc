package api

import (
	"net/http"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A proposal fills what is empty, leaves what was typed unless it is named, and can be taken back.
func TestProposals(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	kind := d.Make(t, "/api/collection-types", M{"name": "Coin"})
	d.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", M{"collection_ids": []string{d.collection}}).Want(t, http.StatusOK)
	d.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": "Metal", "field_type": "select", "options": []string{"Silver", "Gold"}})
	mint := d.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": "Mint", "field_type": "text"})
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Thaler", "collection_type_id": kind, "custom_fields": M{mint: "Hall"}})
	path := "/api/items/" + item

	refused := d.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": item, "changes": []M{{"column": "field[select]:Coin/Metal", "to": "Cheese"}, {"column": "field[text]:Coin/Mint", "to": "Vienna"}}})
	refused.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.changes.0.to")
	viewer := d.Join(t, identity.Viewer)
	made := viewer.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": item, "message": "From the book", "changes": []M{
		{"column": "field[select]:Coin/Metal", "to": "Silver"}, {"column": "field[text]:Coin/Mint", "to": "Vienna"}, {"column": "description", "to": "Guldiner", "confidence": "low"}}}).Want(t, http.StatusCreated)
	id := made.ID(t)
	same(t, "what is ticked", []any{made.Dig(t, "data.attributes.changes.0.ticked"), made.Dig(t, "data.attributes.changes.1.ticked"), made.Dig(t, "data.attributes.changes.2.ticked")}, []any{true, false, false})
	same(t, "what is replaced", []any{made.Dig(t, "data.attributes.changes.1.replaces"), made.Dig(t, "data.attributes.changes.1.from")}, []any{"typed", "Hall"})
	same(t, "what was changed by that", d.Send(t, "GET", path, nil).Dig(t, "data.attributes.custom_fields"), M{mint: "Hall"})
	viewer.Send(t, "POST", "/api/proposals/"+id+"/accept", M{}).Want(t, http.StatusNotFound)
	viewer.Send(t, "POST", "/api/proposals/"+id+"/refuse", M{}).Want(t, http.StatusNotFound)

	before := d.Send(t, "GET", path, nil).Want(t, http.StatusOK)
	first := d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{}).Want(t, http.StatusOK)
	same(t, "after the ticked one", []any{first.Dig(t, "data.attributes.state"), first.Dig(t, "data.attributes.changes.0.state"), first.Dig(t, "data.attributes.changes.1.state")}, []any{"open", "accepted", "open"})
	second := d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{"changes": []any{first.Dig(t, "data.attributes.changes.1.id")}, "refuse_rest": true, "reason": "No need"}).Want(t, http.StatusOK)
	same(t, "at the end", []any{second.Dig(t, "data.attributes.state"), second.Dig(t, "data.attributes.changes.2.state"), second.Dig(t, "data.attributes.reason")}, []any{"accepted", "refused", "No need"})
	fields := d.Send(t, "GET", path, nil).Dig(t, "data.attributes.custom_fields").(M)
	same(t, "the typed value", fields[mint], "Vienna")
	from := d.Send(t, "GET", path+"?include=sources", nil).Want(t, http.StatusOK)
	same(t, "where the values come from", []any{from.Dig(t, "data.sources.0.field"), from.Dig(t, "data.sources.1.field"), from.Dig(t, "data.sources.1.source"), from.Dig(t, "data.sources.1.accepted_by_name")},
		[]any{"field[select]:Coin/Metal", "field[text]:Coin/Mint", "key", second.Dig(t, "data.attributes.decided_by_name")})
	d.Send(t, "PATCH", path, M{"custom_fields": M{mint: "Salzburg"}}).Want(t, http.StatusOK)
	same(t, "after one was typed over", len(d.Send(t, "GET", path+"?include=sources", nil).Dig(t, "data.sources").([]any)), 1)
	d.Send(t, "PATCH", path, M{"custom_fields": M{mint: "Vienna"}}).Want(t, http.StatusOK)
	d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{}).Want(t, http.StatusConflict)
	d.Send(t, "POST", "/api/proposals/"+id+"/refuse", M{}).Want(t, http.StatusConflict)

	for _, done := range []response{second, first} { // the last first
		imported := done.Dig(t, "data.attributes.import_id").(string)
		d.Send(t, "POST", "/api/imports/"+imported+"/revert", nil).Want(t, http.StatusOK)
		same(t, "the import", d.settled(t, imported).Dig(t, "data.attributes.state"), "reverted")
	}
	after := d.Send(t, "GET", path, nil).Want(t, http.StatusOK)
	same(t, "fields after all was taken back", after.Dig(t, "data.attributes.custom_fields"), before.Dig(t, "data.attributes.custom_fields"))
	again := d.Send(t, "GET", "/api/proposals/"+id, nil).Want(t, http.StatusOK)
	same(t, "the proposal after that", []any{again.Dig(t, "data.attributes.state"), again.Dig(t, "data.attributes.changes.0.state"), again.Dig(t, "data.attributes.changes.1.state")}, []any{"open", "open", "open"})
}

// A proposal to create becomes an item with its copy.
func TestProposalsOfNewItems(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	body := M{"kind": "create", "collection_id": d.collection, "changes": []M{{"column": "item_name", "to": "Ducat"}, {"column": "purchase_price", "to": "412.00"}, {"column": "purchase_currency", "to": "EUR"},
		{"column": "purchase_date", "to": "2020-01-02"}}}
	id := d.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusCreated).ID(t)
	same(t, "items before", d.items(t), 0)
	done := d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{"changes": "all"}).Want(t, http.StatusOK)
	same(t, "state", done.Dig(t, "data.attributes.state"), "accepted")
	item := done.Dig(t, "data.attributes.item_id").(string)
	same(t, "name", d.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.name"), "Ducat")
	same(t, "copies", d.Send(t, "GET", "/api/items/"+item+"/copies", nil).Dig(t, "meta.total"), 1.0)
	imported := done.Dig(t, "data.attributes.import_id").(string)
	d.Send(t, "POST", "/api/imports/"+imported+"/revert", nil).Want(t, http.StatusOK)
	d.settled(t, imported)
	same(t, "items after it was taken back", d.items(t), 0)
	again := d.Send(t, "GET", "/api/proposals/"+id, nil).Want(t, http.StatusOK)
	same(t, "the proposal after that", []any{again.Dig(t, "data.attributes.state"), again.Dig(t, "data.attributes.item_id")}, []any{"open", nil})
	d.Send(t, "DELETE", "/api/proposals/"+id, nil).Want(t, http.StatusNoContent)
	d.Send(t, "GET", "/api/proposals/"+id, nil).Want(t, http.StatusNotFound)
}

// What has changed since is not taken by itself, and what is gone cannot be changed.
func TestOutdatedProposals(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Thaler"})
	id := d.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": item, "changes": []M{{"column": "description", "to": "Guldiner"}}}).Want(t, http.StatusCreated).ID(t)
	d.Send(t, "PATCH", "/api/items/"+item, M{"description": "Mine"}).Want(t, http.StatusOK)
	now := d.Send(t, "GET", "/api/proposals/"+id, nil).Want(t, http.StatusOK)
	same(t, "outdated", []any{now.Dig(t, "data.attributes.changes.0.outdated"), now.Dig(t, "data.attributes.changes.0.from")}, []any{true, "Mine"})
	for _, body := range []M{{}, {"changes": "all"}, {"changes": []string{"999999"}}} {
		d.Send(t, "POST", "/api/proposals/"+id+"/accept", body).Want(t, http.StatusUnprocessableEntity)
	}
	same(t, "description", d.Send(t, "GET", "/api/items/"+item, nil).Dig(t, "data.attributes.description"), "Mine")
	elsewhere := d.Make(t, "/api/collections", M{"name": "Medals", "visibility": "private"})
	moved := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Medal"})
	follows := d.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": moved, "changes": []M{{"column": "description", "to": "Bronze"}}}).Want(t, http.StatusCreated).ID(t)
	d.Send(t, "POST", "/api/items/move", M{"item_ids": []string{moved}, "collection_id": elsewhere}).Want(t, http.StatusOK)
	d.Send(t, "POST", "/api/proposals/"+follows+"/accept", M{}).Want(t, http.StatusOK)
	same(t, "description of the one that moved", d.Send(t, "GET", "/api/items/"+moved, nil).Dig(t, "data.attributes.description"), "Bronze")
	d.Send(t, "DELETE", "/api/items/"+item, nil).Want(t, http.StatusNoContent)
	d.Send(t, "POST", "/api/proposals/"+id+"/accept", M{"changes": []any{now.Dig(t, "data.attributes.changes.0.id")}}).Want(t, http.StatusUnprocessableEntity)
}

// Nobody fills the list of all with suggestions of their own.
func TestProposalsHaveAShareForEachUser(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	viewer := d.Join(t, identity.Viewer)
	body := M{"kind": "create", "collection_id": d.collection, "changes": []M{{"column": "item_name", "to": "Ducat"}}}
	viewer.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusCreated)
	apitest.Exec(t, d.Harness, `
		insert into proposals (account_id, kind, origin, collection_id, title, made_by, made_by_name, expires_at)
		select p.account_id, p.kind, p.origin, p.collection_id, p.title, p.made_by, p.made_by_name, p.expires_at from (select * from proposals where title = 'Ducat') p, generate_series(1, 499)`)
	viewer.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.account")
	d.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusCreated)
	apitest.Exec(t, d.Harness, `update proposals set expires_at = now() where made_by_name <> ''`)
	viewer.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusCreated)
	same(t, "that expired", d.Send(t, "GET", "/api/proposals?state=expired", nil).Want(t, http.StatusOK).Dig(t, "meta.total").(float64) > 500, true)
}

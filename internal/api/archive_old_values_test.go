package api

import (
	"net/http"
	"strings"
	"testing"
)

// wholly imports a person's archive into a new account, and requires it to be complete.
func wholly(t *testing.T, d desk, warnings float64) *person {
	t.Helper()
	content, found := archive(t, d.Person, M{"kind": "archive"})
	to := d.Owner(t)
	id, _ := bring(t, to, content)
	plan := planOf(t, to, id, M{})
	counts(t, plan, M{"create": float64(found.Lines), "error": 0.0, "warnings": warnings})
	if t.Failed() {
		t.Fatalf("%s", to.Send(t, "GET", "/api/imports/"+id+"/rows?action=error&per_page=100", nil).Content)
	}
	same(t, "conflicts", carryOut(t, to, id, 1).Dig(t, "data.attributes.report.conflict"), 0.0)
	_, after := archive(t, to, M{"kind": "archive"})
	same(t, "digest", after.Manifest.Digest, found.Manifest.Digest)
	nothingFails(t, to, id)
	return to
}

// A field that changes its kind or loses an option keeps its values. Importing them gives a warning.
func TestValuesThatNoLongerFitComeBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	kinds := map[string]any{"text": "words", "number": 12.5, "date": "2024-02-29", "boolean": true, "select": "a", "rating": 4}
	kind := d.Make(t, "/api/collection-types", M{"name": "Kind", "color": "#336699"})
	d.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", M{"collection_ids": []string{d.collection}}).Want(t, http.StatusOK)
	body := func(kind string) M { return M{"name": kind, "field_type": kind, "options": []string{"a", "b"}} }
	changed := map[string]string{}
	warnings, fits := 0.0, map[string]bool{"rating to number": true, "date to text": true, "select to text": true}
	for from, value := range kinds {
		for to := range kinds {
			field := d.Make(t, "/api/collection-types/"+kind+"/custom-fields", body(from))
			d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": from + " to " + to, "collection_type_id": kind, "custom_fields": M{field: value}})
			changed[field] = to
			if from != to && !fits[from+" to "+to] {
				warnings++
			}
		}
	}
	for field, to := range changed {
		d.Send(t, "PUT", "/api/collection-types/"+kind+"/custom-fields/"+field, body(to)).Want(t, http.StatusOK)
	}
	field := d.Make(t, "/api/collection-types/"+kind+"/custom-fields", body("select"))
	d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": "Option", "collection_type_id": kind, "custom_fields": M{field: "a"}})
	d.Send(t, "PUT", "/api/collection-types/"+kind+"/custom-fields/"+field, M{"name": "select", "field_type": "select", "options": []string{"b"}}).Want(t, http.StatusOK)
	to := wholly(t, d, warnings+1)
	for _, p := range []*person{d.Person, to} { // texts among numbers, numbers among dates
		for _, own := range p.Send(t, "GET", "/api/collection-types?per_page=100", nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
			kind := own.(M)["id"].(string)
			for _, f := range p.Send(t, "GET", "/api/collection-types/"+kind+"/custom-fields?per_page=100", nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
				field := "custom_fields%5B" + f.(M)["id"].(string) + "%5D"
				for _, query := range []string{"&sort=" + field, "&sort=-" + field, "&" + field + "=1", "&" + field + "%5Bmin%5D=1", "&" + field + "%5Bmax%5D=2024-01-01"} {
					if r := p.Send(t, "GET", "/api/items?collection_type_id="+kind+query, nil); r.StatusCode >= 500 {
						t.Errorf("GET %s is answered %d", query, r.StatusCode)
					}
				}
			}
		}
	}
}

// The largest and smallest values that requests may send survive an archive.
func TestExtremesComeBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	longest := func(n int) string { return strings.Repeat("\U0001f5bc", n) }
	d.Send(t, "PUT", d.Fill("/api/collection-types/{collectionType}/custom-fields/{customField}"), M{"name": "", "field_type": "text", "position": 1_000_000}).Want(t, http.StatusOK)
	d.Make(t, d.Fill("/api/collection-types/{collectionType}/custom-fields"), M{"name": longest(255), "field_type": "number"})
	d.Send(t, "PATCH", "/api/item-conditions/"+d.Make(t, "/api/item-conditions", M{"name": longest(255)}), M{"position": 1_000_000}).Want(t, http.StatusOK)
	d.Make(t, "/api/item-conditions", M{"name": "Last"})
	d.Send(t, "PATCH", d.Fill("/api/items/{item}/photos/{photo}"), M{"position": 1_000_000, "caption": longest(2000), "alt_text": longest(1000)}).Want(t, http.StatusOK)
	item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": longest(255), "description": longest(2000), "wanted": true, "wanted_max_price": 999_999_999_999_999, "wanted_currency_code": "XUA"})
	for _, quantity := range []int64{1, 1 << 62, 1<<63 - 1} {
		of := "/api/copies/" + d.Make(t, "/api/items/"+item+"/copies", M{"quantity": quantity, "identifier": longest(255), "note": longest(5000), "acquired_at": "0001-01-01", "disposed_at": "9999-12-31"})
		d.Make(t, of+"/insurance-records", M{"provider": longest(255), "insured_value": int64(1<<63 - 1), "deductible_amount": int64(1<<63 - 1), "starts_at": "0001-01-01", "ends_at": "9999-12-31", "contact_email": "a@b"})
		d.Make(t, of+"/transactions", M{"type": "other", "occurred_at": "0001-01-01", "amount": 999_999_999_999_999, "total_amount": 0, "source_url": "HTTPS://example.org/" + strings.Repeat("x", 2000)})
		d.Make(t, of+"/provenance-events", M{"type": "other", "title": longest(255), "occurred_at": "9999-12-31", "is_verified": false, "verification_note": longest(5000)})
		d.Make(t, of+"/maintenance-records", M{"type": "repair", "title": longest(255), "performed_at": "0001-01-01", "next_due_at": "9999-12-31", "include_in_provenance": true})
		d.Make(t, of+"/loans", M{"direction": "outgoing", "party": longest(255), "loaned_at": "0001-01-01", "due_at": "9999-12-31", "include_in_provenance": true})
		d.Make(t, of+"/location-history", M{"location_id": d.IDs["location"], "moved_at": "0001-01-01", "reason": longest(255)})
	}
	wholly(t, d, 0)
}

package api

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

// cabinet is a random catalogue with everything that lists lack: each kind of record, photos, stored
// documents, values of former types, covers, orders.
type cabinet struct {
	shelf
	conditions, places []string
	refused            int
}

// ids are the ids of a list.
func (c *cabinet) ids(t *testing.T, path string) (all []string) {
	t.Helper()
	for _, one := range c.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
		all = append(all, one.(M)["id"].(string))
	}
	return all
}

// try creates something, unless a rule refuses it. Members that are nil are omitted half the time.
func (c *cabinet) try(t *testing.T, path string, body M) string {
	t.Helper()
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil && c.IntN(2) == 0 })
	r := c.Send(t, "POST", path, body)
	if r.StatusCode == http.StatusUnprocessableEntity || r.StatusCode == http.StatusConflict {
		c.refused++
		return ""
	}
	if r.StatusCode == http.StatusOK { // it was there already
		return ""
	}
	return r.Want(t, http.StatusCreated).ID(t)
}

func (c *cabinet) change(t *testing.T, path string, body M) {
	t.Helper()
	if r := c.Send(t, "PATCH", path, body); r.StatusCode == http.StatusUnprocessableEntity || r.StatusCode == http.StatusConflict {
		c.refused++
	} else {
		r.Want(t, http.StatusOK)
	}
}

func (c *cabinet) yes() bool { return c.IntN(2) == 0 }

func (c *cabinet) of(all ...string) string { return all[c.IntN(len(all))] }

func (c *cabinet) maybeDay() any { return c.one([]string{c.day(), c.day()}) }

// later is a day after any other, or none.
func (c *cabinet) later() any {
	return c.one([]string{time.Date(2023, 1, 1+c.IntN(365), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)})
}

// money is an amount and its currency, or neither.
func (c *cabinet) money(body M, amount, currency string) M {
	if c.yes() {
		body[amount], body[currency] = c.IntN(1000000), c.currency()
	}
	return body
}

// stock fills the account.
func (c *cabinet) stock(t *testing.T, items int) {
	t.Helper()
	c.change(t, "/api/account", M{"currency_code": c.currency(), "photo_place": c.of("keep", "strip"), "trash_retention_days": 1 + c.IntN(90), "attention_days": 1 + c.IntN(300),
		"uninsured_above": c.IntN(100000), "under_insured_percent": 1 + c.IntN(100), "public_sharing": c.yes()})
	c.fill(t, items)
	c.keys(t)
	c.conditions, c.places = c.ids(t, "/api/item-conditions"), c.ids(t, "/api/locations")
	for range 4 { // places within places, of one name
		c.places = append(c.places, c.Make(t, "/api/locations", M{"name": "Box", "emoji": c.of("📦", "🗄️"), "parent_id": c.of(c.places...)}))
	}
	own := c.ids(t, "/api/collections/"+c.collection+"/items")
	types := c.ids(t, "/api/collection-types")
	for _, item := range own {
		if c.IntN(4) == 0 { // the values of the former type are hidden
			c.change(t, "/api/items/"+item, M{"collection_type_id": c.one(types), "wanted_priority": c.one([]string{"low", "medium", "high"})})
		}
		for _, held := range c.ids(t, "/api/items/"+item+"/copies") {
			c.records(t, "/api/copies/"+held)
		}
		c.photos(t, item)
	}
	c.arrange(t, types)
	for _, held := range [][]string{c.ids(t, "/api/items/"+own[0]+"/copies"), nil} {
		c.Make(t, "/api/policies", M{"name": c.word(), "provider": c.word(), "insured_value": c.IntN(1000000), "currency_code": c.currency(), "policy_number": c.one(awkward), "note": c.one(awkward),
			"starts_at": c.maybeDay(), "collection_ids": []string{c.collection}, "location_ids": c.places[:1], "copy_ids": held})
	}
	c.change(t, "/api/items/"+own[0], M{"description": strings.Repeat(c.word(), 90)})
	c.Send(t, "DELETE", "/api/items/"+own[1], nil).Want(t, http.StatusNoContent) // the trash does not come along
}

// keys creates items by an import, which recognises them by their keys.
func (c *cabinet) keys(t *testing.T) {
	t.Helper()
	id, _ := c.planned(t, "item_key,copy_key,item_name,quantity\n=1,\"a; b\",Keyed,2\n=1,'c,Keyed,1\n猫,,Keyed too,0\n", M{})
	carryOut(t, c.Person, id, 1)
}

// records adds some records of each kind to a copy.
func (c *cabinet) records(t *testing.T, of string) {
	t.Helper()
	owners := map[string][]string{"copy": {""}}
	add := func(kind, path string, body func() M) {
		for range c.IntN(3) {
			if id := c.try(t, of+path, body()); id != "" {
				owners[kind] = append(owners[kind], id)
			}
		}
	}
	add("transaction", "/transactions", func() M {
		return M{"type": c.of("purchase", "trade", "gift_received", "inheritance", "refund", "fee", "tax", "shipping", "other"), "occurred_at": c.day(), "counterparty": c.one(awkward), "amount": c.IntN(10000),
			"tax_amount": c.IntN(100), "fee_amount": c.IntN(100), "shipping_amount": c.IntN(100), "currency_code": c.currency(), "reference_number": c.one(awkward), "note": c.one(awkward), "update_copy": c.yes(),
			"source_url": c.one([]string{"https://example.org/a?b=%20c"})}
	})
	add("valuation", "/valuations", func() M {
		return M{"type": c.of("user_estimate", "professional_appraisal", "auction_estimate"), "amount": c.IntN(1000000), "valued_at": c.day(), "currency_code": c.currency(), "confidence": c.of("low", "high", "unknown"),
			"valuer": c.one(awkward), "method": c.one(awkward), "reference_number": c.one(awkward), "note": c.one(awkward)}
	})
	add("insurance_record", "/insurance-records", func() M {
		return c.money(M{"provider": c.word(), "insured_value": c.IntN(1000000), "status": c.of("active", "expired", "cancelled", "pending"), "currency_code": c.currency(), "policy_number": c.one(awkward), "starts_at": c.maybeDay(),
			"is_scheduled_item": c.yes(), "contact_name": c.one(awkward), "contact_email": c.one([]string{"a@example.org"}), "contact_phone": c.one(awkward), "note": c.one(awkward)}, "deductible_amount", "deductible_currency_code")
	})
	add("maintenance_record", "/maintenance-records", func() M {
		return c.money(M{"type": c.of("cleaning", "repair", "restoration"), "title": c.word(), "description": c.one(awkward), "performed_by": c.one(awkward), "performed_at": c.maybeDay(), "item_condition_before_id": c.one(c.conditions),
			"item_condition_after_id": c.one(c.conditions), "next_due_at": c.later(), "include_in_provenance": c.yes()}, "cost_amount", "cost_currency_code")
	})
	add("loan", "/loans", func() M {
		lent := M{"direction": c.of("outgoing", "incoming"), "status": c.of("planned", "active", "cancelled", "lost"), "party": c.word(), "purpose": c.one(awkward), "loaned_at": c.day(), "due_at": c.later(),
			"item_condition_out_id": c.one(c.conditions), "item_condition_in_id": c.one(c.conditions), "include_in_provenance": c.yes()}
		if back := c.later(); back != nil {
			lent["status"], lent["returned_at"] = "returned", back
		}
		return c.money(lent, "deposit_amount", "deposit_currency_code")
	})
	add("", "/location-history", func() M {
		return M{"location_id": c.one(c.places), "moved_at": c.day(), "moved_out_at": c.later(), "reason": c.one(awkward), "note": c.one(awkward)}
	})
	add("provenance_event", "/provenance-events", func() M {
		return M{"type": c.of("origin", "discovery", "exhibition", "acquisition"), "title": c.word(), "description": c.one(awkward), "occurred_at": c.maybeDay(), "occurred_at_precision": c.of("exact", "month", "year", "approximate", "unknown"),
			"location": c.one(awkward), "from_party": c.one(awkward), "to_party": c.one(awkward), "reference_number": c.one(awkward), "is_verified": c.yes(), "verification_note": c.one(awkward), "transaction_id": c.one(owners["transaction"])}
	})
	for kind, all := range owners {
		if kind == "" || c.IntN(3) > 0 {
			continue
		}
		body := M{"document_type": c.of("receipt", "invoice", "certificate", "other"), "name": c.word(), "description": c.one(awkward), "issued_at": c.maybeDay(), "reference_number": c.one(awkward)}
		if kind != "copy" {
			body["documentable_type"], body["documentable_id"] = kind, c.of(all...)
		}
		if c.yes() {
			body["external_url"] = "https://example.org/" + c.currency()
		} else {
			body["sha256"] = c.file(t)
		}
		c.try(t, of+"/documents", body)
	}
	c.change(t, of, M{"status": c.of("owned", "ordered", "sold", "gifted", "lost", "other"), "note": c.one(awkward), "disposed_at": c.maybeDay()})
}

// file is the hash of a picture that is stored, often one that others have, too.
func (c *cabinet) file(t *testing.T) string {
	t.Helper()
	if c.IntN(3) > 0 && c.IDs["again"] != "" {
		return c.IDs["again"]
	}
	picture := apitest.Picture()
	if c.yes() {
		picture = append(fromCamera(), byte(c.Uint32())) // what is behind the end of a picture goes
	}
	c.Upload(t, picture)
	c.IDs["again"] = apitest.Sum(picture)
	return c.IDs["again"]
}

// photos adds some photos to an item, in another order than they were sent.
func (c *cabinet) photos(t *testing.T, item string) {
	t.Helper()
	of := "/api/items/" + item
	held := c.ids(t, of+"/copies")
	for range c.IntN(4) {
		made := c.try(t, of+"/photos", M{"sha256": c.file(t), "copy_id": c.one(held), "caption": c.one(awkward), "alt_text": c.one(awkward)})
		switch {
		case made == "":
		case c.yes():
			c.Send(t, "PUT", of+"/photos/"+made+"/main", nil).Want(t, http.StatusOK)
		case c.yes():
			c.change(t, "/api/collections/"+c.collection, M{"cover_photo_id": made})
		default:
			c.change(t, of+"/photos/"+made, M{"position": 1})
		}
	}
}

// arrange changes orders, colours and groups.
func (c *cabinet) arrange(t *testing.T, types []string) {
	t.Helper()
	c.change(t, "/api/item-conditions/"+c.of(c.conditions...), M{"name": c.name(), "position": 1})
	for _, kind := range types {
		c.change(t, "/api/collection-types/"+kind, M{"color": c.of("#000000", "#abcdef")})
		groups := []string{c.Make(t, "/api/collection-types/"+kind+"/custom-field-groups", M{"name": c.word()}), c.Make(t, "/api/collection-types/"+kind+"/custom-field-groups", M{"name": c.word()})}
		for range 3 {
			c.Make(t, "/api/collection-types/"+kind+"/custom-fields", M{"name": c.word(), "field_type": c.of("text", "number", "date"), "group_id": c.one(groups), "is_public": c.yes()})
		}
	}
	c.Make(t, "/api/collections", M{"name": c.name(), "description": c.one(awkward), "emoji": "🪙", "visibility": c.of("private", "shared"), "currency": c.currency()})
}

// A random account is archived. Another that imports it gives the same archive, recognises everything
// when it is imported again, and is empty after reverting.
func TestRandomArchivesComeAndGo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range testkind.Number(1, 3) {
		seed := rand.Uint64()
		t.Run(fmt.Sprintf("seed %#x", seed), func(t *testing.T) {
			c := &cabinet{shelf: shelf{desk{d.World(t), ""}, rand.New(rand.NewPCG(seed, 0))}}
			c.stock(t, 12)
			content, found := archive(t, c.Person, M{"kind": "archive"})
			for _, p := range found.Manifest.Parts {
				if p.Rows == 0 {
					t.Errorf("%s is empty, with %d refused", p.Path, c.refused)
				}
			}

			to := d.Owner(t)
			_, before := archive(t, to, M{"kind": "archive"})
			id, _ := bring(t, to, content)
			counts(t, planOf(t, to, id, M{}), M{"create": float64(found.Lines), "error": 0.0})
			same(t, "conflicts", carryOut(t, to, id, 1).Dig(t, "data.attributes.report.conflict"), 0.0)
			came, after := archive(t, to, M{"kind": "archive"})
			sameParts(t, came, content)
			same(t, "digest", after.Manifest.Digest, found.Manifest.Digest)
			lists := desk{&world{Person: to}, ""}.exportedAll(t)
			for i, list := range c.exportedAll(t) { // what follows from records is the same, too
				sameLines(t, []byte(lists[i]), []byte(list))
			}

			for _, p := range []*person{to, c.Person} {
				again, _ := bring(t, p, content)
				counts(t, planOf(t, p, again, M{}), M{"unchanged": float64(found.Lines), "create": 0.0, "update": 0.0, "skip": 0.0, "error": 0.0})
				p.Send(t, "POST", "/api/imports/"+again+"/cancel", nil).Want(t, http.StatusOK)
			}

			to.Send(t, "POST", "/api/imports/"+id+"/revert", nil).Want(t, http.StatusOK)
			r := ended(t, to, id)
			same(t, "state", r.Dig(t, "data.attributes.state"), "reverted")
			same(t, "left", r.Dig(t, "data.attributes.report.left"), 0.0)
			_, emptied := archive(t, to, M{"kind": "archive"})
			same(t, "digest when it is taken back", emptied.Manifest.Digest, before.Manifest.Digest)
			t.Logf("%d lines, %d files, %d refused", found.Lines, found.Files, c.refused)
		})
	}
}

package api

import (
	"net/http"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/apitest"
)

// badLines are lines that no request could have made, each because of one member. The database would
// accept some of them.
var badLines = []struct{ part, member, value string }{
	{"copies", "quantity", `0`}, {"copies", "quantity", `-5`}, {"copies", "status", `"eaten"`}, {"copies", "identifier", longText(256)}, {"copies", "note", longText(5001)},
	{"copies", "acquired_at", `"0000-01-01"`}, {"collections", "currency", `"ZZZ"`}, {"collections", "currency", `"eur"`}, {"collections", "visibility", `"everybody"`}, {"collections", "emoji", `"x"`},
	{"collections", "name", `""`}, {"collections", "name", longText(256)}, {"account", "currency", `"QQQ"`}, {"account", "attention_days", `100000`}, {"account", "photo_place", `"blur"`},
	{"valuations", "currency_code", `"ABC"`}, {"valuations", "amount", `-1`}, {"valuations", "amount", `4611686018427387904`}, {"valuations", "type", `"guess"`}, {"valuations", "valued_at", `"9999-12-31"`},
	{"transactions", "type", `"theft"`}, {"transactions", "total_amount", `9223372036854775807`}, {"transactions", "source_url", `"javascript:alert(1)"`}, {"transactions", "currency_code", `"EURO"`},
	{"insurance_records", "contact_email", `"nobody"`}, {"insurance_records", "insured_value", `-1`}, {"insurance_records", "status", `"lapsed"`},
	{"items", "name", longText(256)}, {"items", "description", longText(2001)}, {"items", "wanted_priority", `"urgent"`}, {"items", "wanted_currency_code", `"XXX"`}, {"items", "wanted_max_price", `1000000000000000`},
	{"tags", "color", `"red"`}, {"tags", "name", longText(256)}, {"locations", "emoji", `"<b>"`}, {"series", "description", longText(2001)}, {"sets", "target_count", `0`},
	{"custom_fields", "field_type", `"colour"`}, {"custom_fields", "position", `9223372036854775807`}, {"item_conditions", "position", `9223372036854775807`}, {"photos", "caption", longText(2001)},
	{"photos", "position", `9223372036854775807`}, {"photos", "filename", longText(256)}, {"photos", "width", `4611686018427387904`}, {"loans", "status", `"overdue"`}, {"loans", "direction", `"sideways"`},
	{"maintenance_records", "cost_currency_code", `"NIL"`}, {"provenance_events", "occurred_at_precision", `"roughly"`}, {"documents", "external_url", `"ftp://x"`}, {"documents", "document_type", `"poem"`},
	{"location_stays", "location_name", longText(256)}, {"location_stays", "moved_at", `"9999-12-31"`},
}

var longText = apitest.LongText

// Lines of an archive follow the rules of requests: one that breaks a rule is an issue of the plan at
// its member, and is not applied.
func TestArchiveLinesPassTheRules(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Send(t, "PATCH", d.Fill("/api/items/{item}"), M{"wanted": true, "wanted_priority": "high", "wanted_max_price": 5, "wanted_currency_code": "EUR"}).Want(t, http.StatusOK)
	d.Make(t, d.Fill("/api/copies/{copy}/documents"), M{"document_type": "other", "name": "Entry", "external_url": "https://example.org"})
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	for _, bad := range badLines {
		t.Run(bad.part+" "+bad.member+" "+bad.value[:min(len(bad.value), 12)], func(t *testing.T) {
			t.Parallel()
			p := d.Owner(t)
			n := 0
			id, r := bring(t, p, forged(t, content, func(part string, line map[string]jsontext.Value) {
				if part == bad.part {
					line[bad.member] = jsontext.Value(bad.value)
					n++
				}
			}))
			if n == 0 {
				t.Fatal("there is no such line")
			}
			same(t, "state", r.Dig(t, "data.attributes.state"), "ready")
			planOf(t, p, id, M{})
			issues := p.Send(t, "GET", "/api/imports/"+id+"/rows?action=error&column="+bad.member, nil).Want(t, http.StatusOK)
			if issues.Dig(t, "meta.total") != float64(n) {
				t.Errorf("%v of %d lines are errors: %s", issues.Dig(t, "meta.total"), n, issues.Content)
			}
			p.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
			same(t, "state", ended(t, p, id).Dig(t, "data.attributes.state"), "applied")
			nothingFails(t, p, id)
		})
	}
}

// A text with U+0000 cannot be stored, so an archive with one is refused.
func TestArchivesHaveNoZeroCharacters(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	for part, member := range map[string]string{"items": "name", "custom_fields": "options", "copies": "identifier"} {
		p := d.Owner(t)
		id, r := bring(t, p, forged(t, content, func(in string, line map[string]jsontext.Value) {
			if in == part {
				line[member] = jsontext.Value(map[bool]string{true: `["a\u0000b"]`, false: `"a\u0000b"`}[member == "options"])
			}
		}))
		same(t, "state", r.Dig(t, "data.attributes.state"), "failed")
		nothingFails(t, p, id)
	}
}

// nothingFails reads everything in the account without a server error.
func nothingFails(t *testing.T, p *person, id string) {
	t.Helper()
	for _, path := range []string{"/api/imports/" + id, "/api/imports/" + id + "/rows?per_page=100", "/api/imports/" + id + "/report", "/api/account", "/api/dashboard", "/api/value", "/api/attention", "/api/insurance-records",
		"/api/loans", "/api/search?q=a", "/api/tags?include=summary", "/api/series?include=summary", "/api/sets?include=summary", "/api/item-conditions", "/api/locations?include=summary", "/api/collection-types",
		"/api/collections?include=summary", "/api/items?include=summary,fields,copies", "/api/items?sort=name", "/api/copies?sort=-value&value_currency_code=EUR", "/api/photos", "/api/items/export?format=csv", "/api/copies/export?format=xlsx"} {
		if r := p.Send(t, "GET", path, nil); r.StatusCode >= 500 {
			t.Errorf("GET %s is answered %d", path, r.StatusCode)
		}
	}
	made := p.Make(t, "/api/collections", M{"name": "After", "visibility": "private"})
	p.Send(t, "GET", "/api/collections/"+made+"/statistics", nil).Want(t, http.StatusOK)
	p.Make(t, "/api/item-conditions", M{"name": "After"})
	for _, c := range p.Send(t, "GET", "/api/collections", nil).Dig(t, "data").([]any) {
		p.Send(t, "GET", "/api/collections/"+c.(M)["id"].(string)+"/statistics", nil).Want(t, http.StatusOK)
	}
	for _, c := range p.Send(t, "GET", "/api/copies", nil).Dig(t, "data").([]any) {
		p.Send(t, "GET", "/api/copies/"+c.(M)["id"].(string)+"/history", nil).Want(t, http.StatusOK)
	}
}

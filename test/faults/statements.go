package main

import (
	"fmt"
	"strings"

	"vitrine/test/faults/link"
)

var halfway = row{
	name: "F22", fault: "the link to PostgreSQL is torn at the first, second, third … thing that a request sends, before or after it is done; every kind of change, plain and with an Idempotency-Key or by PATCH",
	target: "all or nothing: what is changed has its log entry, what is not has none; failures are 503",
	run: func(w *world) error {
		wire, err := w.wired()
		if err != nil {
			return err
		}
		requests, statuses := 0, map[int]int{}
		for _, c := range changes {
			for _, moment := range []link.Moment{link.Before, link.After} {
				for nth := 1; nth <= 7; nth++ {
					who, err := w.furnished()
					if err != nil {
						return err
					}
					before, err := w.state(who)
					if err != nil {
						return err
					}
					wire.TearNth(moment, nth)
					r := who.do(c)
					wire.TearNth(moment, 0)
					after, err := w.state(who)
					if err != nil {
						return err
					}
					requests++
					statuses[r.status]++
					w.expect(r.status < 300 || r.status == 503 || r.status == 422 && c == unlinked, "%s torn at %d: status %d: %s", c.name(), nth, r.status, r.body)
					entries := after.entries - before.entries
					changed := after.rows != before.rows
					w.expect(entries <= 1 && (entries == 1) == changed, "%s torn at %d: %d log entries, rows changed: %t", c.name(), nth, entries, changed)
					w.expect(r.status >= 300 || entries == 1, "%s torn at %d: acknowledged without a log entry", c.name(), nth)
				}
			}
		}
		w.figure("kinds of change", len(changes))
		w.figure("requests", requests)
		w.figure("wires torn", wire.Torn())
		w.figure("done", requests-statuses[503]-statuses[422])
		w.figure("answered 503", statuses[503])
		w.expect(wire.Torn() > requests/3 && statuses[503] > requests/4, "too few requests were torn to prove anything")
		return nil
	},
}

// change is a changing request; names in braces are ids of the account's
// objects.
type change struct {
	method, path, body, header string
}

// unlinked is always refused, because the type is not linked to the collection.
// Finding the reason takes another query, which may be torn too.
var unlinked = change{"POST", "/api/collections/{collection}/items", `{"name":"x","collection_type_id":{other}}`, ""}

func (c change) name() string { return c.method + " " + c.path + " " + c.header }

var changes = []change{
	{"POST", "/api/locations", `{"name":"x","parent_id":{room}}`, ""},
	{"PUT", "/api/locations/{place}", `{"name":"x","parent_id":{room}}`, ""},
	{"PATCH", "/api/locations/{place}", `{"name":"x"}`, ""},
	{"DELETE", "/api/locations/{place}", ``, ""},
	{"POST", "/api/locations", `{"name":"x"}`, "Idempotency-Key"},
	{"POST", "/api/collections", `{"name":"x","visibility":"private","collection_type_ids":[{type}]}`, ""},
	{"PUT", "/api/collections/{collection}", `{"name":"x","visibility":"private"}`, ""},
	{"DELETE", "/api/collections/{collection}", ``, ""},
	{"POST", "/api/collection-types", `{"name":"x","color":"#336699"}`, ""},
	{"PUT", "/api/collection-types/{type}/collections", `{"collection_ids":[]}`, ""},
	{"DELETE", "/api/collection-types/{type}", ``, ""},
	{"POST", "/api/collection-types/{type}/custom-field-groups", `{"name":"x"}`, ""},
	{"POST", "/api/collection-types/{type}/custom-fields", `{"name":"x","field_type":"text"}`, "Idempotency-Key"},
	{"PUT", "/api/collection-types/{type}/custom-fields/{field}", `{"name":"x","field_type":"text","position":2}`, ""},
	{"PUT", "/api/collection-types/{type}/custom-fields/{field}/order", `{"direction":"down"}`, ""},
	{"DELETE", "/api/collection-types/{type}/custom-fields/{field}", ``, ""},
	{"POST", "/api/collection-types/import", `{"json":"{\"schemaVersion\":1,\"type\":{\"name\":\"x\",\"color\":\"#336699\",\"groups\":[],\"standaloneFields\":[{\"name\":\"f\",\"type\":\"text\"}]}}"}`, ""},
	{"POST", "/api/collections/{collection}/items", `{"name":"x","collection_type_id":{type},"custom_fields":{"{field}":"v"}}`, ""},
	unlinked,
	{"PUT", "/api/collections/{collection}/items/{item}", `{"name":"x"}`, ""},
	{"PATCH", "/api/collections/{collection}/items/{item}", `{"description":"x"}`, ""},
	{"DELETE", "/api/collections/{collection}/items/{item}", ``, ""},
	{"POST", "/api/items/{item}/copies", `{"quantity":2}`, ""},
	{"DELETE", "/api/items/{item}/copies/{copy}", ``, ""},
	{"POST", "/api/copies/{copy}/insurance-records", `{"provider":"x","insured_value":1}`, "Idempotency-Key"},
	{"PUT", "/api/me", `{"first_name":"x","last_name":"y","email":"{email}","locale":"en","time_format_24h":true}`, ""},
	{"POST", "/api/administration/api", `{"label":"x"}`, ""},
	{"POST", "/api/account/invitations", `{"email":"guest-{email}","role":"viewer"}`, ""},
}

// tenant is an account with one of everything.
type tenant struct {
	client
	account int64
	ids     []string // pairs for strings.NewReplacer
}

// furnished creates an account with one of everything.
func (w *world) furnished() (tenant, error) {
	a, err := w.stranger()
	if err != nil {
		return tenant{}, err
	}
	t := tenant{client{base: w.instances[0].url, token: a.Token}, a.ID, []string{"{email}", a.Email}}
	for _, sql := range []string{
		"type  select id from collection_types where account_id = $1",
		"collection  select id from collections where account_id = $1",
		"item  select id from items where account_id = $1",
		"copy  select id from copies where account_id = $1",
		"room  select min(id) from locations where account_id = $1",
		"place  select max(id) from locations where account_id = $1",
		"field  insert into custom_fields (account_id, collection_type_id, name, field_type, position) select account_id, id, 'a', 'text', 1 from collection_types where account_id = $1 returning id",
		"linked  insert into collection_type_links (account_id, collection_id, collection_type_id) select account_id, c.id, t.id from collections c join collection_types t using (account_id) where account_id = $1 returning collection_id",
		"other  insert into collection_types (account_id, name, color) values ($1, 'other', '#336699') returning id",
		"second  insert into custom_fields (account_id, collection_type_id, name, field_type, position) select account_id, id, 'b', 'text', 2 from collection_types where account_id = $1 returning id",
	} {
		name, statement, _ := strings.Cut(sql, "  ")
		id, err := query[int64](w.ctx, w.database, statement, a.ID)
		if err != nil {
			return t, fmt.Errorf("%s: %w", name, err)
		}
		t.ids = append(t.ids, "{"+name+"}", fmt.Sprint(id))
	}
	return t, nil
}

func (t tenant) do(c change) reply {
	fill := strings.NewReplacer(t.ids...)
	if c.header != "" {
		t.key = "once"
	}
	return t.send(c.method, fill.Replace(c.path), fill.Replace(c.body))
}

// state is an account's data, to detect changes.
type state struct {
	entries int
	rows    string
}

func (w *world) state(t tenant) (s state, err error) {
	if s.entries, err = query[int](w.ctx, w.database, `select count(*) from logs where account_id = $1`, t.account); err != nil {
		return s, err
	}
	s.rows, err = query[string](w.ctx, w.database, `
		select md5(string_agg(shown, '' order by shown)) from (
			select 'l' || l::text as shown from locations l where account_id = $1
			union all select 'c' || c::text from collections c where account_id = $1
			union all select 't' || t::text from collection_types t where account_id = $1
			union all select 'k' || k::text from collection_type_links k where account_id = $1
			union all select 'g' || g::text from custom_field_groups g where account_id = $1
			union all select 'f' || f::text from custom_fields f where account_id = $1
			union all select 'i' || i::text from items i where account_id = $1
			union all select 'v' || v::text from item_values v where account_id = $1
			union all select 'p' || p::text from copies p where account_id = $1
			union all select 'r' || r::text from insurance_records r where account_id = $1
			union all select 'n' || n::text from invitations n where account_id = $1
			union all select 'u' || u::text from users u where account_id = $1
			union all select 'a' || id || name from api_keys where account_id = $1) all_rows`, t.account)
	return s, err
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// a workload is the same work, once for the API and once for the engine.
type workload struct {
	name   string
	target float64 // what the engine's processor time should be as a share of ours
	lua    string  // what wrk sends
	sql    string  // what pgbench runs
	rows   int     // how many of them it returns
	in     account
}

func workloads(untyped, typed account) []workload {
	return []workload{
		{"one item by id, typed", 0.50, typed.getScript(), typed.getStatement(), 1, typed},
		{"first page of 10 with total, typed", 0.45, typed.pageScript(), typed.pageStatement(), 10, typed},
		{"create with its log entry, typed", 0.70, typed.createScript(), typed.createStatement(), 1, typed},
		{"one item by id, untyped", 0.55, untyped.getScript(), untyped.getStatement(), 1, untyped},
		{"first page of 10 with total, untyped", 0.50, untyped.pageScript(), untyped.pageStatement(), 10, untyped},
		{"create with its log entry, untyped", 0.75, untyped.createScript(), untyped.createStatement(), 1, untyped},
	}
}

// try runs the statement once: pgbench would be content with one that finds
// nothing.
func (b *bench) try(ctx context.Context, w workload) error {
	sql := w.sql[strings.Index(w.sql, "with me"):]
	found, err := b.database.query(ctx, strings.ReplaceAll(sql, ":id", w.in.first))
	if err != nil {
		return err
	}
	if rows := len(strings.Split(found, "\n")); found == "" || rows != w.rows {
		return fmt.Errorf("%s: the statement returns %q, want %d rows", w.name, found, w.rows)
	}
	return nil
}

// What wrk sends is put together before the first request: its Lua is none of
// the service's work. pgbench has its statement prepared as well.

func (a account) header() string {
	return fmt.Sprintf("wrk.headers[\"Authorization\"] = \"Bearer %s\"\n", a.token)
}

func (a account) getScript() string {
	return a.header() + fmt.Sprintf(`
		local requests, n = {}, 0
		function init()
			math.randomseed(os.time())
			for i = 1, 1000 do requests[i] = wrk.format("GET", "/api/items/" .. string.format("%%d", %s + math.random(0, %d))) end
		end
		function request() n = n %% 1000 + 1; return requests[n] end`, a.first, a.items-1)
}

func (a account) pageScript() string { return a.header() + `wrk.path = "/api/items"` }

func (a account) createScript() string {
	body := map[string]any{"name": "Blue Train"}
	if a.typ != "" {
		body["collection_type_id"] = json.Number(a.typ)
		body["custom_fields"] = json.RawMessage(strings.Trim(a.newValues(), "'"))
	}
	content, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts and numbers can be encoded
	}
	return a.header() + fmt.Sprintf("wrk.method, wrk.path, wrk.body = \"POST\", \"/api/collections/%s/items\", '%s'\nwrk.headers[\"Content-Type\"] = \"application/json\"", a.collection, content)
}

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

// script has wrk send requests by all members in turn: one user alone would wait
// for themselves. They are put together before the first is sent, since wrk's Lua
// is none of the service's work; pgbench has its statement prepared as well.
func (a account) script(method, path, body string) string {
	return fmt.Sprintf(`
		local tokens, requests, n = {"%s"}, {}, 0
		function init()
			math.randomseed(os.time())
			for i = 1, 1000 do
				requests[i] = wrk.format("%s", %s, {Authorization = "Bearer " .. tokens[i %% #tokens + 1], ["Content-Type"] = "application/json"}, %s)
			end
		end
		function request() n = n %% 1000 + 1; return requests[n] end`, strings.Join(a.tokens, `", "`), method, path, body)
}

func (a account) getScript() string {
	return a.script("GET", fmt.Sprintf(`"/api/items/" .. string.format("%%d", %s + math.random(0, %d))`, a.first, a.items-1), "nil")
}

func (a account) pageScript() string { return a.script("GET", `"/api/items"`, "nil") }

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
	return a.script("POST", `"/api/collections/`+a.collection+`/items"`, `'`+string(content)+`'`)
}

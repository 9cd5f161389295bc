package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// a workload is the same work for the API and for the engine.
type workload struct {
	name  string
	lua   string // for wrk
	sql   string // for pgbench
	rows  int    // that the statement returns
	reads bool   // the floor does it, too
	in    account
}

func workloads(untyped, typed account) []workload {
	return []workload{
		{"one item by id, typed", typed.getScript(), typed.getStatement(), 1, true, typed},
		{"first page of 10 with total, typed", typed.pageScript(), typed.pageStatement(), 10, true, typed},
		{"create with its log entry, typed", typed.createScript(), typed.createStatement(), 1, false, typed},
		{"one item by id, untyped", untyped.getScript(), untyped.getStatement(), 1, true, untyped},
		{"first page of 10 with total, untyped", untyped.pageScript(), untyped.pageStatement(), 10, true, untyped},
		{"create with its log entry, untyped", untyped.createScript(), untyped.createStatement(), 1, false, untyped},
	}
}

// try runs the statement once, because pgbench would accept one that finds
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

// script has wrk send requests by all members in turn, because one user alone
// would hit their own limit of concurrent requests. Requests are assembled
// before the first is sent, as pgbench prepares its statement: wrk's Lua is not
// the service's work.
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

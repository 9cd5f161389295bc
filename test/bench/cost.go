package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// account is somebody with items in a collection.
type account struct {
	token                 string
	id, collection, first string // first is the id of the first item
	items                 int
}

// newAccount registers somebody and fills a collection behind the service's back.
func (b *bench) newAccount(ctx context.Context, items int) (a account, err error) {
	email := fmt.Sprintf("bench%d@example.org", time.Now().UnixNano())
	const password = "correct-horse-battery"
	answer, err := b.service.post("/api/register", "", map[string]any{"first_name": "Ben", "last_name": "Chmark", "email": email, "password": password, "password_confirmation": password})
	if err != nil {
		return a, err
	}
	a.token, a.items = answer["data"].(map[string]any)["token"].(string), items
	made, err := b.service.post("/api/collections", a.token, map[string]any{"name": "Records", "visibility": "private"})
	if err != nil {
		return a, err
	}
	a.collection = made["data"].(map[string]any)["id"].(string)
	if a.id, err = b.database.query(ctx, `select account_id from users where email = '`+email+`'`); err != nil {
		return a, err
	}
	if a.id == "" {
		return a, fmt.Errorf("no user %s in %s", email, b.database.url)
	}
	a.first, err = b.database.query(ctx, fmt.Sprintf(`
		with made as (
			insert into items (account_id, collection_id, name, sort_name, search)
			select %[1]s, %[2]s, 'Record ' || n, 'record ' || n, array_to_tsvector(array['record', n::text])
			from generate_series(1, %[3]d) n returning id
		) select min(id) from made`, a.id, a.collection, items))
	if err == nil && items >= 10_000 {
		_, err = b.database.query(ctx, `vacuum analyze items, item_words`)
	}
	return a, err
}

// tokenHash is the hash of a token as an SQL literal.
func (a account) tokenHash() string { return fmt.Sprintf(`'\x%x'`, sha256.Sum256([]byte(a.token))) }

// a workload is the same work, once for the API and once for the engine.
type workload struct {
	name, target, lua, sql string
}

const who = `api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id`

const values = `case when i.collection_type_id is null then '{}' else (select coalesce(jsonb_object_agg(v.custom_field_id, v.value), '{}') from item_values v
	join custom_fields f on f.account_id = i.account_id and f.id = v.custom_field_id
	where v.account_id = i.account_id and v.item_id = i.id and f.collection_type_id = i.collection_type_id) end`

const shown = `i.id, i.collection_id, i.collection_type_id, i.name, i.description, ` + values + ` as custom_fields, i.created_at, i.updated_at`

func (b *bench) workloads(a account) []workload {
	header := `wrk.headers["Authorization"] = "Bearer ` + a.token + `"` + "\n"
	return []workload{
		{"one item by id", "0.55", header + `math.randomseed(os.time())
			request = function() return wrk.format("GET", "/api/items/" .. (` + a.first + ` + math.random(0, ` + strconv.Itoa(a.items-1) + `))) end`,
			`\set id random(` + a.first + `, ` + a.first + ` + ` + strconv.Itoa(a.items-1) + `)
			select u.id, u.role, ` + flat(shown) + ` from ` + who + ` join items i on i.account_id = u.account_id and i.id = :id where k.token_hash = ` + a.tokenHash() + `;`},
		{"first page of 10 with total", "0.55", header + `request = function() return wrk.format("GET", "/api/items") end`,
			flat(`with me as (select u.id, u.account_id, u.role from ` + who + ` where k.token_hash = ` + a.tokenHash() + `)
			select me.id, me.role, t.total, p.* from me,
				lateral (select coalesce(sum(n), 0) as total from totals where account_id = me.account_id and list = 'items' and parent_id = 0) t,
				lateral (select ` + shown + ` from items i where i.account_id = me.account_id order by i.id limit 10) p;`)},
		{"create an item with its audit entry", "0.75", header + `wrk.headers["Content-Type"] = "application/json"
			request = function() return wrk.format("POST", "/api/collections/` + a.collection + `/items", nil, '{"name":"Blue Train"}') end`,
			flat(`with me as (select u.id, u.account_id, u.role, u.first_name from ` + who + ` where k.token_hash = ` + a.tokenHash() + `),
			made as (insert into items (account_id, collection_id, name, sort_name, search)
				select me.account_id, c.id, 'Blue Train', 'blue train', array_to_tsvector(array['blue', 'train'])
				from me join collections c on c.account_id = me.account_id and c.id = ` + a.collection + ` returning *),
			logged as (insert into logs (account_id, user_id, user_name, action, parameters)
				select me.account_id, me.id, me.first_name, 'item_created', jsonb_build_object('name', made.name) from me, made)
			select id, collection_id, name, created_at, updated_at from made;`)},
	}
}

// flat puts a statement on one line, as pgbench wants it.
func flat(sql string) string { return strings.Join(strings.Fields(sql), " ") }

// cost prints what each workload costs against the bare engine, with row
// security and without.
func (b *bench) cost(ctx context.Context) error {
	a, err := b.newAccount(ctx, 10_000)
	if err != nil {
		return err
	}
	fmt.Printf("\n%-38s %8s %8s %8s %12s %12s\n", "processor time per operation (µs)", "engine", "service", "ratio", "engine op/s", "service op/s")
	for _, secured := range []bool{true, false} {
		if err := b.secure(ctx, secured); err != nil {
			return err
		}
		for _, w := range b.workloads(a) {
			name := w.name + " (target " + w.target + ")"
			if !secured {
				name = w.name + ", row security off"
			}
			var engine, service []sample
			for range b.pairs {
				e, err := b.bare(ctx, w.sql)
				if err != nil {
					return err
				}
				s, err := b.api(ctx, w.lua)
				if err != nil {
					return err
				}
				engine, service = append(engine, e), append(service, s)
			}
			fmt.Printf("%-48s %8.0f %8.0f %8.2f %12.0f %12.0f\n", name, median(engine, cpuOf), median(service, cpuOf),
				median(engine, cpuOf)/median(service, cpuOf), median(engine, rateOf), median(service, rateOf))
		}
	}
	return b.secure(ctx, true)
}

// secure switches row security of every account table on or off.
func (b *bench) secure(ctx context.Context, on bool) error {
	word := map[bool]string{true: "enable", false: "disable"}[on]
	_, err := b.database.query(ctx, `do $$ declare t text; begin
		for t in select distinct c.relname from pg_class c join pg_policy p on p.polrelid = c.oid loop
			execute format('alter table %I `+word+` row level security', t);
		end loop; end $$`)
	return err
}

// startup prints what the service needs before it has done anything.
func (b *bench) startup(ctx context.Context) error {
	b.service.stop() // once more, on a database that is migrated
	var err error
	if b.service, err = startService(ctx, b.binary, b.database.url); err != nil {
		return err
	}
	time.Sleep(time.Second)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.service.Process.Pid))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	info, err := os.Stat(b.binary)
	if err != nil {
		return err
	}
	fmt.Printf("start to ready: %d ms (target 200)\nidle memory: %s kB (target 30000)\nbinary: %.1f MB (target 30)\n",
		b.service.ready.Milliseconds(), strings.Fields(rest)[0], float64(info.Size())/1e6)
	return nil
}

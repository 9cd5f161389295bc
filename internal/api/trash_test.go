package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/testkind"
)

// discardable are the paths of everything in an account that can go to the trash.
const discardable = `
	select '/api/collections/' || id from collections where account_id = $1
	union all select '/api/items/' || id from items where account_id = $1
	union all select '/api/copies/' || id from copies where account_id = $1
	union all select '/api/locations/' || id from locations where account_id = $1
	union all select '/api/collection-types/' || id from collection_types where account_id = $1
	union all select '/api/collection-types/' || collection_type_id || '/custom-fields/' || id from custom_fields where account_id = $1
	union all select '/api/item-conditions/' || id from item_conditions where account_id = $1
	union all select '/api/tags/' || id from tags where account_id = $1
	union all select '/api/series/' || id from series where account_id = $1
	union all select '/api/sets/' || id from sets where account_id = $1
	union all select '/api/policies/' || id from policies where account_id = $1
	union all select '/api/collections/' || collection_id || '/categories/' || id from categories where account_id = $1
	union all select '/api/items/' || item_id || '/photos/' || id from photos where account_id = $1
	union all select '/api/documents/' || id from documents where account_id = $1
	union all select '/api/copies/' || copy_id || '/insurance-records/' || id from insurance_records where account_id = $1
	union all select '/api/copies/' || copy_id || '/valuations/' || id from valuations where account_id = $1
	union all select '/api/copies/' || copy_id || '/transactions/' || id from transactions where account_id = $1
	union all select '/api/copies/' || copy_id || '/maintenance-records/' || id from maintenance_records where account_id = $1
	union all select '/api/copies/' || copy_id || '/loans/' || id from loans where account_id = $1
	union all select '/api/copies/' || copy_id || '/location-history/' || id from location_history where account_id = $1
	union all select '/api/copies/' || copy_id || '/provenance-events/' || id from provenance_events where account_id = $1 and coalesce(loan_id, returned_loan_id, maintenance_record_id) is null
	order by 1`

// stock is all rows of an account, perhaps without a column, and the stored sums.
func stock(t testing.TB, h *apitest.Harness, account int64, without string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range apitest.Column[string](t, h, `
		select c.table_name::text from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
		where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE'
		  and table_name not in ('logs', 'totals', 'collection_sums', 'api_keys', 'idempotency_keys', 'uploads', 'share_links') and table_name not like 'trash%'`) {
		for _, row := range apitest.Column[string](t, h, `select (to_jsonb(t) - 'named_at' - '`+without+`')::text from `+table+` t where account_id = $1`, account) {
			all[table+" "+row] = table
		}
	}
	for _, sum := range apitest.Column[string](t, h, `
		select list || ' ' || parent_id || ': ' || sum(n) from totals where account_id = $1 and list not in ('logs') and list not like '%log%' group by list, parent_id having sum(n) <> 0
		union all
		select collection_id || ' ' || currency_code || ': ' || sum(copies) || ' ' || sum(held) || ' ' || sum(quantity) || ' ' || sum(value)
		from collection_sums where account_id = $1 group by collection_id, currency_code having sum(copies) <> 0`, account) {
		all[sum] = "sums"
	}
	return all
}

func wantInventory(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for row := range want {
		if got[row] == "" {
			t.Errorf("%s: lost %s", what, row)
		}
	}
	for row := range got {
		if want[row] == "" {
			t.Errorf("%s: not there before: %s", what, row)
		}
	}
}

// restoreFirst restores an entry, after its container if that was deleted too.
func restoreFirst(t testing.TB, w *apitest.World, entry string) []string {
	t.Helper()
	r := w.Send(t, "POST", "/api/trash/"+entry+"/restore", M{})
	switch r.StatusCode {
	case http.StatusOK:
		return []string{entry}
	case http.StatusConflict:
		if above, _ := r.Dig(t, "conflicts.0.trash_entry").(string); above != "" {
			return append(restoreFirst(t, w, above), restoreFirst(t, w, entry)...)
		}
	}
	t.Fatalf("restoring %s: %s %s", entry, r.Status, r.Content)
	return nil
}

// Restoring in any order brings back the same state: every row, its times, and every sum.
func TestRestoringLeavesNoTrace(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	for range 2 {
		w.Furnish(t)
		w.Neighbours(t)
	}
	account := apitest.Scalar[int64](t, w.Harness, `select account_id from users where email = $1`, w.Email)
	there := w.Send(t, "GET", "/api/trash", nil).Dig(t, "meta.total")
	timeless := stock(t, w.Harness, account, "updated_at")
	paths := apitest.Column[string](t, w.Harness, discardable, account)
	if len(paths) < 40 {
		t.Fatalf("only %d objects to delete", len(paths))
	}
	chance := rand.New(rand.NewPCG(14, 45))
	rounds := testkind.Number(8, 40)
	for round := range rounds {
		before := stock(t, w.Harness, account, "")
		var entries, deleted []string
		for range 1 + chance.IntN(6) {
			path := paths[chance.IntN(len(paths))]
			r := w.Send(t, "DELETE", path, nil)
			if r.StatusCode == http.StatusNotFound { // it went with another
				continue
			}
			r.Want(t, http.StatusNoContent)
			entries, deleted = append(entries, r.Header.Get("X-Trash-Entry")), append(deleted, path)
		}
		want, without := before, ""
		if slices.Reverse(entries); round%2 == 1 { // the times of a copy that lost several records return only in order
			chance.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
			want, without = timeless, "updated_at"
		}
		back := map[string]bool{}
		for _, entry := range entries {
			if back[entry] {
				continue
			}
			for _, done := range restoreFirst(t, w, entry) {
				back[done] = true
			}
		}
		same(t, "entries", w.Send(t, "GET", "/api/trash", nil).Dig(t, "meta.total"), there)
		wantInventory(t, fmt.Sprintf("round %d: %s, restored as %s", round, strings.Join(deleted, " "), strings.Join(entries, " ")), stock(t, w.Harness, account, without), want)
		if t.Failed() {
			return
		}
	}
}

// Every table that is deleted by cascade can be put in the trash: it has an account, and its rows have
// ids or are leaves. Counters are left out, and so are exports, proposals and sessions, which are
// deleted for good.
func TestEveryTableCanBeTrashed(t *testing.T) {
	t.Parallel()
	h := server(t)
	graph := apitest.Scalar[string](t, h, `select jsonb_agg(distinct child order by child)::text from references_between_tables() where cascades and parent not in ('users', 'accounts', 'api_keys', 'exports', 'proposals', 'trash_entries')`)
	var reached []string
	if err := json.Unmarshal([]byte(graph), &reached); err != nil {
		t.Fatal(err)
	}
	same(t, "tables that go to the trash with others; a new one needs a name in trash_kind, and a parent in trash_parent unless that is a copy", fmt.Sprint(reached),
		"[categories collection_covers collection_type_links copies custom_field_groups custom_fields documents import_keys import_parts import_rows insurance_records item_tags item_values items loans location_history locations maintenance_records photos policy_collections policy_copies policy_locations provenance_events sets transactions valuations]")
	for _, child := range apitest.Column[string](t, h, `
		select child || '.' || field from references_between_tables() f where clears and not exists (
			select from information_schema.columns where table_name = f.child and column_name = 'updated_at')`) {
		t.Errorf("%s is cleared, but its table does not know when a row was changed", child)
	}
}

// An entry whose days are over is gone at once, and its rows and files within the hour.
func TestTrashIsPurged(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{}) // the first account that is due must be this one
	w := h.World(t)
	account := apitest.Scalar[int64](t, h, `select account_id from users where email = $1`, w.Email)
	entry := w.Send(t, "DELETE", w.Fill("/api/items/{item}"), nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	files := apitest.Scalar[int64](t, h, `select sum(uses)::bigint from files where account_id = $1`, account)
	apitest.Exec(t, h, `update trash_entries set deleted_at = now() - interval '6 days' where id = `+entry)
	w.Send(t, "GET", "/api/trash/"+entry, nil).Want(t, http.StatusOK)
	purged := func(want bool) {
		t.Helper()
		found, err := ledger.PurgeTrash(t.Context(), h.DB)
		if err != nil || found != want {
			t.Fatalf("purged: %v %v", found, err)
		}
	}
	purged(false)
	w.Send(t, "PATCH", "/api/account", M{"trash_retention_days": 5}).Want(t, http.StatusOK)
	w.Send(t, "GET", "/api/trash/"+entry, nil).Want(t, http.StatusNotFound)
	w.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusNotFound)
	purged(true)
	purged(false)
	same(t, "rows", apitest.Scalar[int64](t, h, `select count(*) from trash_rows where entry_id = `+entry), 0)
	if now := apitest.Scalar[int64](t, h, `select sum(uses)::bigint from files where account_id = $1`, account); now >= files {
		t.Errorf("files are used %d times, and were %d times while the item was in the trash", now, files)
	}
	same(t, "entries that tell what an item was", apitest.Scalar[int64](t, h, `select count(*) from logs where account_id = $1 and item_id = $2::bigint and changes <> '[]'`, account, w.IDs["item"]), 0)
	same(t, "the other entry", w.Send(t, "GET", "/api/trash", nil).Dig(t, "meta.total"), 1)
}

// Under concurrent deletes, restores and writes, a row is in its table or in one entry.
func TestTrashUnderLoad(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	item, collection := w.Fill("/api/items/{item}"), w.Fill("/api/collections/{collection}")
	var all sync.WaitGroup
	for n := range 6 {
		all.Go(func() {
			for range 12 {
				switch n % 3 {
				case 0: // somebody deletes and restores the item, somebody the collection
					path := []string{item, collection}[n/3]
					if r := w.Send(t, "DELETE", path, nil); r.StatusCode == http.StatusNoContent {
						w.Send(t, "POST", "/api/trash/"+r.Header.Get("X-Trash-Entry")+"/restore", M{})
					}
				case 1:
					w.Send(t, "POST", item+"/copies", M{"location_id": w.IDs["location"]})
				case 2:
					w.Send(t, "POST", w.Fill("/api/copies/{copy}/valuations"), M{"type": "user_estimate", "amount": 500 + n, "valued_at": "2026-01-02"})
				}
			}
		})
	}
	all.Wait()
	for _, entry := range w.Send(t, "GET", "/api/trash?per_page=100", nil).Listed(t) {
		if w.Send(t, "GET", "/api/trash/"+entry, nil).StatusCode == http.StatusOK {
			restoreFirst(t, w, entry)
		}
	}
	w.Send(t, "GET", item, nil).Want(t, http.StatusOK)
	same(t, "rows in two places", apitest.Scalar[int64](t, w.Harness, `select count(*) from trash_rows t join copies c on c.account_id = t.account_id and t.relation = 'copies' and t.row_id = c.id`), 0)
	apitest.CheckState(t, w.Harness)
}

// A conflict leaves the entry as it was, also when restoring elsewhere.
func TestAConflictChangesNothing(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	loan := l.lend(M{"item_condition_out_id": l.Make(t, "/api/item-conditions", M{"name": "Mint"})})
	entry := l.Send(t, "DELETE", loan, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	l.Send(t, "DELETE", "/api/item-conditions/"+l.Send(t, "GET", "/api/item-conditions", nil).Listed(t)[0], nil).Want(t, http.StatusNoContent)
	other := l.Make(t, "/api/items/"+l.item+"/copies", M{})
	l.Make(t, "/api/copies/"+other+"/loans", M{"direction": "outgoing", "party": "Museum", "loaned_at": "2026-01-05"})
	content := func() string {
		return apitest.Scalar[string](t, l.Harness, `select content::text from trash_rows where relation = 'loans' and entry_id = $1::bigint and content ->> 'copy_id' = $2`, entry, l.copy)
	}
	before := content()
	l.Send(t, "POST", "/api/trash/"+entry+"/restore", M{"parent_id": other}).Want(t, http.StatusConflict)
	same(t, "the row in the trash", content(), before)
}

// An item restored without one of its fields does not show the value.
func TestAnItemComesBackWithoutItsField(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	field := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), M{"name": "Ink", "field_type": "text"})
	item := "/api/items/" + w.Make(t, w.Fill("/api/collections/{collection}/items"), M{"name": "Maus", "collection_type_id": w.IDs["collectionType"], "custom_fields": M{field: "blue"}})
	shown := func() any {
		return w.Send(t, "GET", item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.custom_fields")
	}
	discard := func(path string) string {
		return w.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	}
	gone, lost := discard(item), discard(w.Fill("/api/collection-types/{collectionType}/custom-fields/")+field)
	restoreFirst(t, w, gone)
	same(t, "without the field", shown(), M{})
	restoreFirst(t, w, lost)
	same(t, "with it", shown(), M{field: "blue"})
}

package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// keptOfFiles is what triggers maintain for files: uses, the list of photos, and the storage of accounts.
const keptOfFiles = `select concat_ws(E'\n',
	(select string_agg(row(account_id, id, uses, photos)::text, ' ' order by id) from files),
	(select string_agg(row(id, storage_used)::text, ' ' order by id) from accounts),
	(select string_agg(t::text, ' ' order by t::text) from (select account_id, list, parent_id, sum(n) from totals group by 1, 2, 3) t))`

// Wrong counts, made by bypassing triggers, are corrected.
func TestRepairFiles(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	settle(t, url, 2)
	addFiles(t, url, directory(t), 4)
	execute(t, url, `
		insert into collections (account_id, name, emoji, visibility, currency) select id, 'Comics', '📦', 'private', 'EUR' from accounts;
		insert into items (account_id, collection_id, name, sort_name, search) select account_id, id, 'One', 'one', '' from collections;
		insert into copies (account_id, item_id, status, quantity, search) select account_id, id, 'owned', 1, '' from items;
		insert into photos (account_id, item_id, file_id, sha256, filename, mime_type, size, width, height, position, is_main)
			select f.account_id, i.id, f.id, f.sha256, 'a.jpg', 'image/jpeg', f.size, 4, 3, f.id, false from files f join items i on i.account_id = f.account_id where f.id % 4 > 1;
		insert into documents (account_id, copy_id, file_id, document_type, name)
			select f.account_id, c.id, f.id, 'receipt', 'Receipt' from files f join copies c on c.account_id = f.account_id where f.id % 4 in (0, 3);
		insert into documents (account_id, copy_id, external_url, document_type, name) select account_id, id, 'https://example.org', 'receipt', 'Elsewhere' from copies;
		insert into uploads (account_id, user_id, sha256, file_id, expires_at)
			select f.account_id, u.id, f.sha256, f.id, now() from files f join users u on u.account_id = f.account_id where f.id % 4 = 0`)
	right := text(t, url, keptOfFiles)
	if want := "(1,1,0,0) (1,2,1,1) (1,3,2,1) (1,4,2,0)"; !strings.HasPrefix(right, want) || strings.Contains(right, "(1,0)") {
		t.Fatalf("the triggers keep\n%s, want\n%s", right, want)
	}
	execute(t, url, `
		update files set uses = uses + 1 where id in (1, 6);
		update files set photos = 0 where id = 2;
		update accounts set storage_used = 7 where id = 2;
		update totals set n = n + 3 where list = 'photos' and account_id = 1`)
	for _, want := range []string{"the storage of 2 accounts were counted, 4 were wrong", "the storage of 2 accounts were counted, 0 were wrong"} {
		if got := admin.RepairFiles(t.Context(), url); got.Advice != "" || !strings.Contains(got.What, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if got := admin.RepairTotals(t.Context(), url); !strings.Contains(got.What, "1 were wrong") {
		t.Errorf("%+v", got)
	}
	if got := text(t, url, keptOfFiles); got != right {
		t.Errorf("repaired are\n%s, want\n%s", got, right)
	}
}

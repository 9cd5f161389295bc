package engine_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/internal/engine"
)

// account is an account created by fill: the first is large, two hundred are
// small, thousands are empty. Plans are made for the average and must suit the
// large one too.
type account int64

const (
	large account = 1
	small account = 2
)

// nth is the id of one of its objects, of any kind.
func (a account) nth(n int64) int64 { return int64(a)*100_000 + n }

// field is the id of a field of its first type: a text, a number, a date, a
// boolean, a select and a rating. Groups have ids of the same form.
func (a account) field(n int64) int64 { return 10*a.nth(1) + n }

// owner is its first user with their first key.
func (a account) owner() identity.Actor {
	return identity.Actor{UserID: a.nth(1), AccountID: int64(a), KeyID: 10 * a.nth(1), Role: identity.Remember(identity.Owner), Name: "Ada"}
}

// access is that of its owner; the token of a key is its id.
func (a account) access() engine.Access {
	return engine.ByToken(identity.HashToken(fmt.Sprint(a.owner().KeyID)), a.owner())
}

// fill creates accounts with everything in them. own(a, part) numbers the objects
// of an account that has that part of its items.
var fill = []string{
	`set session_replication_role = replica`, // triggers would check and count row by row
	`create function pg_temp.own(a int, part int) returns table (a int, n bigint, own bigint) language sql as
		'select a, n, a * 100000 + n from generate_series(1, greatest(3, case a when 1 then 20000 else 20 end / part)) n'`,
	`create temp table part as select 1 as a`, // accounts with objects
	`insert into part select generate_series(2, 200)`,
	`insert into accounts (id, name, public_sharing) select a, 'Account ' || a, true from generate_series(1, 5000) a`,
	`select setval(pg_get_serial_sequence('accounts', 'id'), 5000)`,
	`insert into users (account_id, id, role, first_name, last_name, email, password_hash)
		select o.a, own, case n when 1 then 'owner' else 'editor' end, 'Ada', 'Byron', 'u' || own || '@example.org', 'x' from part, pg_temp.own(a, 1000) o`,
	`insert into api_keys (account_id, id, user_id, name, token_hash, role, user_name)
		select account_id, 10 * id + n, id, 'k', sha256((10 * id + n)::text::bytea), role, first_name from users, generate_series(0, 9) n`,
	`update users set reminders = 'weekly' where role = 'owner'`,
	`update api_keys set kind = 'session', ends_at = now() + interval '1 day' where id % 10 = 9`,
	`insert into invitations (account_id, id, email, role, token_hash, expires_at)
		select o.a, own, own || '@example.org', 'viewer', sha256(own::text::bytea), now() + interval '1 day' from part, pg_temp.own(a, 1000) o`,
	`insert into password_resets (account_id, user_id, token_hash, expires_at)
		select account_id, id, sha256(id::text::bytea), now() + interval '1 hour' from users`,
	`insert into earlier_resets (account_id, user_id, token_hash, expires_at)
		select account_id, id, sha256(('earlier ' || id)::bytea), now() + interval '1 hour' from users`,
	`insert into address_links (account_id, user_id, kind, address, token_hash, expires_at)
		select account_id, id, kind, email, sha256((kind || ' ' || id)::bytea), now() + interval '1 day' from users, unnest(array['confirm', 'take_back']) kind`,
	`insert into recovery_codes (account_id, user_id, code_hash)
		select account_id, id, sha256((10 * id + n)::text::bytea) from users, generate_series(1, 8) n`,
	`insert into known_addresses (account_id, user_id, address) select account_id, id, '192.0.2.' || n from users, generate_series(1, 8) n`,
	`insert into idempotency_keys (account_id, user_id, path, key, body_hash, status, created_at)
		select account_id, id, 'POST /api/locations', n::text, '', 201, now() - n * interval '1 hour' from users, generate_series(1, 20) n`,
	`insert into logs (account_id, user_id, user_name, action, created_at)
		select o.a, o.a * 100000 + 1 + n % 3, 'Ada', 'item_created', now() - n * interval '1 minute' from part, pg_temp.own(a, 1) o`,
	`update logs set object_type = 'item', object_id = account_id * 100000 + 1 + id % 20, item_id = account_id * 100000 + 1 + id % 20, copy_id = account_id * 100000 + 1 + id % 20`,
	`insert into item_conditions (account_id, id, name, name_key, position)
		select o.a, own, 'Grade ' || n, 'grade ' || n, n from part, pg_temp.own(a, 1000) o`,
	`insert into locations (account_id, id, parent_id, name, emoji)
		select o.a, own, case when n > 10 then o.a * 100000 + n / 10 end, 'Place', '📦' from part, pg_temp.own(a, 10) o`,
	`insert into collections (account_id, id, uuid, name, emoji, visibility, currency, updated_at)
		select o.a, own, ('00000000-0000-4000-8000-' || lpad(own::text, 12, '0'))::uuid, 'Collection', '📦', case when n > 2 then 'private' else 'public' end, 'EUR', now() - n * interval '1 minute' from part, pg_temp.own(a, 20) o`,
	`insert into public_collections (account_id, collection_id, uuid) select account_id, id, uuid from collections where visibility = 'public'`,
	`insert into share_links (account_id, id, collection_id, name, shows, token_hash)
		select account_id, 10 * id + n, id, 'For Jo', array['descriptions', 'photos', 'custom_fields', 'tags', 'copies', 'values'], sha256(('link ' || 10 * id + n)::bytea) from collections, generate_series(0, 2) n`,
	`insert into collection_types (account_id, id, name, color, updated_at)
		select o.a, own, 'Type', '#000000', now() - n * interval '1 minute' from part, pg_temp.own(a, 20) o`,
	`insert into collection_type_links (account_id, collection_id, collection_type_id)
		select o.a, own, o.a * 100000 + t from part, pg_temp.own(a, 20) o, generate_series(1, 3) t`,
	`insert into tags (account_id, id, name, name_key) select o.a, own, 'Tag ' || n, 'tag ' || n from part, pg_temp.own(a, 100) o`,
	`insert into series (account_id, id, name, name_key) select o.a, own, 'Series', 'series' from part, pg_temp.own(a, 100) o`,
	`insert into categories (account_id, id, collection_id, parent_id, name, name_key)
		select o.a, own, o.a * 100000 + 1, case when n > 10 then o.a * 100000 + n / 10 end, 'Category', 'category' from part, pg_temp.own(a, 100) o`,
	`insert into sets (account_id, id, collection_id, name, name_key, target_count) select o.a, own, o.a * 100000 + 1, 'Set', 'set', 9 from part, pg_temp.own(a, 100) o`,
	`insert into custom_field_groups (account_id, id, collection_type_id, name, position)
		select account_id, 10 * id + n, id, 'Group', n from collection_types, generate_series(1, 3) n`,
	`insert into custom_fields (account_id, id, collection_type_id, group_id, name, field_type, options, position)
		select account_id, 10 * id + n, id, case when n > 3 then 10 * id + 1 + n % 3 end, 'Field', kind, case kind when 'select' then '["a", "b"]'::jsonb end, n
		from collection_types, unnest(array['text', 'number', 'date', 'boolean', 'select', 'rating']) with ordinality f (kind, n)`,
	`insert into items (account_id, id, collection_id, collection_type_id, name, sort_name, search, created_at, updated_at)
		select o.a, own, o.a * 100000 + 1 + n % 2, o.a * 100000 + 1 + n % 3, 'Item ' || n, 'item ' || n,
			array_to_tsvector(array['item', n::text]), now() - n * interval '1 minute', now() - n * interval '1 second'
		from part, pg_temp.own(a, 1) o`,
	`update items set category_id = account_id * 100000 + 1 + id % 3, set_id = account_id * 100000 + 1 + id % 3 where collection_id = account_id * 100000 + 1`,
	`update items set series_id = account_id * 100000 + 1 + id % 3, wanted = id % 50 = 0, wanted_priority = case when id % 50 = 0 then 'normal' end`,
	`insert into item_tags (account_id, item_id, tag_id) select account_id, id, account_id * 100000 + 1 + id % 3 from items`,
	`insert into item_values (account_id, item_id, custom_field_id, value, search)
		select account_id, id, 10 * collection_type_id + 1, to_jsonb(name), array_to_tsvector(array['value', 'v' || id]) from items
		union all select account_id, id, 10 * collection_type_id + 2, to_jsonb(id % 1000), null from items
		union all select account_id, id, 10 * collection_type_id + 5, '"b"', null from items where id % 2 = 0`,
	`update item_values set code = case item_id % 500 when 0 then 9783492281577 else 4000000000000 + item_id end where custom_field_id % 10 = 1`,
	`update items i set custom_fields = v.shown from (select account_id, item_id, jsonb_object_agg(custom_field_id, value) as shown from item_values group by 1, 2) v
		where v.account_id = i.account_id and v.item_id = i.id`,
	`insert into copies (account_id, id, item_id, location_id, status, quantity, search)
		select account_id, id, id, account_id * 100000 + 1 + id % 3, case when id % 100 = 0 then 'loaned' else 'owned' end, 1,
			array_to_tsvector(array['copy', 'c' || id]) from items`,
	`insert into collection_sums (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
		select c.account_id, c.id, code, slot, 1, 1, 1, 1 from collections c, unnest(array['', 'EUR', 'USD']) code, generate_series(0, 15) slot`,
	`insert into item_words (account_id, item_id, word) select account_id, id, unnest(tsvector_to_array(search)) from items`,
	`insert into item_value_words (account_id, item_id, custom_field_id, word) select account_id, item_id, custom_field_id, unnest(tsvector_to_array(search)) from item_values`,
	`insert into copy_words (account_id, copy_id, word) select account_id, id, unnest(tsvector_to_array(search)) from copies`,
	`insert into words (account_id, word) select account_id, word from item_words union select account_id, word from item_value_words union select account_id, word from copy_words`,
	`insert into item_keys (account_id, collection_id, item_id, kind, key)
		select i.account_id, i.collection_id, i.id, k.kind, k.key from items i join copies c on c.account_id = i.account_id and c.item_id = i.id cross join lateral (values
			('held', 1::bigint), ('set', i.set_id), ('place', c.location_id), ('condition', 0), ('status', case c.status when 'owned' then 1 else 3 end), ('value EUR', 1), ('tag', i.account_id * 100000 + 1 + i.id % 3)) k (kind, key)
		where k.key is not null`,
	`insert into insurance_records (account_id, id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, starts_at, is_scheduled_item)
		select account_id, id, id, 'Axa', 1, 'active', 'EUR', 'EUR', current_date, false from copies`,
	`insert into policies (account_id, id, name, name_key, provider, insured_value, status, currency_code, deductible_currency_code, ends_at)
		select o.a, own, 'Policy', 'policy', 'Axa', 100000, case when n < 3 then 'active' else 'expired' end, 'EUR', 'EUR', current_date + 20 from part, pg_temp.own(a, 100) o`,
	`insert into policy_collections (account_id, policy_id, collection_id) select o.a, own, o.a * 100000 + 2 from part, pg_temp.own(a, 100) o`,
	`insert into policy_locations (account_id, policy_id, location_id) select o.a, own, o.a * 100000 + 2 from part, pg_temp.own(a, 100) o`,
	`insert into policy_copies (account_id, policy_id, copy_id) select o.a, own, own from part, pg_temp.own(a, 100) o`,
	`insert into valuations (account_id, id, copy_id, type, amount, valued_at, currency_code, confidence)
		select account_id, id, id, 'other', 1, current_date, 'EUR', 'unknown' from copies`,
	`update copies set estimated_value = 1, value_currency_code = 'EUR', valued_at = current_date`,
	`insert into transactions (account_id, id, copy_id, type, occurred_at, currency_code) select account_id, id, id, 'other', current_date, 'EUR' from copies`,
	`insert into trash_entries (account_id, id, relation, object_type, object_id, name, name_key, counts, deleted_by_name) select account_id, id + 100000000, 'items', 'item', id + 100000000, 'x', 'x', '{}', 'x' from items where id % 5 = 0`,
	`insert into location_history (account_id, id, copy_id, location_id, location_name, moved_at) select account_id, id, id, location_id, 'Place', current_date from copies`,
	`insert into maintenance_records (account_id, id, copy_id, type, title, include_in_provenance) select account_id, id, id, 'cleaning', 'x', false from copies`,
	`insert into loans (account_id, id, copy_id, direction, status, party, loaned_at, include_in_provenance)
		select account_id, id, id, 'outgoing', 'planned', 'x', current_date, false from copies`,
	`insert into provenance_events (account_id, id, copy_id, type, title, occurred_at_precision) select account_id, id, id, 'other', 'x', 'unknown' from copies`,
	`insert into files (account_id, id, sha256, size, mime_type, object, uses, photos)
		select account_id, id, sha256(id::text::bytea), 1000, 'image/jpeg', account_id || '/aa/' || id, 2, 1 + (id % 100 = 1)::int from items`,
	`insert into uploads (account_id, user_id, sha256, file_id, expires_at)
		select account_id, id, sha256(id::text::bytea), id, now() + interval '1 hour' from users`,
	`insert into photos (account_id, id, item_id, file_id, sha256, filename, mime_type, size, width, height, position, is_main)
		select account_id, id + n * 50000, id, id, sha256((id + n)::text::bytea), 'a.jpg', 'image/jpeg', 1000, 4, 3, 1 + n, n = 0
		from items, generate_series(0, 1) n where n = 0 or id % 100 = 1`,
	`insert into collection_covers (account_id, collection_id, item_id, photo_id)
		select distinct on (i.account_id, i.collection_id) i.account_id, i.collection_id, i.id, p.id from items i join photos p on p.account_id = i.account_id and p.item_id = i.id
		order by i.account_id, i.collection_id, i.id`,
	`insert into imports (account_id, id, user_id, user_name, locale, name, sha256, size, file_id, source, state, plan_number, plan)
		select account_id, id, null, 'Ada', 'en', 'x.csv', sha256(id::text::bytea), 5, case id % 100000 when 2 then null when 3 then null else id end, 'file',
			case id % 100000 when 2 then 'uploading' when 3 then 'uploading' when 4 then 'ready' when 5 then 'planned' when 6 then 'ready' when 7 then 'applied' when 8 then 'planned' else 'cancelled' end, 1, '{}'
		from items where id % 100000 between 1 and 500`,
	`insert into import_rows (account_id, import_id, row, line, cells, action) select account_id, id, n, n, '{x}', 'create' from imports, generate_series(2, 21) n`,
	`insert into proposals (account_id, id, kind, origin, state, collection_id, item_id, copy_id, title, made_by, made_by_name, expires_at)
		select account_id, id, 'update', 'member', case when id % 10 < 8 then 'open' else 'accepted' end, collection_id, id, id, name, case when id % 10 <> 3 then account_id * 100000 + 1 + id % case account_id when 1 then 20 else 3 end end, 'Ada', now() + interval '90 days'
		from items where id % 100000 <= 2000`,
	`insert into proposal_changes (account_id, id, proposal_id, field, was, value, confidence)
		select account_id, 10 * id + n, id, 'field ' || n, '', 'x', 'medium' from proposals, generate_series(1, 3) n`,
	`update proposals set import_id = account_id * 100000 + 1 + id % 3 where state = 'accepted'`,
	`update proposal_changes c set state = p.state, import_id = p.import_id, taken_at = now(), taken_by = 'Ada' from proposals p where p.account_id = c.account_id and p.id = c.proposal_id and p.state = 'accepted'`,
	`insert into trials (account_id, ends_at) select id, now() + interval '1 year' from accounts`,
	`insert into import_keys (account_id, collection_id, source, key, item_id) select account_id, collection_id, 'file', id::text, id from items where id % 10 = 1`,
	`insert into import_parts (account_id, import_id, at, content) select account_id, id, n, 'x' from imports, generate_series(0, 1) n where state <> 'uploading'`,
	`insert into exports (account_id, id, user_id, user_name, kind, name, mime_type, state, object, size, sha256, rows, expires_at)
		select account_id, 10 * id + n, id, 'Ada', 'list', 'items.csv', 'text/csv', 'done', account_id || '/ex/' || id || n, 5, sha256('x'), 1, now() + interval '1 day' from users, generate_series(0, 1) n`,
	`insert into verifications (account_id, export_id, code_hash, made_at, copies, entries)
		select account_id, id, sha256(convert_to('pack ' || id, 'UTF8')), now(), 1, '[]' from exports`,
	`insert into views (account_id, id, user_id, private_of, user_name, name, name_key, resource, query, shared)
		select account_id, 10 * id + n, id, case when n > 1 then id end, 'Ada', 'View ' || n, 'view ' || n, 'items', 'sort=name', n <= 1 from users, generate_series(0, 9) n`,
	`insert into documents (account_id, id, copy_id, file_id, document_type, name) select account_id, id, id, id, 'receipt', 'Receipt' from copies`,
	`insert into exchange_rates (date, base, currency_code, rate) select now()::date - n, 'EUR', code, 1.1 from generate_series(0, 2000) n, unnest('{USD,GBP,JPY,CHF,SEK}'::text[]) code`,
	`insert into sample_objects (account_id, kind, object_id) select account_id, 'item', id from items where id % 100000 <= 25`,
	`set default_statistics_target = 1000`, // plans depend less on the sample that PostgreSQL happens to draw
	`vacuum (analyze)`,
}

// filled returns a database with many accounts.
func filled(t *testing.T) string {
	t.Helper()
	fillOnce.Do(func() { original = fillOne(apitest.Lasting{TB: t}) })
	return pgtest.Copy(t, original)
}

// original is filled once, which takes long, and copied for each test.
var (
	fillOnce sync.Once
	original string
)

func TestMain(m *testing.M) { apitest.Run(m) }

func fillOne(t testing.TB) string {
	t.Helper()
	url := pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, sql := range fill {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if f := admin.RepairTotals(t.Context(), url); f.Advice != "" {
		t.Fatal(f)
	}
	return url
}

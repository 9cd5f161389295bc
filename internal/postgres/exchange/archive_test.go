package exchange_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/exchange"
)

// leftOut are the tables and columns that archives do not have, each with the reason.
var leftOut = map[string]string{
	"*.account_id": "it is the account", "*.id": "objects are known by their uuid", "*.search": "derived from texts", "*.name_key": "derived from the name",
	"accounts.name": "the manifest has it", "accounts.uuid": "the manifest has it", "accounts.created_at": "another account has its own", "accounts.updated_at": "the same",
	"accounts.invited_on": "limits invitations", "accounts.invited": "the same", "accounts.storage_used": "counted", "accounts.storage_quota": "the operator's", "accounts.suspended_at": "the same",
	"items.sort_name": "derived from the name", "items.tag_ids": "derived from item_tags", "items.custom_fields": "derived from item_values, which also has hidden ones",
	"copies.estimated_value": "derived from valuations", "copies.value_currency_code": "the same", "copies.valued_at": "the same", "valuations.superseded_at": "the same",
	"copies.cost_amount": "derived from transactions", "copies.proceeds_amount": "the same", "copies.cost_currency_code": "the same", "transactions.total": "derived from its amounts",
	"import_keys.import_id": "imports are not in it", "collections.address": "the service makes it",

	"policy_collections": "as collection_uuids of policies", "policy_locations": "the same", "policy_copies": "the same",
	"item_tags": "as tag_uuids of items", "item_values": "as custom_fields of items", "collection_type_links": "as collection_type_uuids of collections",
	"collection_covers": "as cover_photo_uuid of collections", "files": "as entries, with hash and type in photos and documents",
	"collection_sums": "derived", "totals": "derived", "item_words": "derived", "item_value_words": "derived", "copy_words": "derived", "words": "derived", "item_keys": "derived", "public_collections": "derived from visibility and public_sharing",
	"users": "people are not in it", "api_keys": "secrets", "invitations": "secrets", "password_resets": "secrets", "earlier_resets": "secrets", "address_links": "secrets",
	"recovery_codes": "secrets", "known_addresses": "where people came from", "idempotency_keys": "answers to requests", "share_links": "secrets", "views": "belong to people", "uploads": "not used yet",
	"logs": "what people did", "trash_entries": "what was deleted", "trash_rows": "the same", "trash_marks": "the same", "trash_due": "the same", "trials": "when an account ends", "sample_objects": "marks of a sample",
	"proposals": "suggestions that wait; what was accepted is in the items", "proposal_changes": "the same",
	"imports": "jobs", "import_rows": "jobs", "import_parts": "jobs", "exports": "jobs", "verifications": "jobs",
	"exchange_rates": "the installation's", "exchange_rate_reading": "the installation's", "installation": "the installation's", "goose_db_version": "of the schema", "applied_functions": "of the schema",
}

// Every column is in archives, or declared as left out with the reason, so that a new one cannot be
// forgotten.
func TestEveryColumnIsArchived(t *testing.T) {
	t.Parallel()
	archived := map[string]map[string]bool{}
	for _, p := range portable.Parts {
		table, columns := exchange.ArchivedColumns(p)
		archived[table] = columns
	}
	conn, err := pgx.Connect(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	found, _ := conn.Query(t.Context(), `select table_name::text, column_name::text from information_schema.columns where table_schema = 'public'`)
	used, n := map[string]bool{}, 0
	var table, column string
	_, err = pgx.ForEachRow(found, []any{&table, &column}, func() error {
		n++
		if strings.HasPrefix(table, "river_") {
			return nil
		}
		columns, there := archived[table]
		switch {
		case !there && leftOut[table] != "":
			used[table] = true
		case there && columns[column]:
			delete(columns, column)
		case there && leftOut["*."+column] != "":
			used["*."+column] = true
		case there && leftOut[table+"."+column] != "":
			used[table+"."+column] = true
		default:
			t.Errorf("%s.%s is neither in archives nor declared as left out", table, column)
		}
		return nil
	})
	if err != nil || n < 300 {
		t.Fatalf("%d columns: %v", n, err)
	}
	for table, columns := range archived {
		for column := range columns {
			t.Errorf("archives have %s.%s, which there is not", table, column)
		}
	}
	for name := range leftOut {
		if !used[name] && name != "goose_db_version" && name != "applied_functions" {
			t.Errorf("%s is declared as left out, and there is no such table or column", name)
		}
	}
}

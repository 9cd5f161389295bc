package engine_test

import "testing"

// global are the keys that are unique over all accounts, each with the reason why nobody can take a
// value from another by choosing it. Values from files, such as the uuid of an archive, never get into
// them; TestAnArchiveFillsNoGlobalKey of package api checks that.
var global = map[string]string{
	"users_email_key":                "a login is unique; only registering and a confirmed change write it, never an import",
	"api_keys_token_hash_key":        "the hash of a random token",
	"invitations_token_hash_key":     "the hash of a random token",
	"password_resets_token_hash_key": "the hash of a random token",
	"earlier_resets_token_hash_key":  "the hash of a random token",
	"address_links_token_hash_key":   "the hash of a random token",
	"share_links_token_hash_key":     "the hash of a random token",
	"public_collections_uuid_key":    "a random uuid: of the collection, or its address if an archive brought that",
	"verifications_code_hash_key":    "the hash of a random code",
}

// A key over all accounts must not contain values that a user chooses: they could block others.
func TestGlobalKeysAreMadeByTheService(t *testing.T) {
	t.Parallel()
	conn := serving(t)
	found := names(t, conn, `
		select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid
		where i.indisunique and c.relnamespace = 'public'::regnamespace and (c.relname = 'accounts' and not i.indisprimary
		   or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
		  and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = i.indkey[0]))`)
	for _, key := range found {
		if global[key] == "" {
			t.Errorf("%s is unique over all accounts: begin it with account_id, or list it with the reason why nobody chooses its values", key)
		}
	}
	if len(found) != len(global) {
		t.Errorf("%d keys are listed, and there are %d: %v", len(global), len(found), found)
	}
}

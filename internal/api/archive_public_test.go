package api

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// twins are two accounts with a collection of the same uuid: the second imported the archive of the first.
func twins(t *testing.T, visibility string) (d desk, other *person, mine, theirs string) {
	t.Helper()
	d = newDesk(t)
	mine = "/api/collections/" + d.collection
	d.Send(t, "PATCH", "/api/account", M{"public_sharing": true}).Want(t, http.StatusOK)
	d.Send(t, "PATCH", mine, M{"visibility": visibility}).Want(t, http.StatusOK)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	other = d.Owner(t)
	id, _ := bring(t, other, content)
	planOf(t, other, id, M{})
	r := carryOut(t, other, id, 1)
	same(t, "conflicts", r.Dig(t, "data.attributes.report.conflict"), 0.0)
	uuid := d.Send(t, "GET", mine, nil).Attributes(t)["uuid"]
	theirs = "/api/collections/" + scalar[string](t, d.Harness, `select id::text from collections where uuid::text = $1 and id <> $2`, uuid, d.collection)
	return d, other, mine, theirs
}

// An archive that names the address of another collection does not take it over: both can be published
// and restored, and visitors see the right one.
func TestAnArchiveTakesNoAddress(t *testing.T) {
	t.Parallel()
	for _, visibility := range []string{"private", "public"} {
		t.Run(visibility, func(t *testing.T) {
			t.Parallel()
			d, other, mine, theirs := twins(t, visibility)
			other.Send(t, "PATCH", theirs, M{"visibility": "public", "name": "Taken over"}).Want(t, http.StatusOK)
			d.Send(t, "PATCH", mine, M{"visibility": "public"}).Want(t, http.StatusOK)
			uuid := d.Send(t, "GET", mine, nil).Attributes(t)["uuid"].(string)
			shown := d.Nobody().Send(t, "GET", "/api/public/collections/"+uuid, nil).Want(t, http.StatusOK)
			same(t, "what is shown", shown.Attributes(t)["name"], any("Coins"))

			other.Send(t, "DELETE", theirs, nil).Want(t, http.StatusNoContent)
			entry := other.Send(t, "GET", "/api/trash?object_type=collection", nil).Dig(t, "data.0.id").(string)
			other.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
			wantShown(t, d, other, theirs)
		})
	}
}

// wantShown fails unless visitors find a collection at the address that its owner sees.
func wantShown(t *testing.T, d desk, other *person, path string) {
	t.Helper()
	other.Send(t, "PATCH", "/api/account", M{"public_sharing": true}).Want(t, http.StatusOK)
	url, _ := other.Send(t, "GET", path+"?include=public_url", nil).Want(t, http.StatusOK).Dig(t, "data.public_url").(string)
	_, uuid, found := strings.Cut(url, "https://vitrine.example/c/")
	if !found {
		t.Fatalf("it is public at %q", url)
	}
	shown := d.Nobody().Send(t, "GET", "/api/public/collections/"+uuid, nil).Want(t, http.StatusOK)
	same(t, "what is shown at the other address", shown.Attributes(t)["name"], any("Taken over"))
	same(t, "where it is not public", d.Send(t, "GET", "/api/collections/"+d.IDs["collection"]+"?include=public_url", nil).Dig(t, "data.public_url"), nil)
}

// A collection imported before addresses existed has the uuid of another. It gets its own address when
// it is published or restored.
func TestAnAddressThatAnotherHasIsReplaced(t *testing.T) {
	t.Parallel()
	d, other, mine, theirs := twins(t, "private")
	apitest.Exec(t, d.Harness, `update collections set address = null`)
	d.Send(t, "PATCH", mine, M{"visibility": "public"}).Want(t, http.StatusOK)
	other.Send(t, "PATCH", theirs, M{"visibility": "public", "name": "Taken over"}).Want(t, http.StatusOK)
	wantShown(t, d, other, theirs)
	other.Send(t, "DELETE", theirs, nil).Want(t, http.StatusNoContent)
	apitest.Exec(t, d.Harness, `update trash_rows set content = content - 'address' where relation = 'collections'`)
	entry := other.Send(t, "GET", "/api/trash?object_type=collection", nil).Dig(t, "data.0.id").(string)
	other.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	wantShown(t, d, other, theirs)
}

// globalKeys are the columns that are unique over all accounts, as PostgreSQL knows them.
const globalKeys = `
	select format('select %I::text from %I', a.attname, c.relname) from pg_index i join pg_class c on c.oid = i.indrelid
	join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
	where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> 'accounts'
	  and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id')
	  and (select o.attname from pg_attribute o where o.attrelid = c.oid and o.attnum = i.indkey[0]) <> 'account_id'`

// Nothing in an archive gets into a key that is unique over all accounts: otherwise it could block
// other accounts.
func TestAnArchiveFillsNoGlobalKey(t *testing.T) {
	t.Parallel()
	d, other, _, theirs := twins(t, "public")
	content, _ := archive(t, other, M{"kind": "archive"})
	other.Send(t, "DELETE", theirs, nil).Want(t, http.StatusNoContent)
	entry := other.Send(t, "GET", "/api/trash?object_type=collection", nil).Dig(t, "data.0.id").(string)
	other.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	account := scalar[int64](t, d.Harness, `select account_id from users where email = $1`, other.Email)
	brought, keys, values := unpackedAll(t, content), apitest.Column[string](t, d.Harness, globalKeys), 0
	for _, key := range keys {
		for _, value := range apitest.Column[string](t, d.Harness, key+` where account_id = $1`, account) {
			if values++; bytes.Contains(brought, []byte(value)) {
				t.Errorf("%s has %s, which an archive brought", key, value)
			}
		}
	}
	if len(keys) < 9 || values < 3 {
		t.Errorf("%d keys with %d values: the test looks in the wrong place", len(keys), values)
	}
}

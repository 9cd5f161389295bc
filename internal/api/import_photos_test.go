package api

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/pgtest"
)

// Photos beside a table become photos of the items that name them, once, and are deleted when the
// import is reverted.
func TestImportPhotos(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, err := os.ReadFile(filepath.Join(pgtest.Root, "samples", "import", "photos.zip"))
	if err != nil {
		t.Fatal(err)
	}
	plan := func() (string, response) {
		id := d.SendForm(t, "/api/imports", "cups.zip", content, M{"collection_id": d.collection}).Want(t, http.StatusCreated).ID(t)
		same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "ready")
		d.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{"match": M{"items": "name"}}).Want(t, http.StatusOK)
		return id, d.settled(t, id)
	}
	photos := func() int {
		return scalar[int](t, d.Harness, `select count(*)::int from photos p join items i on i.id = p.item_id where i.collection_id = $1`, d.collection)
	}
	id, _ := plan()
	same(t, "photos before apply", photos(), 0)
	same(t, "state", d.apply(t, id, M{"plan": 1}).Dig(t, "data.attributes.state"), "applied")
	same(t, "photos", photos(), 3)
	same(t, "of the red cup", scalar[int](t, d.Harness, `select count(*)::int from photos p join items i on i.id = p.item_id where i.name = 'Red cup'`), 2)
	_, r := plan()
	same(t, "unchanged", r.Dig(t, "data.attributes.plan.unchanged"), 2.0)
	d.Send(t, "POST", "/api/imports/"+id+"/revert", nil).Want(t, http.StatusOK)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	same(t, "photos after", photos(), 0)
}

// Rows may name their collections, existing or new ones.
func TestImportNamesCollections(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.SendForm(t, "/api/imports", "two.csv", []byte("collection,item_key,item_name,category\ncoins,c1,Ducat,Gold\nStamps,s1,Penny Black,Old\nStamps,s2,Two Penny Blue,Old\n"), M{}).Want(t, http.StatusCreated).ID(t)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "ready")
	d.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{}).Want(t, http.StatusOK)
	r := d.settled(t, id)
	same(t, "makes", r.Dig(t, "data.attributes.plan.makes.collections.names"), []any{"Stamps"})
	same(t, "state", d.apply(t, id, M{"plan": 1}).Dig(t, "data.attributes.state"), "applied")
	same(t, "items of the one that was there", d.items(t), 1)
	same(t, "items of the new one", scalar[int](t, d.Harness, `select count(*)::int from items i join collections c on c.id = i.collection_id where c.name = 'Stamps'`), 2)
	d.Send(t, "POST", "/api/imports/"+id+"/revert", nil).Want(t, http.StatusOK)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	same(t, "collections", scalar[int](t, d.Harness, `select count(*)::int from collections where name = 'Stamps'`), 0)

	none := d.SendForm(t, "/api/imports", "none.csv", []byte("item_name\nDucat\n"), M{}).Want(t, http.StatusCreated).ID(t)
	same(t, "state", d.settled(t, none).Dig(t, "data.attributes.state"), "ready")
	d.Send(t, "PUT", "/api/imports/"+none+"/mapping", M{}).Want(t, http.StatusUnprocessableEntity)
}

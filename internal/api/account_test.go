package api

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/identity"
)

func TestAccount(t *testing.T) {
	t.Parallel()
	h := server(t)
	ada := h.Owner(t)
	vita := ada.Join(t, identity.Editor)
	fresh := ada.Send(t, "GET", "/api/account", nil).Want(t, http.StatusOK)
	for name, want := range map[string]any{"currency_code": "USD", "trash_retention_days": 30, "photo_place": "strip", "public_sharing": false,
		"uninsured_above": nil, "under_insured_percent": 90, "attention_days": 30, "items_used": 0, "item_limit": nil, "storage_used": 0, "storage_limit": nil} {
		same(t, name, fresh.Dig(t, "data.attributes."+name), want)
	}
	set := M{"name": "Home", "currency_code": "eur", "trash_retention_days": 7, "photo_place": "keep", "public_sharing": true, "uninsured_above": 0, "under_insured_percent": 50, "attention_days": 10}
	ada.Send(t, "PUT", "/api/account", set).Want(t, http.StatusOK)
	kept := ada.Send(t, "PUT", "/api/account", M{"name": "House", "currency_code": "CHF"}).Want(t, http.StatusOK)
	for name, want := range map[string]any{"name": "House", "currency_code": "CHF", "trash_retention_days": 7, "photo_place": "keep", "public_sharing": true, "uninsured_above": 0} {
		same(t, name, kept.Dig(t, "data.attributes."+name), want)
	}
	cleared := ada.Send(t, "PATCH", "/api/account", M{"uninsured_above": nil}).Want(t, http.StatusOK)
	same(t, "uninsured_above", cleared.Dig(t, "data.attributes.uninsured_above"), nil)
	same(t, "attention_days", cleared.Dig(t, "data.attributes.attention_days"), 10)
	vita.Send(t, "PUT", "/api/account", set).Want(t, http.StatusNotFound)
	vita.Send(t, "DELETE", "/api/account", M{"password": password}).Want(t, http.StatusNotFound)
	ada.Send(t, "PATCH", "/api/account", M{"trash_retention_days": 0}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+"trash_retention_days")
	made := ada.Make(t, "/api/collections", M{"name": "Comics", "visibility": "private"})
	same(t, "currency of a new collection", ada.Send(t, "GET", "/api/collections/"+made, nil).Dig(t, "data.attributes.currency"), "CHF")
}

func TestLimitedKeysCountTheirItems(t *testing.T) {
	t.Parallel()
	ada := server(t).Owner(t)
	var collections []string
	for range 2 {
		made := ada.Make(t, "/api/collections", M{"name": "Comics", "visibility": "private"})
		ada.Make(t, "/api/collections/"+made+"/items", M{"name": "Tintin"})
		collections = append(collections, made)
	}
	limited, _ := makeKey(t, ada, M{"collection_ids": []string{collections[0]}})
	same(t, "items_used", limited.Send(t, "GET", "/api/account", nil).Dig(t, "data.attributes.items_used"), 1)
	same(t, "items_used", ada.Send(t, "GET", "/api/account", nil).Dig(t, "data.attributes.items_used"), 2)
}

func TestEraseAccount(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store, err := files.OpenDirectory(folder)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	h := newHarness(t, settings{Sealer: apitest.Sealer(t), Files: store, Now: func() time.Time { return now }})
	kept, w := h.World(t), h.World(t)
	vita := w.Join(t, identity.Editor)
	account := scalar[int64](t, h, `select account_id from users where email = $1`, w.Email)
	secret := w.Enrol(t)
	w.Send(t, "POST", "/api/me/two-factor/confirm", M{"code": apitest.CodeAt(t, secret, now)}).Want(t, http.StatusOK)

	w.Send(t, "DELETE", "/api/account", M{}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+"password")
	w.Send(t, "DELETE", "/api/account", M{"password": "wrong"}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+"password")
	w.Send(t, "DELETE", "/api/account", M{"password": password}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+"code")
	w.Send(t, "DELETE", "/api/account", M{"password": password, "code": "000000"}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+"code")
	if len(objects(t, folder, account)) == 0 {
		t.Fatal("there is no file to lose")
	}
	now = now.Add(time.Minute)
	w.Send(t, "DELETE", "/api/account", M{"password": password, "code": apitest.CodeAt(t, secret, now)}).Want(t, http.StatusNoContent)

	for _, gone := range []*person{w.Person, vita} {
		gone.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
	}
	for _, table := range apitest.Column[string](t, h, `select table_name::text from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`) {
		same(t, "rows of "+table, scalar[int64](t, h, `select count(*) from `+table+` where account_id = $1`, account), int64(0))
	}
	same(t, "objects", objects(t, folder, account), []string(nil))
	kept.Send(t, "GET", "/api/account", nil).Want(t, http.StatusOK)
	if len(objects(t, folder, scalar[int64](t, h, `select account_id from users where email = $1`, kept.Email))) == 0 {
		t.Error("the files of another account are gone")
	}
}

// objects are the files of an account in a directory.
func objects(t *testing.T, folder string, account int64) (found []string) {
	t.Helper()
	_ = filepath.WalkDir(filepath.Join(folder, files.Prefix(account)), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found = append(found, path)
		}
		return nil
	})
	return found
}

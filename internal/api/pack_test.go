package api

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// unpacked are the files of a ZIP.
func unpacked(t *testing.T, content []byte) map[string][]byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range from.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if all[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// coins are three held copies, the first insured and with papers, and one that was sold.
func coins(t *testing.T, d desk) {
	t.Helper()
	for i, name := range []string{"Ducat", "Florin", "Penny", "Sold one"} {
		item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": name, "description": "A coin."})
		status := "owned"
		if name == "Sold one" {
			status = "sold"
		}
		piece := d.Make(t, "/api/items/"+item+"/copies", M{"identifier": "id-" + name, "status": status, "note": "secret note"})
		d.Make(t, "/api/copies/"+piece+"/valuations", M{"type": "professional_appraisal", "amount": 10000 * (i + 1), "currency_code": []string{"EUR", "EUR", "USD", "EUR"}[i], "valued_at": "2024-01-02", "valuer": "Jo Expert"})
		if i == 0 {
			d.Make(t, "/api/copies/"+piece+"/insurance-records", M{"provider": "Helvetia", "policy_number": "P-1", "insured_value": 10000, "currency_code": "EUR", "ends_at": "2039-12-31", "is_scheduled_item": true})
			d.SendForm(t, "/api/copies/"+piece+"/documents", "r.txt", []byte("A receipt.\n"), M{"document_type": "receipt", "name": "Receipt"}).Want(t, http.StatusCreated)
			d.SendForm(t, "/api/copies/"+piece+"/documents", "l.txt", []byte("A letter.\n"), M{"document_type": "correspondence", "name": "Letter"}).Want(t, http.StatusCreated)
		}
	}
}

// A pack has the held copies, without notes, in files that anybody can verify until it is deleted.
func TestInsurancePack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	coins(t, d)
	id, r := orderList(t, d.Person, M{"kind": "insurance_pack", "places": true, "collection_ids": []any{d.collection}})
	for name, want := range (M{"state": "done", "kind": "insurance_pack", "rows": 3.0, "error": nil, "options.paper": "a4", "progress.percent": 100.0}) {
		same(t, name, r.Dig(t, "data.attributes."+name), want)
	}
	whole := d.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK)
	same(t, "type", whole.Header.Get("Content-Type"), "application/zip")
	all := unpacked(t, whole.Content)
	for _, name := range []string{"schedule.pdf", "schedule.csv", "manifest.json", "sheets/001.pdf", "documents/00001-1.txt"} {
		if len(all[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	same(t, "files", len(all), 5)
	same(t, "receipt", string(all["documents/00001-1.txt"]), "A receipt.\n")
	rows, err := csv.NewReader(bytes.NewReader(all["schedule.csv"])).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][2] != "Ducat" || rows[3][2] != "Penny" {
		t.Errorf("%v: %v", rows, err)
	}
	if bytes.Contains(all["schedule.csv"], []byte("secret")) || !bytes.Contains(all["schedule.csv"], []byte("without_photo; without_appraisal")) {
		t.Errorf("%s", all["schedule.csv"])
	}
	address := r.Dig(t, "data.attributes.verification_url").(string)
	code := address[strings.LastIndex(address, "/")+1:]
	nobody := &person{Harness: d.Harness}
	seen := nobody.Send(t, "GET", "/api/verifications/"+code, nil).Want(t, http.StatusOK)
	same(t, "copies", seen.Dig(t, "data.attributes.copies"), 3.0)
	entries := seen.Dig(t, "data.attributes.entries").([]any)
	same(t, "entries", len(entries), len(all))
	for _, e := range entries {
		entry := e.(map[string]any)
		sum := sha256.Sum256(all[entry["path"].(string)])
		same(t, fmt.Sprint(entry["path"]), entry["sha256"], hex.EncodeToString(sum[:]))
	}
	for _, secret := range []string{"Ducat", "Helvetia", "P-1", "Jo Expert", "10000"} {
		if bytes.Contains(seen.Content, []byte(secret)) {
			t.Errorf("the verification tells %s", secret)
		}
	}
	for _, wrong := range []string{"x", code[:31], code + "a", strings.ToUpper(code), strings.Repeat("a", 32)} {
		nobody.Send(t, "GET", "/api/verifications/"+wrong, nil).Want(t, http.StatusNotFound)
	}
	apitest.Exec(t, d.Harness, `update exports set state = 'expired', object = null where id = `+id)
	nobody.Send(t, "GET", "/api/verifications/"+code, nil).Want(t, http.StatusOK)
	d.Send(t, "DELETE", "/api/exports/"+id, nil).Want(t, http.StatusNoContent)
	nobody.Send(t, "GET", "/api/verifications/"+code, nil).Want(t, http.StatusNotFound)
}

// A pack that cannot be made is refused before anything is written.
func TestInsurancePackIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	coins(t, d)
	for _, c := range []struct {
		body  M
		field string
	}{
		{M{"photos": "huge"}, "photos"}, {M{"paper": "a0"}, "paper"}, {M{"locale": "xx"}, "locale"}, {M{"locale": "ja_JP"}, "locale"}, {M{"minimum_value": -1}, "minimum_value"},
		{M{"policy_number": "nobody's"}, "kind"}, {M{"collection_ids": []any{"999999999"}}, "collection_ids"}, {M{"minimum_value": "x"}, "minimum_value"},
	} {
		c.body["kind"] = "insurance_pack"
		r := d.Send(t, "POST", "/api/exports", c.body).Want(t, http.StatusUnprocessableEntity)
		if _, ok := r.Dig(t, "errors").(map[string]any)[c.field]; !ok {
			t.Errorf("%v: %s", c.body, r.Content)
		}
	}
	viewer, editor := d.Join(t, identity.Viewer), d.Join(t, identity.Editor)
	id, _ := orderList(t, viewer, M{"kind": "insurance_pack", "provider": "Helvetia", "sheets": false, "documents": false})
	editor.Send(t, "GET", "/api/exports/"+id, nil).Want(t, http.StatusNotFound)
	d.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK)
}

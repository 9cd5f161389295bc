package api

import (
	"archive/zip"
	"bytes"
	"net/http"
	"os"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files/hostile"
)

// paper is the body of a document without its source.
func paper(name string) M { return M{"document_type": "receipt", "name": name} }

// office is a document of an office program, with one entry besides the types.
func office(t *testing.T, entry string) []byte {
	t.Helper()
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, name := range []string{"[Content_Types].xml", "word/document.xml", entry} {
		f, err := to.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte("<x/>")) // to memory
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The kind of a document is found by its content, whatever its name.
func TestDocumentKinds(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	documents := w.Fill("/api/copies/{copy}/documents")
	avif, err := os.ReadFile("../files/picture/testdata/quarters.avif")
	if err != nil {
		t.Fatal(err)
	}
	heic, err := os.ReadFile("../files/picture/testdata/quarters.heic")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    string // refused if empty
	}{
		"a.pdf":     {[]byte("%PDF-1.7\n1 0 obj"), "application/pdf"},
		"pdf.exe":   {[]byte("%PDF-1.7\n2 0 obj"), "application/pdf"},
		"a.docx":    {office(t, "x"), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"a.csv":     {[]byte("name,price\ncoin,3\n"), "text/csv"},
		"a.txt":     {[]byte("Bought at the fair."), "text/plain"},
		"a.jpg":     {hostile.Sample("jpeg"), "image/jpeg"},
		"a.gif":     {hostile.Sample("gif"), "image/gif"},
		"a.heic":    {heic, "image/heic"},
		"a.avif":    {avif, ""},
		"macro.doc": {office(t, "word/vbaProject.bin"), ""},
		"a.svg":     {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ""},
		"html.pdf":  {[]byte("<!DOCTYPE html><script>alert(1)</script>"), ""},
		"exe.pdf":   {[]byte("MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff"), ""},
		"empty.txt": {nil, ""},
	} {
		r := w.SendForm(t, documents, name, c.content, paper(name))
		byHash := paper(name + " by hash")
		byHash["sha256"] = apitest.Sum(c.content)
		w.Upload(t, c.content)
		again := w.Send(t, "POST", documents, byHash)
		if c.want == "" {
			if r.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.file.0") == nil || again.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.sha256.0") == nil {
				t.Errorf("%s: %s %s", name, r.Content, again.Content)
			}
			continue
		}
		same(t, name, r.Want(t, http.StatusCreated).Dig(t, "data.attributes.mime_type"), c.want)
		same(t, name+" by hash", again.Want(t, http.StatusCreated).Dig(t, "data.attributes.sha256"), apitest.Sum(c.content))
		got := w.Send(t, "GET", "/api/documents/"+r.ID(t)+"/file", nil).Want(t, http.StatusOK)
		if !bytes.Equal(got.Content, c.content) {
			t.Errorf("%s: other bytes come back", name)
		}
	}
}

// A document has exactly one source, which cannot change.
func TestDocumentHasOneSource(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	documents := w.Fill("/api/copies/{copy}/documents")
	picture, elsewhere := apitest.Picture(), "https://example.org/lots/7"
	w.Upload(t, picture).Want(t, http.StatusCreated)
	body := func(sources ...string) M {
		all := paper("Paper")
		for _, name := range sources {
			all[name] = map[string]string{"sha256": apitest.Sum(picture), "external_url": elsewhere}[name]
		}
		return all
	}
	for what, r := range map[string]response{
		"none":           w.Send(t, "POST", documents, body()),
		"two":            w.Send(t, "POST", documents, body("sha256", "external_url")),
		"none, in form":  w.SendForm(t, documents, "", nil, body()),
		"two, in a form": w.SendForm(t, documents, "a.png", picture, body("external_url")),
		"all":            w.SendForm(t, documents, "a.png", picture, body("sha256", "external_url")),
	} {
		same(t, what, r.Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.file.0"), "Give exactly one of file, sha256 and external_url.")
	}
	for _, wrong := range []string{"ftp://example.org/", "//example.org/", "/lots/7", "example.org", "javascript:alert(1)", "https://", "https://" + strings.Repeat("x", 2048)} {
		in := paper("Paper")
		in["external_url"] = wrong
		if r := w.Send(t, "POST", documents, in).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.external_url.0") == nil {
			t.Errorf("%s: %s", wrong, r.Content)
		}
	}
	made := w.Send(t, "POST", documents, body("external_url")).Want(t, http.StatusCreated)
	shown := made.Attributes(t)
	same(t, "elsewhere", []any{shown["external_url"], shown["download_url"], shown["size"], shown["sha256"]}, []any{elsewhere, nil, nil, nil})
	path := "/api/documents/" + made.ID(t)
	w.Send(t, "GET", path+"/file", nil).Want(t, http.StatusNotFound)
	same(t, "address", w.Send(t, "GET", path+"?include=urls", nil).Want(t, http.StatusOK).Dig(t, "data.urls"), nil)
	changed := w.Send(t, "PUT", path, M{"type": "invoice", "name": "Bill", "external_url": "no address", "sha256": "x"}).Want(t, http.StatusOK).Attributes(t)
	same(t, "changed", []any{changed["document_type"], changed["name"], changed["external_url"]}, []any{"invoice", "Bill", elsewhere})
}

// A document of a record is deleted with the record; both belong to one copy.
func TestDocumentsOfRecords(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	other := further(t, w)
	documents := w.Fill("/api/copies/{copy}/documents")
	of := func(kind string, id any) M {
		return M{"document_type": "insurance", "name": "Policy", "external_url": "https://example.org/", "documentable_type": kind, "documentable_id": id}
	}
	record := w.IDs["insuranceRecord"]
	for what, in := range map[string]M{
		"another copy's record": of("insurance_record", other.IDs["insuranceRecord"]), "no record": of("insurance_record", "999999999"), "without an id": of("insurance_record", nil),
		"another copy": of("copy", other.IDs["copy"]), "a kind of record there is none of": of("loan", "999999999"),
	} {
		if r := w.Send(t, "POST", documents, in).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.documentable_id.0") == nil {
			t.Errorf("%s: %s", what, r.Content)
		}
	}
	made := w.Send(t, "POST", documents, of("insurance_record", record)).Want(t, http.StatusCreated)
	path := "/api/documents/" + made.ID(t)
	for what, patch := range map[string]M{"another copy's record": {"documentable_id": other.IDs["insuranceRecord"]}, "another copy": {"documentable_type": "copy", "documentable_id": other.IDs["copy"]}} {
		if r := w.Send(t, "PATCH", path, patch).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.documentable_id.0") == nil {
			t.Errorf("%s: %s", what, r.Content)
		}
	}
	moved := w.Send(t, "PATCH", path, M{"documentable_type": "copy", "documentable_id": nil}).Want(t, http.StatusOK).Attributes(t)
	same(t, "moved to the copy", []any{moved["documentable_type"], moved["documentable_id"]}, []any{"copy", w.IDs["copy"]})
	ofRecord := w.Make(t, documents, of("insurance_record", record))
	ids := w.Send(t, "GET", documents, nil).Listed(t)
	same(t, "newest first", ids, []string{ofRecord, made.ID(t), w.IDs["document"]})
	w.Send(t, "DELETE", w.Fill("/api/copies/{copy}/insurance-records/{insuranceRecord}"), nil).Want(t, http.StatusNoContent)
	same(t, "without the record", w.Send(t, "GET", documents, nil).Listed(t), []string{made.ID(t)})
	w.Send(t, "DELETE", w.Fill("/api/items/{item}/copies/{copy}"), nil).Want(t, http.StatusNoContent)
	w.Send(t, "GET", path, nil).Want(t, http.StatusNotFound)
}

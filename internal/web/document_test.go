package web

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

var paper = []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")

// A document is added, read, changed and deleted on the page of its copy.
func TestDocumentsOfACopy(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	page := w.Fill("/copies/{copy}")
	send := func(name string, content []byte, fields map[string]string) seen {
		body, kind := multipartForm(t, fields, name, content)
		return b.sendBody("POST", page+"/documents", body, "Content-Type", kind)
	}
	send("Receipt 2019.pdf", paper, map[string]string{"document_type": "receipt", "issued_at": "2019-05-12"}).leadsTo(t, page+"/documents")
	found := b.get(page+"/documents").want(t, http.StatusOK, "Receipt 2019.pdf", `<time datetime="2019-05-12">12 May 2019</time>`)
	send("virus.exe", []byte("MZ\x90\x00\x03"), map[string]string{"document_type": "receipt"}).want(t, http.StatusUnprocessableEntity, "virus.exe")
	send("", nil, map[string]string{"document_type": "certificate", "name": "Lot 7", "external_url": "https://example.org/7"}).leadsTo(t, page+"/documents")
	send("", nil, map[string]string{"document_type": "certificate", "external_url": "javascript:alert(1)"}).want(t, http.StatusUnprocessableEntity, "https://")
	send("", nil, map[string]string{"document_type": "certificate"}).want(t, http.StatusUnprocessableEntity, `id="file-wrong"`)
	_, rest, _ := strings.Cut(found.body, `href="/documents/`)
	id, _, _ := strings.Cut(rest, "/")
	document := "/documents/" + id
	file := b.get(document+"/file").want(t, http.StatusOK)
	if !bytes.Equal([]byte(file.body), paper) || !strings.HasPrefix(file.Header.Get("Content-Disposition"), `attachment; filename="Receipt 2019.pdf"`) || !strings.Contains(file.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the file is %q with %v", file.body, file.Header)
	}
	if inline := b.get(document + "/file?inline"); !strings.HasPrefix(inline.Header.Get("Content-Disposition"), "inline") {
		t.Errorf("shown as %v", inline.Header)
	}
	b.get(document+"/edit").want(t, http.StatusOK, "Receipt 2019.pdf", "2019-05-12")
	b.post(document, url.Values{"name": {""}, "document_type": {"invoice"}}).want(t, http.StatusUnprocessableEntity, "aria-invalid")
	b.post(document, url.Values{"name": {"Invoice"}, "document_type": {"invoice"}, "reference_number": {"R-7"}}).leadsTo(t, page+"/documents")
	b.get(page+"/documents").want(t, http.StatusOK, "Invoice", "R-7")
	b.post(document+"/delete", nil).leadsTo(t, page+"/documents")
	b.get(document+"/file").want(t, http.StatusNotFound)
}

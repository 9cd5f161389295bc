package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A type is created, gets ordered fields and groups, and is deleted, by forms alone.
func TestATypeIsEdited(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/types").want(t, http.StatusOK, "Start with a template.")
	b.post("/types", url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, "aria-invalid")
	kind := b.post("/types", url.Values{"name": {"Camera <1>"}}).Header.Get("Location")
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	b.post(kind, url.Values{"name": {"Camera"}, "was": {"#6B7280"}, "hex": {"#6B7280"}, "color": {"#3B6FB6"}}).leadsTo(t, kind)
	b.get(kind).want(t, http.StatusOK, `value="#3B6FB6" aria-label="Blue" checked`)
	b.post(kind, url.Values{"name": {"Camera"}, "was": {"#3B6FB6"}, "hex": {"ABCDEF"}, "color": {"#3B6FB6"}}).leadsTo(t, kind)
	b.get(kind).want(t, http.StatusOK, `value="#ABCDEF"`)
	b.post(kind, url.Values{"name": {"Camera"}, "hex": {"blue"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	b.post(kind, url.Values{"name": {""}, "color": {"#3B6FB6"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	b.post(kind+"/collections", url.Values{"link": {idIn(shelf)}}).leadsTo(t, kind)
	b.get("/types").want(t, http.StatusOK, "Camera", "Cameras")

	for _, name := range []string{"Maker", "Year"} {
		b.post(kind+"/fields", url.Values{"name": {name}, "kind": {"text"}}).leadsTo(t, kind+"#new-")
	}
	b.post(kind+"/groups", url.Values{"name": {"Lens"}}).leadsTo(t, kind+"#groups")
	group := apitest.Scalar[string](t, s.Harness, `select id::text from custom_field_groups where name = 'Lens'`)
	maker := apitest.Scalar[string](t, s.Harness, `select id::text from custom_fields where name = 'Maker'`)
	year := apitest.Scalar[string](t, s.Harness, `select id::text from custom_fields where name = 'Year'`)
	b.post(kind+"/fields", url.Values{"name": {"Coating"}, "kind": {"select"}, "group": {group}}).leadsTo(t, kind+"#new-"+group)
	b.post(kind+"/fields", url.Values{"name": {"Odd"}, "kind": {"colour"}}).want(t, http.StatusUnprocessableEntity)
	coating := apitest.Scalar[string](t, s.Harness, `select id::text from custom_fields where name = 'Coating'`)
	b.post(kind+"/fields/"+coating, url.Values{"name": {"Coating"}, "kind": {"select"}, "options": {"Single\r\nMulti\r\n\r\n"}}).leadsTo(t, kind+"#field-"+coating)
	b.get(kind).want(t, http.StatusOK, ">Single\nMulti</textarea>", `<option value="Multi">`)
	b.post(kind+"/fields/"+maker, url.Values{"name": {"Maker"}, "kind": {"text"}, "is_public": {"1"}}).leadsTo(t, kind+"#field-"+maker)
	b.get(kind).want(t, http.StatusOK, `name="is_public" value="1" checked aria-label="Show Maker to visitors"`, `name="is_public" value="1" aria-label="Show Year to visitors"`)
	b.post(kind+"/fields/"+maker, url.Values{"name": {"Maker"}, "kind": {"text"}}).leadsTo(t, kind+"#field-"+maker)
	b.get(kind).want(t, http.StatusOK, `name="is_public" value="1" aria-label="Show Maker to visitors"`)
	b.post(kind+"/fields/"+year+"/order", url.Values{"direction": {"up"}}).leadsTo(t, kind+"#field-"+year)
	if page := b.get(kind).body; strings.Index(page, "field-"+year+`"`) > strings.Index(page, "field-"+maker+`"`) {
		t.Error("the year did not move up")
	}
	b.post(kind+"/fields/"+year, url.Values{"name": {"Year"}, "kind": {"text"}, "position": {"3"}}).leadsTo(t, kind+"#field-"+year)
	if page := b.get(kind).body; strings.Index(page, "field-"+year+`"`) < strings.Index(page, "field-"+maker+`"`) {
		t.Error("the year was not dropped below")
	}

	item := b.post(shelf+"/items", url.Values{"name": {"Leica"}, "type": {idIn(kind)}, "custom_fields." + year: {"c. 1951"}}).Header.Get("Location")
	b.post(kind+"/fields/"+year, url.Values{"name": {"Year"}, "kind": {"number"}}).want(t, http.StatusUnprocessableEntity, "One value is noted as “Text”.", "Change to Number")
	b.post(kind+"/fields/"+year, url.Values{"name": {"Year"}, "kind": {"number"}, "sure": {"1"}}).leadsTo(t, kind+"#field-"+year)
	b.get(item).want(t, http.StatusOK, "c. 1951")
	b.post(kind+"/fields/"+year+"/delete", url.Values{}).want(t, http.StatusUnprocessableEntity, "One value that was noted is lost.")
	b.post(kind+"/fields/"+year+"/delete", url.Values{"sure": {"1"}}).leadsTo(t, kind+"#field-"+year)
	b.post(kind+"/groups/"+group, url.Values{"name": {"Optics"}}).leadsTo(t, kind+"#group-"+group)
	b.post(kind+"/groups/"+group+"/order", url.Values{"direction": {"down"}}).leadsTo(t, kind+"#group-"+group)
	b.post(kind+"/groups/"+group+"/delete", url.Values{}).leadsTo(t, kind+"#group-"+group)
	b.get(kind).want(t, http.StatusOK, "Coating")
	b.post(kind+"/collections", url.Values{"unlink": {idIn(shelf)}}).leadsTo(t, kind)
	b.get("/types").want(t, http.StatusOK, "Not used yet")
	b.post(kind+"/delete", url.Values{}).leadsTo(t, "/types")
	b.get(kind).want(t, http.StatusNotFound)
}

// An exported type can be imported, as text or file, and templates can be used.
func TestTypesTravel(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/types/new").want(t, http.StatusOK, "Watch", "Use this template", "In a new collection")
	made := b.post("/types/import", url.Values{"template": {"watch"}, "for": {"new"}})
	kind := made.Header.Get("Location")
	b.get(kind).want(t, http.StatusOK, "/collections/", "Watch")
	file := b.get(kind+"/export").want(t, http.StatusOK, `"schemaVersion": 1`)
	if !strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the export is %v", file.Header)
	}
	for _, text := range []string{file.body, `{"schema": ` + file.body + `}`, `{"data": {"attributes": {"schema": ` + file.body + `}}}`} {
		again := b.post("/types/import", url.Values{"json": {text}}).Header.Get("Location")
		if again == "" || again == kind {
			t.Errorf("importing leads to %q", again)
		}
		if copied := b.get(again + "/export"); copied.body != file.body {
			t.Errorf("what was imported is %s", copied.body)
		}
	}
	if sent := b.upload("/types/import", "watch.json", []byte(file.body)); sent.StatusCode != http.StatusSeeOther {
		t.Errorf("a file is answered %d", sent.StatusCode)
	}
	for _, bad := range []string{"", "{", `{"type": {}}`, `[1]`, `{"type": {"name": "A", "standaloneFields": [{"name": "B", "type": "colour"}]}}`} {
		b.post("/types/import", url.Values{"json": {bad}}).want(t, http.StatusUnprocessableEntity, "aria-invalid")
	}
}

// A viewer sees the form of a type, and no control that would be refused.
func TestViewersSeeTypesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	kind := owner.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	owner.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Maker", "field_type": "text"})
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	for _, path := range []string{"/types", "/types/" + kind} {
		page := b.get(path).want(t, http.StatusOK, "Camera")
		for _, control := range []string{`method="post" action="/types`, "/types/new", "/export", "/delete"} {
			if strings.Contains(page.body, control) {
				t.Errorf("%s shows a viewer %s", path, control)
			}
		}
	}
	b.get("/types/"+kind).want(t, http.StatusOK, "Maker")
}

// A collection chooses its types; other collections keep theirs.
func TestACollectionChoosesItsTypes(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	other := b.post("/collections", url.Values{"name": {"Lenses"}}).Header.Get("Location")
	kind := b.post("/types", url.Values{"name": {"Camera"}}).Header.Get("Location")
	b.post(other+"/types", url.Values{"type": {idIn(kind)}}).leadsTo(t, other)
	b.get(shelf+"/edit").want(t, http.StatusOK, shelf+"/types")
	b.post(shelf+"/types", url.Values{"type": {idIn(kind), "999999"}}).leadsTo(t, shelf)
	b.get(shelf+"/types").want(t, http.StatusOK, "Camera", `value="`+idIn(kind)+`" checked`)
	b.get(kind).want(t, http.StatusOK, "Unlink Cameras", "Unlink Lenses")
	b.post(shelf+"/types", url.Values{}).leadsTo(t, shelf)
	b.get(kind).want(t, http.StatusOK, "Link a collection", "Unlink Lenses")
}

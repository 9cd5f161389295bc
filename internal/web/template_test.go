package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/samples/import"
)

// speaks makes the only user of a site read another language.
func (b *browser) speaks(s *site, locale string) {
	b.t.Helper()
	email := apitest.Scalar[string](b.t, s.Harness, `select email from users`)
	b.post("/settings/profile", url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {email}, "locale": {locale}, "clock": {"24"}}).want(b.t, http.StatusSeeOther)
}

// A type that is made of a template is in the language of whoever makes it. The API lists
// templates in English, and makes them so.
func TestTypesAreMadeInTheLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	b.speaks(s, "de_DE")
	b.get("/types/new").want(t, http.StatusOK, "Münze", "Prägestätte", "Schallplatte", "Platten nach Interpret und Label")
	kind := b.post("/types/import", url.Values{"template": {"coin"}, "for": {"new"}}).Header.Get("Location")
	made := b.get(kind+"/export").want(t, http.StatusOK, `"name": "Münze"`, `"Prägestätte"`, `"Erhaltung"`, `"Geriffelt"`, `"MS/PF 65"`)
	for _, english := range []string{`"Mint"`, `"Grading"`, `"Reeded"`} {
		if strings.Contains(made.body, english) {
			t.Errorf("%s is in %s", english, made.body)
		}
	}
	b.get("/collections").want(t, http.StatusOK, "Münze")
	listed := string(owner.Send(t, "GET", "/api/collection-type-templates/5", nil).Content)
	if !strings.Contains(listed, `"Mint mark"`) || strings.Contains(listed, "Prägestätte") {
		t.Errorf("the API lists %s", listed)
	}
	owner.Make(t, "/api/collection-types/import", apitest.M{"template": "coin"})
	if n := apitest.Scalar[int](t, s.Harness, `select count(*)::int from collection_types where name = 'Coin'`); n != 1 {
		t.Errorf("the API made %d types called Coin", n)
	}
}

// A file of another program makes a type of its template in the language, and what the
// program says in English goes to its fields. The next file finds them, also in a collection
// that has the type.
func TestImportsSpeakTheLanguage(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	b := s.signedIn(t, s.Owner(t))
	b.speaks(s, "de_DE")
	file, err := samples.Open("discogs.csv")
	if err != nil {
		t.Fatal(err)
	}
	brought := func(name string, fields url.Values) {
		t.Helper()
		path := b.chosen(name, string(file), fields).Header.Get("Location")
		b.settled(path).want(t, http.StatusOK)
		form := b.get(path+"/mapping").want(t, http.StatusOK, "Schallplatte", "Interpret").mapping()
		b.post(path+"/mapping", form).leadsTo(t, path)
		b.settled(path).want(t, http.StatusOK)
		b.post(path+"/apply", url.Values{"plan": {"1"}, "skip_errors": {"true"}}).leadsTo(t, path)
		b.settled(path).want(t, http.StatusOK)
	}
	fields := func() string {
		return apitest.Scalar[string](t, s.Harness, `select string_agg(name, ', ' order by id) from custom_fields`)
	}
	brought("one.csv", url.Values{"collection_id": {""}, "collection": {"Platten"}})
	if got := apitest.Scalar[string](t, s.Harness, `select string_agg(name, ', ') from collection_types`); got != "Schallplatte" {
		t.Errorf("the types are %s", got)
	}
	first := fields()
	for _, want := range []string{"Interpret", "Plattenzustand", "Meine Wertung"} {
		if !strings.Contains(first, want) {
			t.Errorf("%s is not among %s", want, first)
		}
	}
	if strings.Contains(first, "Artist") || strings.Contains(first, "Sleeve condition") {
		t.Errorf("the fields are %s", first)
	}
	brought("two.csv", url.Values{"collection_id": {apitest.Scalar[string](t, s.Harness, `select min(id)::text from collections`)}})
	if again := fields(); again != first {
		t.Errorf("the fields were %s, and are %s", first, again)
	}
}

// Whoever has no collection chooses templates, and has a collection of each with its type.
// What is no template makes nothing; whoever chooses none gets the empty form.
func TestStartWithTemplates(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	page := b.get("/").want(t, http.StatusOK, "What do you collect?", "Cameras", "<span>Year ·</span>", "<span>Mint ·</span>", "<span>Grade", "Discogs", "Import a file", "Try the sample", `href="/collections/new/empty"`)
	for _, template := range catalog.Templates() {
		if !strings.Contains(page.body, `value="`+template.Slug+`"`) {
			t.Errorf("%s is not offered", template.Slug)
		}
	}
	gallery := page.body[strings.Index(page.body, `class="t12"`):]
	if n := strings.Count(gallery[:strings.Index(gallery, "</ul>")], "<img "); n != len(catalog.Templates()) {
		t.Errorf("%d templates have a picture", n)
	}
	b.post("/start", url.Values{"template": {"coin", "nothing"}}).want(t, http.StatusNotFound)
	b.post("/start", url.Values{"template": slices.Repeat([]string{"coin"}, 13)}).want(t, http.StatusNotFound)
	b.post("/start", url.Values{}).leadsTo(t, "/collections/new/empty")
	b.post("/start", url.Values{"template": {"camera"}}).leadsTo(t, "/collections/1")
	b.get("/collections/1").want(t, http.StatusOK, "Cameras")
	b.get("/collections/1/items/new").want(t, http.StatusOK, "Lens mount")
	if got := apitest.Scalar[string](t, s.Harness, `select string_agg(action, ' ' order by id) from logs where action like 'collection%'`); got != string(catalog.CollectionTypeImported)+" "+string(catalog.CollectionCreated) {
		t.Error(got)
	}
	b.post("/start", url.Values{"template": {"coin", "wine"}}).leadsTo(t, "/")
	b.get("/").want(t, http.StatusOK, "Coins", "Wine")
}

// One more collection begins in the same gallery, in the language of the person, three taps
// away: «+» beside the collections, a template, the button.
func TestSecondCollectionFromATemplate(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.post("/start", url.Values{"template": {"coin"}}).leadsTo(t, "/collections/1")
	b.get("/").want(t, http.StatusOK, `<a class="mini" href="/collections/new" aria-label="New collection"`)
	b.speaks(s, "de_DE")
	b.get("/collections/new").want(t, http.StatusOK, "Neue Sammlung", `action="/start"`, `value="wine"`, "<span>Erzeuger ·</span>", "<span>Jahrgang ·</span>", "<span>Rebsorten", "Leer beginnen", `href="/collections/new/empty"`)
	b.post("/start", url.Values{"template": {"wine"}}).leadsTo(t, "/collections/2")
	b.get("/collections/2").want(t, http.StatusOK, "Wein")
	b.get("/collections/2/items/new").want(t, http.StatusOK, "Rebsorten", "Trocken", "Korken")
	b.get("/collections/new/empty").want(t, http.StatusOK, `action="/collections"`, `name="name"`)
	b.post("/collections", url.Values{"name": {""}, "emoji": {"📦"}}).want(t, http.StatusUnprocessableEntity, `name="name"`)
}

// A collection without items and types offers the templates, and is back with the fields of one.
func TestEmptyCollectionsOfferTemplates(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	shelf := b.post("/collections", url.Values{"name": {"Cellar"}}).Header.Get("Location")
	page := b.get(shelf).want(t, http.StatusOK, "What do you collect?", `type="radio"`, `value="wine"`, `name="for" value="`+idIn(shelf)+`"`)
	if n := strings.Count(page.body, `name="template"`); n != len(catalog.TemplatesIn("en")) {
		t.Errorf("%d templates are offered", n)
	}
	b.post("/types/import", url.Values{"template": {"wine"}, "for": {idIn(shelf)}, "back": {"1"}}).leadsTo(t, shelf)
	if page := b.get(shelf).want(t, http.StatusOK); strings.Contains(page.body, `name="template"`) {
		t.Error("a collection with a type offers templates")
	}
	b.get(shelf+"/items/new").want(t, http.StatusOK, "Vintage")
	viewer := s.signedIn(t, owner.Join(t, identity.Viewer))
	bare := "/collections/" + owner.Make(t, "/api/collections", apitest.M{"name": "Bare", "visibility": "private"})
	if page := viewer.get(bare).want(t, http.StatusOK); strings.Contains(page.body, `name="template"`) {
		t.Error("a viewer is offered templates")
	}
}

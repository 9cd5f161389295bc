package api

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// found are the titles of a group.
func found(t testing.TB, u *person, query, kind string) []string {
	t.Helper()
	r := u.Send(t, "GET", "/api/search?"+url.Values{"q": {query}, "type": {kind}}.Encode(), nil).Want(t, http.StatusOK)
	titles := []string{}
	for _, hit := range r.Dig(t, "data.attributes.groups.0.results").([]any) {
		titles = append(titles, hit.(M)["title"].(string))
	}
	same(t, query+": total", r.Dig(t, "data.attributes.groups.0.total"), len(titles))
	return titles
}

func TestSearchEverything(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for _, u := range []*library{l, stranger} {
		leica := u.item(t, "Leica M3", "From Wetzlar", M{"text": "Summicron lens"})
		u.item(t, "Leica", "", nil)
		u.item(t, "Old Leica case", "", nil)
		u.item(t, "Lens cap", "Fits a Leica", nil)
		u.item(t, "漫画 第一巻", "100% “O'Brien”", nil)
		copied := u.Make(t, "/api/items/"+leica+"/copies", M{"identifier": "LEI-042", "note": "Scratched"})
		u.Make(t, "/api/copies/"+copied+"/loans", M{"direction": "outgoing", "party": "Zoë Leicester", "loaned_at": "2026-01-02", "purpose": "Exhibition"})
		u.Make(t, "/api/tags", M{"name": "Léica, rare"})
		u.Make(t, "/api/collections/"+u.collection+"/categories", M{"name": "Leica bodies"})
		u.Make(t, "/api/sets", M{"name": "Every Leica", "collection_id": u.collection})
		u.Make(t, "/api/series", M{"name": "The Leica M series"})
		study := u.Make(t, "/api/locations", M{"name": "Étude"})
		u.Make(t, "/api/locations", M{"name": "Leica drawer", "parent_id": study})
		u.Make(t, "/api/collections", M{"name": "Leicas & more", "visibility": "private"})
	}
	for _, c := range []struct {
		query, kind string
		want        []string
	}{
		{"leica", "item", []string{"Leica", "Leica M3", "Old Leica case", "Lens cap"}},
		{"LEICA m", "item", []string{"Leica M3"}},
		{"summi wetz", "item", []string{"Leica M3"}},
		{"summi wetz nikon", "item", []string{}},
		{"l", "item", []string{"Leica", "Leica M3", "Lens cap", "Old Leica case"}},
		{"画", "item", []string{"漫画 第一巻"}},
		{"100%", "item", []string{"漫画 第一巻"}},
		{"o'b", "item", []string{"漫画 第一巻"}},
		{"%", "item", []string{}},
		{`"_\`, "item", []string{}},
		{"eica", "item", []string{}},
		{"lei", "copy", []string{"LEI-042"}},
		{"scratch", "copy", []string{"LEI-042"}},
		{"wetzlar", "copy", []string{}},
		{"etude", "location", []string{"Étude"}},
		{"leica", "location", []string{"Leica drawer"}},
		{"more", "collection", []string{"Leicas & more"}},
		{"thing", "collection_type", []string{"Thing"}},
		{"leica", "tag", []string{"Léica, rare"}},
		{"lei bod", "category", []string{"Leica bodies"}},
		{"leica", "set", []string{"Every Leica"}},
		{"leica m", "series", []string{"The Leica M series"}},
		{"zoe", "loan", []string{"Zoë Leicester"}},
		{"exhibition", "loan", []string{}},
	} {
		same(t, c.query+" in "+c.kind, found(t, l.person, c.query, c.kind), c.want)
	}
	r := l.Send(t, "GET", "/api/search?q=leica&limit=1", nil).Want(t, http.StatusOK)
	same(t, "groups", len(r.Dig(t, "data.attributes.groups").([]any)), len(catalog.FoundKinds))
	same(t, "total", r.Dig(t, "data.attributes.groups.0.total"), 4)
	same(t, "shown", len(r.Dig(t, "data.attributes.groups.0.results").([]any)), 1)
	same(t, "context", r.Dig(t, "data.attributes.groups.3.results.0.context"), "Étude")
	for _, g := range r.Dig(t, "data.attributes.groups").([]any) {
		for _, hit := range g.(M)["results"].([]any) {
			_, path, _ := strings.Cut(hit.(M)["links"].(M)["self"].(string), "/api/")
			l.Send(t, "GET", "/api/"+path, nil).Want(t, http.StatusOK)
		}
	}
	for query, field := range map[string]string{"": "q", "q=": "q", "q=x&type=wine": "type", "q=x&limit=0": "limit", "q=x&limit=21": "limit", "q=x&limit=y": "limit", "q=%ff": "q"} {
		r := l.Send(t, "GET", "/api/search?"+query, nil).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors."+field) == nil {
			t.Errorf("%q: %s", query, r.Body)
		}
	}
}

// The exact name comes first, however many others contain the word.
func TestSearchOfACommonWord(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	conn, err := pgx.Connect(t.Context(), h.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `insert into items (account_id, collection_id, name, sort_name, search)
		select account_id, id, 'Zeta comic ' || n, 'zeta comic ' || n, array_to_tsvector(array['zeta', 'comic']) from collections, generate_series(1, 1500) n where id = $1`, l.collection); err != nil {
		t.Fatal(err)
	}
	l.item(t, "Comic", "", nil)
	for _, query := range []string{"comic", "c", "comic zeta"} {
		r := l.Send(t, "GET", "/api/search?type=item&q="+url.QueryEscape(query), nil).Want(t, http.StatusOK)
		same(t, query+": total", r.Dig(t, "data.attributes.groups.0.total"), catalog.MaxCandidates)
		same(t, query+": truncated", r.Dig(t, "data.attributes.groups.0.truncated"), true)
		if first := r.Dig(t, "data.attributes.groups.0.results.0.title"); query != "comic zeta" && first != "Comic" {
			t.Errorf("%s: %v is first", query, first)
		}
	}
}

// Keys and roles find only what they may read.
func TestSearchRights(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	hidden := further(t, w)
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
	none, _ := makeKey(t, w.Person, M{"collection_ids": []string{}})
	names := map[string]string{}
	for _, kind := range []string{"item", "collection", "copy", "category", "set", "loan"} {
		attribute := cmp.Or(map[string]string{"copy": "identifier", "loan": "party"}[kind], "name")
		names[kind], _ = w.Send(t, "GET", w.Fill(fixture.Find(kind).Object()), nil).Want(t, http.StatusOK).Dig(t, "data.attributes."+attribute).(string)
	}
	for kind, name := range names {
		for who, c := range map[string]struct {
			*person
			want []string
		}{
			"the owner":            {w.Person, []string{w.IDs[kind], hidden.IDs[kind]}},
			"a viewer":             {w.Join(t, identity.Viewer), []string{w.IDs[kind], hidden.IDs[kind]}},
			"a key of one":         {key, []string{w.IDs[kind]}},
			"a key of none":        {none, []string{}},
			"the owner of another": {h.Owner(t), []string{}},
		} {
			r := c.Send(t, "GET", "/api/search?"+url.Values{"q": {name}, "type": {kind}}.Encode(), nil).Want(t, http.StatusOK)
			ids := []string{}
			for _, hit := range r.Dig(t, "data.attributes.groups.0.results").([]any) {
				ids = append(ids, hit.(M)["id"].(string))
			}
			same(t, who+" looks for a "+kind+" "+name, ids, c.want)
		}
	}
	location, _ := w.Send(t, "GET", "/api/locations/"+w.IDs["location"], nil).Dig(t, "data.attributes.name").(string)
	same(t, "locations", found(t, key, location, "location"), []string{location})
	same(t, "tags", found(t, key, "signed", "tag"), []string{"Signed"})
	h.Nobody().Send(t, "GET", "/api/search?q=x", nil).Want(t, http.StatusUnauthorized)
}

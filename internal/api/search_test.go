package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// library is a collection with a type that has a field of each kind.
type library struct {
	*person
	collection, kind string
	fields           map[string]string // ids by kind
}

func newLibrary(t testing.TB, u *person) *library {
	t.Helper()
	l := &library{person: u, fields: map[string]string{}}
	l.kind = u.Make(t, "/api/collection-types", M{"name": "Thing"})
	l.collection = u.Make(t, "/api/collections", M{"name": "Things", "visibility": "private", "collection_type_ids": []string{l.kind}})
	for _, kind := range []string{"text", "number", "date", "boolean", "select", "rating"} {
		l.fields[kind] = u.Make(t, "/api/collection-types/"+l.kind+"/custom-fields", M{"field_type": kind, "options": []string{"red", "blue, light"}})
	}
	return l
}

// item creates an item; values are keyed by the kinds of their fields.
func (l *library) item(t testing.TB, name, description string, values M) string {
	t.Helper()
	return l.Make(t, "/api/collections/"+l.collection+"/items", l.body(name, description, values))
}

func (l *library) body(name, description string, values M) M {
	given := M{}
	for kind, value := range values {
		given[l.fields[kind]] = value
	}
	return M{"name": name, "description": description, "collection_type_id": l.kind, "custom_fields": given}
}

// names lists one attribute of a list. The query is as typed, with fields by
// kind: {text}.
func (l *library) names(t testing.TB, path, query, attribute string) []string {
	t.Helper()
	r := l.Send(t, "GET", path+"?per_page=100&"+l.encode(t, query), nil).Want(t, http.StatusOK)
	found := []string{}
	for _, object := range r.Dig(t, "data").([]any) {
		name, _ := object.(M)["attributes"].(M)[attribute].(string)
		found = append(found, name)
	}
	same(t, query+": total", r.Dig(t, "meta.total"), len(found))
	return found
}

func (l *library) encode(t testing.TB, query string) string {
	t.Helper()
	for kind, id := range l.fields {
		query = strings.ReplaceAll(query, "{"+kind+"}", id)
	}
	values := url.Values{}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		values.Add(name, value)
	}
	return values.Encode()
}

func TestSearchItems(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for _, u := range []*library{l, stranger} {
		u.item(t, "École de Paris", "Une histoire de l'art", M{"text": "Chagall, Modigliani"})
		u.item(t, "Müller & Söhne", "", M{"text": "e\u0301cole"})
		u.item(t, "Straßenbahn", "Linie 12", nil)
		u.item(t, "5 Øre", "", M{"select": "red"})
		u.item(t, "漫画 第一巻", "Tōkyō", nil)
		u.item(t, "Watchmen", "Twelve issues, O'Reilly & 50%", M{"text": "Dave Gibbons"})
	}
	for _, c := range []struct {
		q    string
		want []string
	}{
		{"", []string{"École de Paris", "Müller & Söhne", "Straßenbahn", "5 Øre", "漫画 第一巻", "Watchmen"}},
		{"   ", []string{"École de Paris", "Müller & Söhne", "Straßenbahn", "5 Øre", "漫画 第一巻", "Watchmen"}},
		{"ecole", []string{"École de Paris", "Müller & Söhne"}}, // a name, and a value
		{"ÉCOLE", []string{"École de Paris", "Müller & Söhne"}},
		{"eco", []string{"École de Paris", "Müller & Söhne"}},
		{"cole", []string{}}, // not the beginning of a word
		{"histoire", []string{"École de Paris"}},
		{"art", []string{"École de Paris"}},
		{"modi", []string{"École de Paris"}},
		{"muller", []string{"Müller & Söhne"}},
		{"MÜLLER soh", []string{"Müller & Söhne"}},
		{"strassenbahn", []string{"Straßenbahn"}},
		{"STRAẞE", []string{"Straßenbahn"}},
		{"12", []string{"Straßenbahn"}},
		{"ore", []string{"5 Øre"}},
		{"øre 5", []string{"5 Øre"}},
		{"red", []string{"5 Øre"}}, // what was chosen
		{"漫画", []string{"漫画 第一巻"}},
		{"画", []string{"漫画 第一巻"}},
		{"第 tokyo", []string{"漫画 第一巻"}},
		{"gibbons twelve watch", []string{"Watchmen"}}, // value, description and name
		{"gibbons ecole", []string{}},
		{"o'reilly", []string{"Watchmen"}},
		{"50%", []string{"Watchmen"}},
		{"watch*", []string{"Watchmen"}},
		{"wat_hmen", []string{}},
		{"' | '':* & \\", []string{}}, // punctuation alone finds nothing
		{"😀", []string{}},
	} {
		same(t, c.q, l.names(t, "/api/items", "q="+c.q, "name"), c.want)
		same(t, c.q+" within the collection", l.names(t, "/api/collections/"+l.collection+"/items", "q="+c.q, "name"), c.want)
	}
	elsewhere := l.Make(t, "/api/collections", M{"name": "Empty", "visibility": "private"})
	same(t, "another collection", l.names(t, "/api/collections/"+elsewhere+"/items", "q=ecole", "name"), []string{})
	same(t, "another collection", l.names(t, "/api/items", "q=ecole&collection_id="+elsewhere, "name"), []string{})
}

// Search follows changes of an item's texts, type and fields.
func TestSearchFollowsTheItem(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	path := "/api/collections/" + l.collection + "/items/" + l.item(t, "Lamp", "old", M{"text": "brass", "number": 7})
	finds := func(what string, queries map[string]bool) {
		t.Helper()
		for query, want := range queries {
			if got := len(l.names(t, "/api/items", query, "name")) == 1; got != want {
				t.Errorf("%s: %s finds it: %v, want %v", what, query, got, want)
			}
		}
	}
	finds("made", map[string]bool{"q=old": true, "q=brass": true, "q=lamp brass": true, "custom_fields[{number}]=7": true})

	l.Send(t, "PUT", path, l.body("Lantern", "", M{"text": "copper", "number": 7})).Want(t, http.StatusOK)
	finds("renamed", map[string]bool{"q=lamp": false, "q=lantern": true, "q=old": false, "q=brass": false, "q=copper": true})

	l.Send(t, "PUT", path, M{"name": "Lantern"}).Want(t, http.StatusOK)
	finds("without a type", map[string]bool{"q=lantern": true, "q=copper": false, "custom_fields[{number}]=7": false, "q=lantern copper": false})

	l.Send(t, "PUT", path, M{"name": "Lantern", "collection_type_id": l.kind, "custom_fields": M{l.fields["text"]: "copper"}}).Want(t, http.StatusOK)
	finds("with its type again", map[string]bool{"q=copper": true, "custom_fields[{number}]=7": false})

	l.Send(t, "DELETE", "/api/collection-types/"+l.kind+"/custom-fields/"+l.fields["text"], nil).Want(t, http.StatusNoContent)
	finds("without the field", map[string]bool{"q=copper": false, "q=lantern": true})

	l.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent)
	finds("deleted", map[string]bool{"q=lantern": false})
}

func TestFilterItemsByValue(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for _, u := range []*library{l, stranger} {
		u.item(t, "A", "", M{"text": "Red \"1\"", "number": 12, "date": "2026-02-28", "boolean": true, "select": "red", "rating": 5})
		u.item(t, "B", "", M{"text": "red", "number": 12.50, "date": "0001-01-01", "boolean": false, "select": "blue, light", "rating": 1})
		u.item(t, "C", "", M{"number": -0.5})
		u.item(t, "D", "", nil)
	}
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"custom_fields[{text}]=red", []string{"B"}}, // as it was written
		{"custom_fields[{text}]=Red \"1\"", []string{"A"}},
		{"custom_fields[{text}]=  red ", []string{"B"}},
		{"custom_fields[{number}]=12", []string{"A"}},
		{"custom_fields[{number}]=12.0", []string{"A"}},
		{"custom_fields[{number}]=1.2e1", []string{"A"}},
		{"custom_fields[{number}]=12.5", []string{"B"}},
		{"custom_fields[{number}]=-0.50", []string{"C"}},
		{"custom_fields[{number}]=13", []string{}},
		{"custom_fields[{date}]=2026-02-28", []string{"A"}},
		{"custom_fields[{date}]=0001-01-01", []string{"B"}},
		{"custom_fields[{boolean}]=true", []string{"A"}},
		{"custom_fields[{boolean}]=false", []string{"B"}}, // a missing value is not false
		{"custom_fields[{select}]=blue, light", []string{"B"}},
		{"custom_fields[{select}]=green", []string{}},
		{"custom_fields[{rating}]=5", []string{"A"}},
		{"custom_fields[{rating}]=2", []string{}},
		{"custom_fields[{rating}]=", []string{"A", "B", "C", "D"}},
		{"custom_fields[{boolean}]=true&custom_fields[{rating}]=5", []string{"A"}},
		{"custom_fields[{boolean}]=true&custom_fields[{rating}]=1", []string{}},
		{"custom_fields[{boolean}]=true&q=red", []string{"A"}},
		{"collection_type_id=" + l.kind + "&sort=-name", []string{"D", "C", "B", "A"}},
		{"collection_type_id=" + stranger.kind, []string{}},
		{"collection_id=" + stranger.collection, []string{}},
		{"colour=red&custom_fields=1&custom_fields[=2&page=1", []string{"A", "B", "C", "D"}}, // ignored
	} {
		same(t, c.query, l.names(t, "/api/items", c.query, "name"), c.want)
	}
}

func TestMalformedFiltersAreRefused(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for _, c := range []struct{ path, query, field string }{
		{"/api/items", "custom_fields[{number}]=twelve", "custom_fields." + l.fields["number"]},
		{"/api/items", "custom_fields[{number}]=1e999", "custom_fields." + l.fields["number"]},
		{"/api/items", "custom_fields[{number}]=\"12\"", "custom_fields." + l.fields["number"]},
		{"/api/items", "custom_fields[{date}]=2026-02-29", "custom_fields." + l.fields["date"]},
		{"/api/items", "custom_fields[{date}]=28.2.2026", "custom_fields." + l.fields["date"]},
		{"/api/items", "custom_fields[{boolean}]=1", "custom_fields." + l.fields["boolean"]},
		{"/api/items", "custom_fields[{rating}]=6", "custom_fields." + l.fields["rating"]},
		{"/api/items", "custom_fields[{rating}]=4.5", "custom_fields." + l.fields["rating"]},
		{"/api/items", "custom_fields[{text}]=" + strings.Repeat("x", 5001), "custom_fields." + l.fields["text"]},
		{"/api/items", "custom_fields[{text}]=a\x00b", "custom_fields"},
		{"/api/items", "custom_fields[{text}]=\xff", "custom_fields"},
		{"/api/items", "custom_fields[x]=1", "custom_fields"},
		{"/api/items", "custom_fields[" + stranger.fields["text"] + "]=x", "custom_fields." + stranger.fields["text"]},
		{"/api/items", "custom_fields[999999999999]=x", "custom_fields.999999999999"},
		{"/api/items", "sort=price", "sort"},
		{"/api/items", "sort=-", "sort"},
		{"/api/items", "collection_id=x", "collection_id"},
		{"/api/items", "collection_type_id=0", "collection_type_id"},
		{"/api/items", "q=" + strings.Repeat("x", 256), "q"},
		{"/api/items", "q=\xff", "q"},
		{"/api/copies", "status=rented", "status"},
		{"/api/copies", "location_id=-1", "location_id"},
		{"/api/copies", "collection_id=1.0", "collection_id"},
		{"/api/copies", "include_nested=maybe", "include_nested"},
		{"/api/copies", "q=" + strings.Repeat("é", 256), "q"},
	} {
		r := l.Send(t, "GET", c.path+"?"+l.encode(t, c.query), nil).Want(t, http.StatusUnprocessableEntity)
		errors, _ := r.Dig(t, "errors").(M)
		if _, ok := errors[c.field]; !ok || len(errors) != 1 {
			t.Errorf("%s: errors %v, want one on %s", c.query, errors, c.field)
		}
	}
}

package api

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

func TestSortItems(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	var first string
	for i, name := range []string{"zebra", "Étude", "Zebra", "apple", "école", "Ähre", "10", "9"} {
		if id := l.item(t, name, "", nil); i == 0 {
			first = id
		}
	}
	l.Send(t, "PUT", "/api/collections/"+l.collection+"/items/"+first, M{"name": "zebra"}).Want(t, http.StatusOK)
	for sort, want := range map[string][]string{
		"":            {"zebra", "Étude", "Zebra", "apple", "école", "Ähre", "10", "9"},
		"name":        {"10", "9", "Ähre", "apple", "école", "Étude", "zebra", "Zebra"},
		"-name":       {"Zebra", "zebra", "Étude", "école", "apple", "Ähre", "9", "10"},
		"created_at":  {"zebra", "Étude", "Zebra", "apple", "école", "Ähre", "10", "9"},
		"-created_at": {"9", "10", "Ähre", "école", "apple", "Zebra", "Étude", "zebra"},
		"updated_at":  {"Étude", "Zebra", "apple", "école", "Ähre", "10", "9", "zebra"},
		"-updated_at": {"zebra", "9", "10", "Ähre", "école", "apple", "Zebra", "Étude"},
	} {
		same(t, sort, l.names(t, "/api/items", "sort="+sort, "name"), want)
		same(t, sort+" within the collection", l.names(t, "/api/collections/"+l.collection+"/items", "sort="+sort, "name"), want)
	}
}

func TestFilterCopies(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	house := l.Make(t, "/api/locations", M{"name": "House"})
	room := l.Make(t, "/api/locations", M{"name": "Room", "parent_id": house})
	shelf := l.Make(t, "/api/locations", M{"name": "Shelf", "parent_id": room})
	theirs := stranger.Make(t, "/api/locations", M{"name": "House"})
	add := func(u *library, item, name, note, status, place string) {
		u.Make(t, "/api/items/"+item+"/copies", M{"identifier": name, "note": note, "status": status, "location_id": place})
	}
	watchmen, maus := l.item(t, "Watchmen", "Twelve issues", M{"text": "Gibbons"}), l.item(t, "Maus", "", nil)
	add(l, watchmen, "First", "signé à Paris", "owned", house)
	add(l, watchmen, "Second", "", "loaned", shelf)
	add(l, maus, "Third", "Watch out", "owned", room)
	add(l, maus, "Fourth", "", "sold", "")
	add(stranger, stranger.item(t, "Watchmen", "Twelve issues", nil), "First", "signé à Paris", "owned", theirs)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"", []string{"First", "Second", "Third", "Fourth"}},
		{"q=first", []string{"First"}},
		{"q=SIGNE", []string{"First"}},
		{"q=twelve", []string{"First", "Second"}}, // in the item
		{"q=watch", []string{"First", "Second", "Third"}},
		{"q=watchmen second", []string{"Second"}}, // in the item and in the copy
		{"q=gibbons", []string{}},                 // only items are searched by values
		{"q=!!", []string{}},
		{"status=owned", []string{"First", "Third"}},
		{"status=lost", []string{}},
		{"location_id=" + house, []string{"First"}},
		{"location_id=" + house + "&include_nested=false", []string{"First"}},
		{"location_id=" + house + "&include_nested=true", []string{"First", "Second", "Third"}},
		{"location_id=" + room + "&include_nested=true", []string{"Second", "Third"}},
		{"location_id=" + theirs + "&include_nested=true", []string{}},
		{"location_id=999999999", []string{}},
		{"include_nested=true", []string{"First", "Second", "Third", "Fourth"}},
		{"collection_id=" + l.collection, []string{"First", "Second", "Third", "Fourth"}},
		{"collection_id=" + stranger.collection, []string{}},
		{"q=watch&status=owned&location_id=" + house + "&include_nested=true&collection_id=" + l.collection, []string{"First", "Third"}},
		{"condition=mint", []string{"First", "Second", "Third", "Fourth"}}, // ignored
	} {
		same(t, c.query, l.names(t, "/api/copies", c.query, "identifier"), c.want)
	}
	l.Send(t, "DELETE", "/api/locations/"+room, nil).Want(t, http.StatusNoContent)
	same(t, "the places are gone", l.names(t, "/api/copies", "location_id="+house+"&include_nested=true", "identifier"), []string{"First"})
}

// The links of a filtered list show each matching object once, and nothing else.
func TestLinksKeepFilters(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	for i := range 25 {
		id := l.item(t, "Item "+strconv.Itoa(100+i), "", M{"boolean": i%5 != 0})
		l.Make(t, "/api/items/"+id+"/copies", M{"identifier": "Copy " + strconv.Itoa(100+i), "status": []string{"owned", "sold"}[i%2]})
	}
	for _, c := range []struct {
		path, query, attribute string
		total                  int
	}{
		{"/api/items", "", "name", 25},
		{"/api/items", "sort=-name", "name", 25},
		{"/api/items", "q=item&custom_fields[{boolean}]=true&sort=name&x=a b", "name", 20},
		{"/api/collections/" + l.collection + "/items", "q=item&sort=-updated_at", "name", 25},
		{"/api/copies", "q=copy&status=owned", "identifier", 13},
		{"/api/copies", "", "identifier", 25},
	} {
		whole := l.names(t, c.path, c.query, c.attribute)
		same(t, c.query+": length", len(whole), c.total)
		same(t, c.query, l.follow(t, c.path+"?per_page=4&"+l.encode(t, c.query), c.attribute, "next"), whole)
		last := strconv.Itoa((c.total + 3) / 4)
		backwards := l.follow(t, c.path+"?per_page=4&page="+last+"&"+l.encode(t, c.query), c.attribute, "prev")
		same(t, c.query+" backwards: length", len(backwards), c.total)
	}
}

// follow reads page after page, each once.
func (l *library) follow(t testing.TB, path, attribute, link string) []string {
	t.Helper()
	want, _ := url.Parse(path)
	all := []string{}
	for path != "" {
		r := l.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		for _, object := range r.Dig(t, "data").([]any) {
			all = append(all, object.(M)["attributes"].(M)[attribute].(string))
		}
		next, _ := r.Dig(t, "links."+link).(string)
		path = strings.TrimPrefix(next, "https://vitrine.example")
		got, _ := url.Parse(path)
		for name, values := range want.Query() {
			if path != "" && name != "page" {
				same(t, "link keeps "+name, got.Query()[name], values)
			}
		}
	}
	seen := map[string]bool{}
	for _, name := range all {
		if seen[name] {
			t.Errorf("%s is on two pages of %s", name, want)
		}
		seen[name] = true
	}
	return all
}

// The folded form of a name can be many times longer than the name, and must
// still fit into the index.
func TestTheLongestNamesAreSorted(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	names := []string{strings.Repeat("ﷺ", 255), wide(255), strings.Repeat("𝔘", 255), strings.Repeat("漢字", 127)}
	for _, name := range names {
		id := l.item(t, name, "", M{"text": strings.Repeat(name, 19)})
		same(t, "found", len(l.names(t, "/api/items", "sort=name&q="+name, "name")), 1)
		l.Send(t, "PUT", "/api/collections/"+l.collection+"/items/"+id, l.body(name, strings.Repeat(name, 7), nil)).Want(t, http.StatusOK)
	}
	same(t, "sorted", len(l.names(t, "/api/items", "sort=name", "name")), len(names))
}

// wide consists of characters that fold to whole words, in an order that hardly
// compresses.
func wide(length int) string {
	var long []rune
	for r := rune(1); r < 0x20000; r++ {
		if len(catalog.Fold(string(r))) >= 12 {
			long = append(long, r)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]rune, length)
	for i := range text {
		text[i] = long[random.IntN(len(long))]
	}
	return string(text)
}

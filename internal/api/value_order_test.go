package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Items of a type are sorted by the values of a field, by its kind; those without a
// value are last both ways.
func TestSortItemsByValues(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	for i, values := range []M{
		{"number": 10, "text": "zebra", "date": "2020-01-01", "rating": 5, "boolean": true},
		{"number": -3.5, "text": "Étude", "date": "1999-12-31"},
		{"number": 9, "text": "école", "rating": 1, "boolean": false},
		{"number": -3.25, "text": "Zoo", "date": "0999-01-01"},
		{"number": 1e3, "text": "10"},
		{"number": 0, "text": "Ωmega"},
		{"number": 0.05, "text": "ωaaa"},
		nil,
		{"rating": 3},
	} {
		l.item(t, "Item "+strconv.Itoa(i), "", values)
	}
	for _, c := range []struct{ query, want string }{
		{"sort=custom_fields[{number}]", "1 3 5 6 2 0 4 7 8"},
		{"sort=-custom_fields[{number}]", "4 0 2 6 5 3 1 8 7"},
		{"sort=custom_fields[{text}]", "4 2 1 0 3 6 5 7 8"},
		{"sort=-custom_fields[{text}]", "5 6 3 0 1 2 4 8 7"},
		{"sort=custom_fields[{date}]", "3 1 0 2 4 5 6 7 8"},
		{"sort=custom_fields[{rating}]", "2 8 0 1 3 4 5 6 7"},
		{"sort=custom_fields[{boolean}]", "2 0 1 3 4 5 6 7 8"},
		{"custom_fields[{number}][min]=0", "0 2 4 5 6"},
		{"custom_fields[{number}][min]=-3.4&custom_fields[{number}][max]=9.0", "2 3 5 6"},
		{"custom_fields[{number}][max]=-3.250&sort=custom_fields[{number}]", "1 3"},
		{"custom_fields[{number}][min]=5&custom_fields[{number}][max]=1", ""},
		{"custom_fields[{date}][min]=1999-12-31&sort=-custom_fields[{date}]", "0 1"},
		{"custom_fields[{rating}][min]=2&custom_fields[{number}][max]=100", "0"},
		{"custom_fields[{number}][min]=0&sort=-custom_fields[{text}]&q=item", "5 6 0 2 4"},
	} {
		want := []string{}
		for _, n := range strings.Fields(c.want) {
			want = append(want, "Item "+n)
		}
		query := "collection_type_id=" + l.kind + "&" + c.query
		same(t, c.query, l.names(t, "/api/items", query, "name"), want)
		same(t, c.query+" within the collection", l.names(t, "/api/collections/"+l.collection+"/items", query, "name"), want)
		path := "/api/items?" + l.encode(t, query) + "&"
		var pages []string
		for page, more := 1, true; more; page++ {
			r := l.Send(t, "GET", path+"per_page=2&page="+strconv.Itoa(page), nil).Want(t, http.StatusOK)
			pages, more = append(pages, r.Listed(t)...), r.Dig(t, "links.next") != nil
		}
		if cursors := byCursors(t, l.person, path+"per_page=2"); !slices.Equal(cursors, pages) || len(pages) != len(want) {
			t.Errorf("%s: by cursors %v, by pages %v", c.query, cursors, pages)
		}
	}
}

// Senseless orders and ranges are refused, on their parameter.
func TestWrongValueOrders(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for query, key := range map[string]string{
		"sort=custom_fields[{number}]":                                                    "sort", // of which type?
		"collection_type_id=1&sort=custom_fields[{number}]":                               "sort",
		"collection_type_id={type}&sort=custom_fields[999999999]":                         "sort",
		"collection_type_id={type}&sort=custom_fields[" + stranger.fields["number"] + "]": "sort",
		"collection_type_id={type}&sort=custom_fields[x]":                                 "sort",
		"collection_type_id={type}&sort=custom_fields[01]":                                "sort",
		"collection_type_id={type}&sort=--custom_fields[1]":                               "sort",
		"custom_fields[{number}][min]=many":                                               "custom_fields.{number}.min",
		"custom_fields[{date}][max]=2026-02-30":                                           "custom_fields.{date}.max",
		"custom_fields[{text}][min]=a":                                                    "custom_fields.{text}.min",
		"custom_fields[{rating}][max]=6":                                                  "custom_fields.{rating}.max",
		"custom_fields[{number}][about]=3":                                                "custom_fields",
		"custom_fields[" + stranger.fields["number"] + "][min]=3":                         "custom_fields." + stranger.fields["number"],
	} {
		for kind, id := range l.fields {
			key = strings.ReplaceAll(key, "{"+kind+"}", id)
		}
		query = strings.ReplaceAll(query, "{type}", l.kind)
		r := l.Send(t, "GET", "/api/items?"+l.encode(t, query), nil).Want(t, http.StatusUnprocessableEntity)
		if errors := r.JSON(t)["errors"].(M); errors[key] == nil {
			t.Errorf("%s: errors are %v, want one on %s", query, errors, key)
		}
	}
	for range 3 {
		l.item(t, "Item", "", M{"number": 1, "rating": 1})
	}
	list := "/api/items?per_page=2&collection_type_id=" + l.kind + "&" + l.encode(t, "sort=custom_fields[{number}]")
	after := l.Send(t, "GET", list, nil).Want(t, http.StatusOK).Dig(t, "meta.next_after").(string)
	l.Send(t, "GET", list+"&after="+after, nil).Want(t, http.StatusOK)
	l.Send(t, "GET", "/api/items?collection_type_id="+l.kind+"&"+l.encode(t, "sort=custom_fields[{rating}]")+"&after="+after, nil).Want(t, http.StatusUnprocessableEntity)
}

package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// What was chosen is found like what was typed.
func TestChoicesAreFound(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	for _, u := range []*library{l, stranger} {
		u.item(t, "Lamp", "", M{"select": "red"})
		u.item(t, "Red lamp", "", M{"select": "blue, light"})
		u.item(t, "Chair", "", M{"select": "blue, light", "text": "oak"})
		u.item(t, "Table", "", M{"text": "oak"})
	}
	for q, want := range map[string][]string{
		"red":            {"Lamp", "Red lamp"},
		"LÍGHT":          {"Red lamp", "Chair"},
		"light blue":     {"Red lamp", "Chair"},
		"blue oak":       {"Chair"},
		"blue lamp":      {"Red lamp"},
		"red lamp light": {"Red lamp"},
		"ight":           {},
		"light table":    {},
	} {
		same(t, q, l.names(t, "/api/items", "q="+q+"&sort=created_at", "name"), want)
		same(t, q+" in everything", len(found(t, l.person, q, "item")), len(want))
	}
	same(t, "the name comes first", found(t, l.person, "red", "item"), []string{"Red lamp", "Lamp"})

	chair := l.Send(t, "GET", "/api/items?"+l.encode(t, "q=chair"), nil).Want(t, http.StatusOK).Dig(t, "data.0.id").(string)
	l.Send(t, "PUT", "/api/collections/"+l.collection+"/items/"+chair, M{"name": "Chair"}).Want(t, http.StatusOK)
	same(t, "without its type", l.names(t, "/api/items", "q=light", "name"), []string{"Red lamp"})

	key, _ := makeKey(t, l.person, M{"collection_ids": []string{l.collection}})
	same(t, "by a limited key", found(t, key, "light", "item"), []string{"Red lamp"})
}

// An import makes choices of what repeats; each is found.
func TestImportedChoicesAreFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var table strings.Builder
	table.WriteString("Title,Artist\n")
	for n := range 40 {
		fmt.Fprintf(&table, "Record %d,%s\n", n, []string{"Kraftwerk", "Neu!"}[n%2])
	}
	id, _ := d.planned(t, table.String(), M{"type": M{"name": "Record"}, "create": M{"types": true, "fields": true, "options": true},
		"columns": []M{{"column": 1, "to": "item_name"}, {"column": 2, "to": "field[select]:Record/Artist"}}})
	d.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1}).Want(t, http.StatusOK)
	d.settled(t, id)
	r := d.Send(t, "GET", "/api/items?q=kraftw", nil).Want(t, http.StatusOK)
	same(t, "records of Kraftwerk", r.Dig(t, "meta.total"), 20)
	same(t, "in everything", d.Send(t, "GET", "/api/search?q=kraftw&type=item", nil).Want(t, http.StatusOK).Dig(t, "data.attributes.groups.0.total"), 20)
}

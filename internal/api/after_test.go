package api

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// byCursors reads a list to its end by cursor and returns the ids.
func byCursors(t testing.TB, p *person, list string) (ids []string) {
	t.Helper()
	for after := ""; ; {
		r := p.Send(t, "GET", list+after, nil).Want(t, http.StatusOK)
		for _, object := range r.Dig(t, "data").([]any) {
			ids = append(ids, object.(M)["id"].(string))
		}
		next, further := r.Dig(t, "meta.next_after").(string)
		link, _ := r.Dig(t, "links.next").(string)
		if further != (link != "") {
			t.Fatalf("%s: next_after is %q, links.next %q", list+after, next, link)
		}
		if !further {
			return ids
		}
		if at, err := url.Parse(link); after != "" && (err != nil || at.Query().Get("after") != next || at.Query().Has("page")) {
			t.Fatalf("%s: links.next is %s", list, link)
		}
		after = "&after=" + url.QueryEscape(next)
	}
}

// Every list read by cursor has the same objects in the same order as by page,
// with every filter and sort.
func TestListsGoOnAfter(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	for i := range 5 {
		w.Furnish(t)
		w.Make(t, w.Fill("/api/copies/{copy}/insurance-records"), M{"provider": "Axa", "insured_value": 1, "starts_at": fmt.Sprintf("2026-01-0%d", 1+i%2)})
		w.Make(t, w.Fill("/api/copies/{copy}/insurance-records"), M{"provider": "Axa", "insured_value": 1})
		w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), M{"field_type": "text"})
	}
	for range 4 {
		w.Make(t, w.Fill("/api/items/{item}/photos"), w.FillBody(t, M{"sha256": "FILE", "copy_id": "{copy}"}))
		w.Make(t, w.Fill("/api/copies/{copy}/documents"), M{"document_type": "other", "name": "Entry", "external_url": "https://example.org/"})
	}
	lists := map[string]bool{}
	for _, pattern := range w.Contract.PagedLists() {
		if strings.Contains(pattern, "{uuid}") || strings.Contains(pattern, "{token}") { // what visitors see is tested with it
			continue
		}
		lists[w.Fill(strings.TrimPrefix(pattern, "GET "))+"?"] = true
	}
	for _, query := range []string{"sort=name", "sort=-name", "sort=created_at", "sort=-created_at", "sort=updated_at", "sort=-updated_at", "q=watch", "q=watch&sort=-name",
		w.Fill("collection_type_id={collectionType}"), w.Fill("collection_type_id={collectionType}&sort=custom_fields[{customField}]"),
		w.Fill("collection_type_id={collectionType}&sort=-custom_fields[{customField}]"), w.Fill("q=watch&collection_type_id={collectionType}&sort=-custom_fields[{customField}]")} {
		lists["/api/items?"+query+"&"] = true
		lists[w.Fill("/api/collections/{collection}/items?"+query+"&")] = true
	}
	for _, query := range []string{"q=print", "status=owned", w.Fill("location_id={location}&include_nested=true"), w.Fill("collection_id={collection}")} {
		lists["/api/copies?"+query+"&"] = true
	}
	for _, query := range []string{w.Fill("collection_id={collection}"), w.Fill("copy_id={copy}"), "duplicates=false", "include=urls"} {
		lists["/api/photos?"+query+"&"] = true
	}
	for list := range lists {
		var want []string
		for page, more := 1, true; more; page++ {
			r := w.Send(t, "GET", fmt.Sprintf("%sper_page=100&page=%d", list, page), nil)
			want = append(want, r.Listed(t)...)
			more = r.Dig(t, "links.next") != nil
		}
		if got := byCursors(t, w.Person, list+"per_page=2"); !slices.Equal(got, want) {
			t.Errorf("%s: by cursors %v, by pages %v", list, got, want)
		}
	}
}

// An invalid cursor is 422.
func TestWrongCursors(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	w.Furnish(t)
	cursor := func(list string) string {
		return w.Send(t, "GET", list, nil).Want(t, http.StatusOK).Dig(t, "meta.next_after").(string)
	}
	byName := cursor("/api/items?per_page=1&sort=name")
	plain, _ := base64.RawURLEncoding.DecodeString(byName)
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	changed := func(old, new string) string { return encode(strings.Replace(string(plain), old, new, 1)) }
	for _, after := range []string{"x", "0", "\x00", "\xff", "null", "999999999999999999999", strings.Repeat("A", 3000), strings.Repeat("A", 100_000), "eyJpZCI6MX0", encode("[]"), encode("[null]"),
		encode(`{"a":1}`), byName + "=", byName[:len(byName)-4], cursor("/api/items?per_page=1"), cursor("/api/items?per_page=1&sort=-name"), cursor("/api/items?per_page=1&sort=created_at"),
		cursor("/api/locations?per_page=1"), changed(`"watchmen"`, `null`), changed(`"watchmen"`, `"a\u0000b"`), changed(`"watchmen"`, `7`), changed(`"watchmen",`, ``), changed(`]`, `,"1"]`),
		encode(strings.TrimSuffix(string(plain), `"]`) + `x"]`), encode(strings.TrimSuffix(string(plain), `"]`) + `99999999999999999999"]`)} {
		r := w.Send(t, "GET", "/api/items?sort=name&after="+url.QueryEscape(after), nil)
		if r.Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.after") == nil {
			t.Errorf("%q: %s", after, r.Content)
		}
	}
	byTime := cursor("/api/items?per_page=1&sort=created_at")
	plain, _ = base64.RawURLEncoding.DecodeString(byTime)
	for _, at := range []string{"9223372036854775807", "-9223372036854775808", "253402300800000000", "1.5", "", "x"} {
		parts := strings.Split(string(plain), `"`)
		parts[3] = at
		w.Send(t, "GET", "/api/items?sort=created_at&after="+url.QueryEscape(encode(strings.Join(parts, `"`))), nil).Want(t, http.StatusUnprocessableEntity)
	}
	w.Send(t, "GET", "/api/collections/999999999/items?after=x", nil).Want(t, http.StatusNotFound)
	w.Send(t, "GET", "/api/items?after=&page=1", nil).Want(t, http.StatusOK)
	w.Send(t, "GET", "/api/items?sort=name&after="+url.QueryEscape(byName), nil).Want(t, http.StatusOK)
}

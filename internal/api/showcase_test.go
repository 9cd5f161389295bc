package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// A display is a collection that is public, in an account that shares, with an item that
// has something of everything.
type display struct {
	*world
	public string // its address
}

func displayed(t *testing.T, h *harness) display {
	t.Helper()
	d := display{world: h.World(t)}
	d.Send(t, "PATCH", d.Fill("/api/collections/{collection}"), M{"visibility": "public", "description": "All of them"}).Want(t, http.StatusOK)
	d.Send(t, "PATCH", d.Fill("/api/items/{item}"), M{"name": "Tintin au Tibet", "description": "Snow"}).Want(t, http.StatusOK)
	d.Send(t, "PATCH", d.Fill("/api/copies/{copy}"), M{"status": "owned", "quantity": 3, "item_condition_id": d.IDs["itemCondition"], "estimated_value": 500}).Want(t, http.StatusOK)
	d.public = "/api/public/collections/" + d.Send(t, "GET", d.Fill("/api/collections/{collection}"), nil).Attributes(t)["uuid"].(string)
	return d
}

// link makes a share link and returns the path that it opens.
func (d display) link(t *testing.T, body M) (path, id string) {
	t.Helper()
	r := d.Send(t, "POST", d.Fill("/api/collections/{collection}/share-links"), body).Want(t, http.StatusCreated)
	token, _ := r.Dig(t, "token").(string)
	same(t, "url", r.Attributes(t)["url"], any("https://vitrine.example/s/"+token))
	return "/api/shared/" + token, r.ID(t)
}

// The links of all collections are one list, the newest first, each with its collection.
func TestLinksAcrossTheAccount(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	hidden := further(t, d.world)
	_, id := d.link(t, M{"name": "For Mo"})
	r := d.Send(t, "GET", "/api/share-links", nil).Want(t, http.StatusOK)
	same(t, "all", r.Dig(t, "meta.total"), 3)
	same(t, "the newest", r.Dig(t, "data.0.id"), any(id))
	same(t, "its collection", fmt.Sprint(r.Dig(t, "data.0.context.collection_id")), d.IDs["collection"])
	same(t, "that of the next", fmt.Sprint(r.Dig(t, "data.1.context.collection_id")), hidden.IDs["collection"])
	same(t, "its token", r.Dig(t, "data.0.attributes.token"), nil)
}

// routes are all that is open under a path.
func (d display) routes(under string) []string {
	return []string{under, under + "/items", under + d.Fill("/items/{item}"), under + d.Fill("/photos/{photo}/file"), under + d.Fill("/photos/{photo}/file?size=thumb")}
}

// wantAll fails unless every route has a status; all 404 must be identical.
func (d display) wantAll(t *testing.T, under string, status int) {
	t.Helper()
	for _, path := range d.routes(under) {
		r := d.Nobody().Send(t, "GET", path, nil).Want(t, status)
		same(t, "robots", r.Header.Get("X-Robots-Tag"), "noindex")
		same(t, "referrer", r.Header.Get("Referrer-Policy"), "no-referrer")
		caching := "no-store"
		if status == http.StatusOK && under == d.public {
			caching = "public, max-age=60"
		}
		same(t, path, r.Header.Get("Cache-Control"), caching)
		if status == http.StatusNotFound {
			same(t, path, string(r.Content), `{"message":"Not found."}`)
		}
	}
}

// Nothing is shown unless an owner allows sharing. A public collection is shown while it is public,
// any collection by a link until it ends.
func TestWhatIsShownEnds(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	shared, id := d.link(t, M{"name": "For Jo"})
	set := func(path string, body M) { d.Send(t, "PATCH", d.Fill(path), body).Want(t, http.StatusOK) }
	both := func(public, link int) {
		t.Helper()
		d.wantAll(t, d.public, public)
		d.wantAll(t, shared, link)
	}
	both(200, 200)
	set("/api/account", M{"public_sharing": false})
	both(404, 404)
	if d.Send(t, "POST", d.Fill("/api/collections/{collection}/share-links"), M{"name": "x"}).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.account") == nil {
		t.Error("nothing is wrong with the account")
	}
	set("/api/account", M{"public_sharing": true})
	for _, visibility := range []string{"private", "shared"} {
		set("/api/collections/{collection}", M{"visibility": visibility})
		both(404, 200)
	}
	set("/api/collections/{collection}", M{"visibility": "public"})
	both(200, 200)

	set("/api/copies/{copy}", M{"status": "sold"}) // of the only copy
	for _, under := range []string{d.public, shared} {
		d.Nobody().Send(t, "GET", under+d.Fill("/items/{item}"), nil).Want(t, http.StatusNotFound)
		d.Nobody().Send(t, "GET", under+d.Fill("/photos/{photo}/file"), nil).Want(t, http.StatusNotFound)
		same(t, "items", d.Nobody().Send(t, "GET", under, nil).Attributes(t)["items"], any(0.0))
	}
	set("/api/copies/{copy}", M{"status": "owned"})
	same(t, "items", d.Nobody().Send(t, "GET", d.public, nil).Attributes(t)["items"], any(1.0))

	second := d.Make(t, d.Fill("/api/items/{item}/photos"), d.FillBody(t, M{"sha256": "FILE"}))
	for _, cover := range []any{d.IDs["photo"], second} {
		same(t, "photo", d.Nobody().Send(t, "GET", d.public, nil).Attributes(t)["photo_id"], cover)
		set("/api/collections/{collection}", M{"cover_photo_id": second})
	}

	other, _ := d.link(t, M{"name": "For Mo", "expires_at": time.Now().Add(time.Hour).Unix()})
	d.wantAll(t, other, 200)
	apitest.Exec(t, d.Harness, `update share_links set expires_at = now() where expires_at is not null`)
	d.wantAll(t, other, 404)
	own := d.Fill("/api/collections/{collection}/share-links/") + id
	d.Send(t, "DELETE", own, nil).Want(t, http.StatusNoContent)
	d.Send(t, "DELETE", own, nil).Want(t, http.StatusNotFound)
	both(200, 404)

	shared, _ = d.link(t, M{"name": "Again"})
	entry := d.Send(t, "DELETE", d.Fill("/api/collections/{collection}"), nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	both(404, 404)
	d.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	both(200, 404)
	same(t, "links", d.Send(t, "GET", d.Fill("/api/collections/{collection}/share-links"), nil).Dig(t, "meta.total"), any(0.0))
}

// A link shows only the contents it names.
func TestALinkShowsWhatItSays(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	kind := d.Fill("/api/collection-types/{collectionType}/custom-fields")
	open := d.Make(t, kind, M{"name": "Author", "field_type": "text", "is_public": true})
	year := d.Make(t, kind, M{"name": "Year", "field_type": "number", "is_public": true})
	shut := d.Make(t, kind, M{"name": "Bought from", "field_type": "text"})
	d.Send(t, "PATCH", d.Fill("/api/items/{item}"), M{"custom_fields": M{open: "Hergé", year: 1960, shut: "A dealer"}}).Want(t, http.StatusOK)
	d.Make(t, d.Fill("/api/items/{item}/copies"), M{"status": "sold", "quantity": 77})
	d.Make(t, d.Fill("/api/items/{item}/tags"), M{"name": "Snow"})
	d.Make(t, d.Fill("/api/items/{item}/copies"), M{"status": "owned"})
	members := map[string]string{"descriptions": "description", "photos": "photos", "custom_fields": "custom_fields", "tags": "tags", "copies": "copies", "values": "value"}
	for _, shows := range [][]string{{}, {"photos"}, {"descriptions"}, {"custom_fields", "tags"}, {"copies"}, {"values"}, {"values", "copies", "tags", "custom_fields", "photos", "descriptions"}} {
		under, id := d.link(t, M{"name": "For Jo", "shows": shows})
		same(t, "shows", fmt.Sprint(d.Send(t, "GET", d.Fill("/api/collections/{collection}/share-links/")+id, nil).Attributes(t)["shows"]), fmt.Sprint(shows))
		item := d.Nobody().Send(t, "GET", under+d.Fill("/items/{item}"), nil).Want(t, http.StatusOK).Attributes(t)
		listed, _ := d.Nobody().Send(t, "GET", under+"/items", nil).Want(t, http.StatusOK).Dig(t, "data.0.attributes").(M)
		same(t, "listed", encoded(listed), encoded(item))
		for show, member := range members {
			if _, there := item[member]; there != slices.Contains(shows, show) {
				t.Errorf("%v: %s is there: %v", shows, member, there)
			}
		}
		photo := http.StatusNotFound
		if slices.Contains(shows, "photos") {
			photo = http.StatusOK
		}
		d.Nobody().Send(t, "GET", under+d.Fill("/photos/{photo}/file"), nil).Want(t, photo)
		_, described := d.Nobody().Send(t, "GET", under, nil).Want(t, http.StatusOK).Attributes(t)["description"]
		same(t, "description", described, slices.Contains(shows, "descriptions"))
		if len(shows) == 6 {
			same(t, "fields", encoded(item["custom_fields"]), `[{"name":"Author","value":"Hergé"},{"name":"Year","value":1960}]`)
			same(t, "copies", encoded(item["copies"]), `[{"condition":"Mint","quantity":3},{"condition":null,"quantity":1}]`)
			same(t, "value", item["value"].(M)["amount"], any(1500.0))
			same(t, "type", item["type"], any("Comic"))
			for member, path := range map[string]string{"category": "/api/collections/{collection}/categories/{category}", "set": "/api/sets/{set}", "series": "/api/series/{series}"} {
				same(t, member, item[member], d.Send(t, "GET", d.Fill(path), nil).Attributes(t)["name"])
			}
			if !strings.Contains(encoded(item["tags"]), `"Snow"`) {
				t.Errorf("tags: %v", item["tags"])
			}
		}
	}
	for _, wrong := range []string{"?size=huge", "?size=original"} {
		status := map[bool]int{true: http.StatusNotFound, false: http.StatusUnprocessableEntity}[wrong == "?size=original"]
		d.Nobody().Send(t, "GET", d.public+d.Fill("/photos/{photo}/file")+wrong, nil).Want(t, status)
	}
}

// Items and photos of other collections, invalid addresses and other tokens are 404.
func TestNothingElseIsShown(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	other := displayed(t, server(t))
	shared, _ := d.link(t, M{"name": "For Jo"})
	private := d.Make(t, "/api/collections", M{"name": "Private", "visibility": "private"})
	hidden := d.Make(t, "/api/collections/"+private+"/items", M{"name": "Hidden"})
	d.Make(t, "/api/items/"+hidden+"/copies", M{})
	photo := d.Make(t, "/api/items/"+hidden+"/photos", d.FillBody(t, M{"sha256": "FILE"}))
	visitor := d.Nobody()
	for _, under := range []string{d.public, shared} {
		for _, path := range []string{"/items/" + hidden, "/photos/" + photo + "/file", other.Fill("/items/{item}"), other.Fill("/photos/{photo}/file"), "/items/0", "/photos/x/file"} {
			visitor.Send(t, "GET", under+path, nil).Want(t, http.StatusNotFound)
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			visitor.Send(t, method, under+"/items", nil).Want(t, http.StatusMethodNotAllowed)
		}
	}
	token := strings.TrimPrefix(shared, "/api/shared/")
	for _, odd := range []string{"vts_", "x", token[:len(token)-4], token + "aaaa", strings.ToUpper(token), "vts_" + strings.Repeat("A", 2000), d.Token, "%00"} {
		visitor.Send(t, "GET", "/api/shared/"+odd, nil).Want(t, http.StatusNotFound)
	}
	for _, odd := range []string{d.IDs["collection"], "00000000-0000-4000-8000-000000000000", "x", strings.Repeat("a", 5000), "%00", token} {
		visitor.Send(t, "GET", "/api/public/collections/"+odd, nil).Want(t, http.StatusNotFound)
	}
	visitor.Token = token
	visitor.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
}

// Visitors search names only, so that results reveal nothing hidden.
func TestVisitorsSearchNames(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	for _, name := range []string{"Москва слезам", "青い蓮", "Aardvark"} {
		d.Make(t, "/api/items/"+d.Make(t, d.Fill("/api/collections/{collection}/items"), M{"name": name, "description": "secretly"})+"/copies", M{"note": "whispered", "identifier": "mumbled"})
	}
	d.Make(t, d.Fill("/api/collections/{collection}/items"), M{"name": "Aardvark that is wanted"})
	for query, want := range map[string]int{"": 4, "tib": 1, "TINTIN tibet": 1, "моск": 1, "сква": 0, "蓮": 1, "aard": 1, "secretly": 0, "snow": 0, "whispered": 0, "mumbled": 0, "wanted": 0, "+": 0} {
		r := d.Nobody().Send(t, "GET", d.public+"/items?q="+url.QueryEscape(query), nil).Want(t, http.StatusOK)
		same(t, query, r.Dig(t, "meta.total"), any(float64(want)))
	}
	first := d.Nobody().Send(t, "GET", d.public+"/items?per_page=2", nil)
	same(t, "by name", first.Dig(t, "data.0.attributes.name"), any("Aardvark"))
	after, _ := first.Dig(t, "meta.next_after").(string)
	same(t, "after", d.Nobody().Send(t, "GET", d.public+"/items?per_page=2&after="+after, nil).Dig(t, "data.1.attributes.name"), any("青い蓮"))
	same(t, "second", d.Nobody().Send(t, "GET", d.public+"/items?per_page=2&page=2", nil).Dig(t, "data.1.attributes.name"), any("青い蓮"))
}

// No request that begins after a link was revoked sees anything.
func TestRevocationCountsAtOnce(t *testing.T) {
	t.Parallel()
	d := displayed(t, server(t))
	for range 3 {
		under, id := d.link(t, M{"name": "For Jo"})
		stop, asked := make(chan struct{}), sync.WaitGroup{}
		for range 4 {
			asked.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						d.Nobody().Send(t, "GET", under+"/items", nil)
					}
				}
			})
		}
		d.Send(t, "DELETE", d.Fill("/api/collections/{collection}/share-links/")+id, nil).Want(t, http.StatusNoContent)
		for range 20 {
			d.Nobody().Send(t, "GET", under+"/items", nil).Want(t, http.StatusNotFound)
		}
		close(stop)
		asked.Wait()
	}
}

package api

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/identity"
)

// urls are the signed addresses of an object, as paths.
func urls(t *testing.T, who *person, path string) (all map[string]string, until time.Time) {
	t.Helper()
	shown, _ := who.Send(t, "GET", path+"?include=urls", nil).Want(t, http.StatusOK).Dig(t, "data.urls").(M)
	all = map[string]string{}
	for name, address := range shown {
		if text, ok := address.(string); ok {
			all[name] = text[strings.Index(text, "/api/"):]
		}
	}
	seconds, _ := shown["expires_at"].(float64)
	return all, time.Unix(int64(seconds), 0)
}

// An address stays the same within an hour, and works until the one after the next.
func TestSignedAddressesLastAnHour(t *testing.T) {
	t.Parallel()
	h, clock := timed(t, settings{PublicURL: "https://vitrine.example"})
	hour := clock.now().Truncate(time.Hour).Add(time.Hour)
	clock.seconds.Store(hour.Unix())
	w := h.World(t)
	photo, document := w.Fill("/api/items/{item}/photos/{photo}"), w.Fill("/api/documents/{document}")
	for _, path := range []string{photo, document, w.Fill("/api/items/{item}")} {
		clock.seconds.Store(hour.Unix())
		first, until := urls(t, w.Person, path)
		same(t, path, until.Unix(), hour.Add(2*time.Hour).Unix())
		clock.pass(59*time.Minute + 59*time.Second)
		later, _ := urls(t, w.Person, path)
		same(t, path+" within the hour", later, first)
		clock.pass(time.Second)
		next, _ := urls(t, w.Person, path)
		for name, address := range first {
			if next[name] == address {
				t.Errorf("%s: %s is the same in the next hour", path, name)
			}
			clock.seconds.Store(until.Unix() - 10)
			r := h.Nobody().Send(t, "GET", address, nil).Want(t, http.StatusOK)
			same(t, path+" "+name, []string{r.Header.Get("Cache-Control"), r.Header.Get("Cross-Origin-Resource-Policy"), r.Header.Get("Content-Security-Policy")},
				[]string{"private, max-age=10", "cross-origin", "sandbox; default-src 'none'"})
			h.Nobody().Send(t, "GET", address, nil, "If-None-Match", r.Header.Get("ETag")).Want(t, http.StatusNotModified)
			h.Nobody().Send(t, "GET", address, nil, "Range", "bytes=0-3").Want(t, http.StatusPartialContent)
			clock.seconds.Store(until.Unix())
			h.Nobody().Send(t, "GET", address, nil).Want(t, http.StatusNotFound)
			clock.seconds.Store(hour.Unix())
		}
	}
}

// Every size has an address, and an answer with addresses is not kept.
func TestSignedAddressesOfEverySize(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	photo := w.Fill("/api/items/{item}/photos/{photo}")
	all, _ := urls(t, w.Person, photo)
	for _, size := range []string{"thumb", "medium", "large", "original"} {
		open, own := w.Nobody().Send(t, "GET", all[size], nil).Want(t, http.StatusOK), w.Send(t, "GET", photo+"/file?size="+size, nil).Want(t, http.StatusOK)
		if !bytes.Equal(open.Content, own.Content) || open.Header.Get("Content-Disposition") != own.Header.Get("Content-Disposition") {
			t.Errorf("%s: other bytes than the photo's", size)
		}
	}
	ofItem, _ := urls(t, w.Person, w.Fill("/api/collections/{collection}/items/{item}"))
	same(t, "the main photo", ofItem, all)
	for _, list := range []string{"/api/items", w.Fill("/api/collections/{collection}/items"), "/api/photos", w.Fill("/api/items/{item}/photos"), w.Fill("/api/copies/{copy}/documents")} {
		r := w.Send(t, "GET", list+"?include=urls", nil).Want(t, http.StatusOK)
		if r.Dig(t, "data.0.urls.expires_at") == nil || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %s %s", list, r.Header.Get("Cache-Control"), r.Content)
		}
		wrong := w.Send(t, "GET", list+"?include=everything", nil).Want(t, http.StatusUnprocessableEntity)
		if message, _ := wrong.Dig(t, "errors.include.0").(string); !strings.HasPrefix(message, "The include parameter must be urls") {
			t.Errorf("%s: %s", list, message)
		}
	}
	r := w.Send(t, "GET", photo+"?include=urls", nil)
	same(t, "an object with addresses", []string{r.Header.Get("ETag"), r.Header.Get("Cache-Control")}, []string{"", "no-store"})
	w.Send(t, "DELETE", photo, nil).Want(t, http.StatusNoContent)
	bare := w.Send(t, "GET", w.Fill("/api/items/{item}?include=urls"), nil).Want(t, http.StatusOK)
	if shown, there := bare.Dig(t, "data").(M)["urls"]; shown != nil || !there {
		t.Errorf("without a photo: %s", bare.Content)
	}
	w.Send(t, "GET", "/api/items/999999999?include=everything", nil).Want(t, http.StatusNotFound)
}

// A changed address opens nothing.
func TestForgedAddresses(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	all, _ := urls(t, w.Person, w.Fill("/api/items/{item}/photos/{photo}"))
	token := strings.TrimPrefix(all["thumb"], "/api/signed/")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	forged := []string{"x", token[:len(token)-2], token + "AA", token + "=", strings.Repeat("A", 5000), base64.RawURLEncoding.EncodeToString(raw[:9]), base64.StdEncoding.EncodeToString(append(raw, 0))}
	for i := range raw {
		for _, bit := range []byte{1, 0x80} {
			changed := bytes.Clone(raw)
			changed[i] ^= bit
			forged = append(forged, base64.RawURLEncoding.EncodeToString(changed))
		}
	}
	for _, f := range forged {
		r := w.Nobody().Send(t, "GET", "/api/signed/"+strings.ReplaceAll(f, "/", "_"), nil).Want(t, http.StatusNotFound)
		same(t, f, string(r.Content), `{"message":"Not found."}`)
	}
	w.Nobody().Send(t, "GET", all["thumb"], nil).Want(t, http.StatusOK)
}

// An address ends with the key that asked for it, its user, and what it shows.
func TestSignedAddressesEnd(t *testing.T) {
	t.Parallel()
	h := server(t)
	for what, end := range map[string]func(w *world, member *person, key string){
		"the key": func(w *world, member *person, key string) {
			member.Send(t, "DELETE", "/api/administration/api/"+key, nil).Want(t, http.StatusNoContent)
		},
		"the time of the key": func(_ *world, _ *person, key string) {
			scalar[int64](t, h, `update api_keys set expires_at = now() where id = $1::text::bigint returning id`, key)
		},
		"the user": func(w *world, member *person, _ string) {
			w.Send(t, "DELETE", "/api/account/members/"+h.MemberID(t, member), nil).Want(t, http.StatusNoContent)
		},
		"the photo": func(w *world, _ *person, _ string) {
			w.Send(t, "DELETE", w.Fill("/api/items/{item}/photos/{photo}"), nil).Want(t, http.StatusNoContent)
		},
		"the collection": func(w *world, _ *person, _ string) {
			w.Send(t, "DELETE", w.Fill("/api/collections/{collection}"), nil).Want(t, http.StatusNoContent)
		},
	} {
		w := h.World(t)
		member := w.Join(t, identity.Viewer)
		key, made := makeKey(t, member, M{"collection_ids": []string{w.IDs["collection"]}, "scopes": []string{"read"}})
		addresses, _ := urls(t, key, w.Fill("/api/items/{item}/photos/{photo}"))
		w.Nobody().Send(t, "GET", addresses["medium"], nil).Want(t, http.StatusOK)
		end(w, member, made.ID(t))
		for size, address := range addresses {
			if r := w.Nobody().Send(t, "GET", address, nil); r.StatusCode != http.StatusNotFound {
				t.Errorf("without %s, %s: status %d", what, size, r.StatusCode)
			}
		}
	}
}

// The log names the route, never the address.
func TestSignedAddressesAreNotLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	h := another(t, server(t), settings{Log: slog.New(slog.NewJSONHandler(&out, nil))})
	w := h.World(t)
	all, _ := urls(t, w.Person, w.Fill("/api/items/{item}/photos/{photo}"))
	token := strings.TrimPrefix(all["original"], "/api/signed/")
	h.Nobody().Send(t, "GET", all["original"], nil).Want(t, http.StatusOK)
	h.Nobody().Send(t, "GET", all["original"]+"x", nil).Want(t, http.StatusNotFound)
	h.Config.SetKeepAlivesEnabled(false)
	h.Server.Close() // everything is written
	if strings.Contains(out.String(), token[:20]) {
		t.Errorf("the address is in the log:\n%s", &out)
	}
	for _, status := range []int{200, 404} {
		if line := fmt.Sprintf(`"route":"GET /api/signed/{token}","status":%d`, status); !strings.Contains(out.String(), line) {
			t.Errorf("no line with %s in\n%s", line, &out)
		}
	}
}

// Files have a limit of their own: a page of photos leaves the other one alone.
func TestFilesAreCountedApart(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	h := another(t, server(t), settings{APILimit: 5})
	caller := &person{Harness: h, Email: w.Email, Token: w.Token}
	elsewhere := w.Make(t, w.Fill("/api/copies/{copy}/documents"), M{"document_type": "other", "name": "Entry", "external_url": "https://example.org/"})
	for range 10 {
		caller.Send(t, "GET", "/api/documents/"+elsewhere+"/file", nil).Want(t, http.StatusNotFound)
	}
	same(t, "left", caller.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK).Header.Get("X-RateLimit-Remaining"), "4")
}

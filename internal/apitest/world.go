package apitest

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// World is an account with one object of every kind, by the name of its id in
// paths.
type World struct {
	*Person
	IDs     map[string]string
	Refused bool // its requests are to be refused, so nothing is made for them
}

// World creates an account with everything in it.
func (h *Harness) World(t testing.TB) *World {
	t.Helper()
	w := &World{Person: h.Owner(t), IDs: map[string]string{"template": "1"}}
	w.Send(t, "PATCH", "/api/account", M{"public_sharing": true}).Want(t, http.StatusOK)
	w.Furnish(t)
	w.IDs["member"] = w.MemberID(t, w.Join(t, identity.Editor))
	for name, path := range map[string]string{"log": "/api/administration/logs", "itemLog": "/api/items/{item}/logs", "copyLog": "/api/copies/{copy}/logs"} {
		w.IDs[name], _ = w.Send(t, "GET", w.Fill(path), nil).Dig(t, "data.0.id").(string)
	}
	return w
}

// Furnish creates one object of every kind.
func (w *World) Furnish(t testing.TB) {
	t.Helper()
	for _, r := range fixture.All {
		if body := r.First; body != nil {
			if w.IDs[r.Name] != "" { // there may still be the one before
				body = r.OtherFirst()
			}
			filled := w.FillBody(t, body)
			w.IDs[r.Name] = w.Make(t, w.Fill(r.Path), filled)
			if sum, ok := filled["sha256"].(string); ok {
				w.IDs["sha256"] = sum
			}
		}
		for spare := range r.Spare {
			delete(w.IDs, spare)
		}
	}
	w.IDs["discarded"], w.IDs["entry"] = w.discard(t)
	w.IDs["import"] = w.announce(t)
	w.IDs["code"] = w.seal(t)
}

// seal lets the export be verified, as if it were a pack.
func (w *World) seal(t testing.TB) (code string) {
	t.Helper()
	code = strings.ToLower(rand.Text() + rand.Text())[:32]
	Exec(t, w.Harness, fmt.Sprintf(`insert into verifications (account_id, export_id, code_hash, made_at, copies, entries)
		select account_id, id, sha256('%s'), now(), 1, '[{"path": "schedule.pdf", "sha256": "%s"}]' from exports where id = %s`, code, strings.Repeat("ab", 32), w.IDs["export"]))
	return code
}

// discard puts a location in the trash.
func (w *World) discard(t testing.TB) (location, entry string) {
	t.Helper()
	location = w.Make(t, "/api/locations", M{"name": "Cellar"})
	return location, w.Send(t, "DELETE", "/api/locations/"+location, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
}

// announce begins an import whose file never comes.
func (w *World) announce(t testing.TB) string {
	t.Helper()
	return w.Make(t, "/api/imports", M{"name": "books.csv", "size": 5, "sha256": strings.Repeat("0", 64), "collection_id": w.IDs["collection"]})
}

// Personal adds what only pages name: an invitation, a key, and the session that the
// owner is signed in with.
func (w *World) Personal(t testing.TB) {
	t.Helper()
	Exec(t, w.Harness, `update users set operates = true where email = '`+w.Person.Email+`'`)
	w.IDs["invitation"] = w.Make(t, "/api/account/invitations", M{"email": Address(), "role": "viewer"})
	Exec(t, w.Harness, strings.ReplaceAll(madeExport, "ID", w.IDs["export"]))
	w.IDs["key"] = w.Make(t, "/api/administration/api", M{"label": "Matrix"})
	w.IDs["session"] = Scalar[string](t, w.Harness, `select k.id::text from api_keys k join users u on u.id = k.user_id where u.email = $1 and k.kind = 'session'`, w.Email)
	w.IDs["token"], w.IDs["size"], w.IDs["shows"] = "vti_none", "thumb", "photos,copies"
}

// Show opens the collection to visitors, by its address and by a link.
func (w *World) Show(t testing.TB) {
	t.Helper()
	own := w.Fill("/api/collections/{collection}")
	w.IDs["uuid"] = w.Send(t, "PATCH", own, M{"visibility": "public"}).Want(t, http.StatusOK).Attributes(t)["uuid"].(string)
	w.IDs["token"] = w.Send(t, "POST", own+"/share-links", M{"name": "For Jo"}).Want(t, http.StatusCreated).Dig(t, "token").(string)
}

// Neighbours gives ordered objects something to swap with.
func (w *World) Neighbours(t testing.TB) {
	t.Helper()
	for _, r := range fixture.All {
		if !r.Ordered {
			continue
		}
		id := w.Make(t, w.Fill(r.Path), w.FillBody(t, r.OtherFirst()))
		if r.Chosen != "" {
			w.Send(t, "PUT", w.Fill(r.Path)+"/"+id+r.Chosen, nil)
		}
	}
}

// Spare is the id of another object that a fixture declares, created on first
// use.
func (w *World) Spare(t testing.TB, name string) string {
	t.Helper()
	for _, r := range fixture.All {
		if body := r.Spare[name]; body != nil && w.IDs[name] == "" {
			w.IDs[name] = w.Make(t, w.Fill(r.Path), w.FillBody(t, body))
		}
	}
	return w.IDs[name]
}

// Placeholder is a name in braces, in paths and bodies.
var Placeholder = regexp.MustCompile(`\{(\w+)\}`)

// Fill puts the ids of the world into a path.
func (w *World) Fill(path string) string {
	return Placeholder.ReplaceAllStringFunc(path, func(p string) string { return w.IDs[strings.Trim(p, "{}")] })
}

// FillBody puts the ids of the world into names and values of a body.
func (w *World) FillBody(t testing.TB, body M) M {
	t.Helper()
	filled := M{}
	for k, v := range body {
		filled[w.fillWord(t, k)] = w.fillValue(t, v)
	}
	return filled
}

func (w *World) fillValue(t testing.TB, v any) any {
	t.Helper()
	switch v := v.(type) {
	case string:
		return w.fillWord(t, v)
	case []string:
		list := []string{}
		for _, entry := range v {
			list = append(list, w.fillWord(t, entry))
		}
		return list
	case M:
		return w.FillBody(t, v)
	}
	return v
}

// fillWord replaces a text that is a placeholder.
func (w *World) fillWord(t testing.TB, s string) string {
	t.Helper()
	switch s {
	case "FILE": // whoever may not upload it may not use it either
		picture := Picture()
		w.Upload(t, picture)
		return Sum(picture)
	case "EMAIL":
		return Address()
	case "UNIQUE":
		return rand.Text()
	case "{email}":
		return w.Email
	}
	if id, ok := w.IDs[strings.Trim(s, "{}")]; ok && strings.HasPrefix(s, "{") {
		return id
	}
	return s
}

// FillText puts the ids of the world into any text.
func (w *World) FillText(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	pairs := []string{"{bearer}", w.Token, "{email}", w.Email}
	for name, id := range w.IDs {
		pairs = append(pairs, "{"+name+"}", id)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Bodies are the request bodies by pattern.
var Bodies = fixture.Bodies()

// Request sends a route's example to the objects of a world.
func (w *World) Request(t testing.TB, who *Person, pattern string) Response {
	t.Helper()
	method, _, _ := strings.Cut(pattern, " ")
	path, kind, body := w.Prepare(t, who, pattern)
	if kind == "" {
		return who.Send(t, method, path, nil)
	}
	return who.Send(t, method, path, body, "Content-Type", kind)
}

// Prepare is the path and body of a route's example, and its media type if there is
// one. A file is sent to the address of its hash.
func (w *World) Prepare(t testing.TB, who *Person, pattern string) (path, kind, body string) {
	t.Helper()
	_, path, _ = strings.Cut(pattern, " ")
	if pattern == "POST /api/copies/{copy}/loans/{loan}/return" { // only what is lent can come back
		w.Send(t, "PATCH", w.Fill("/api/copies/{copy}/loans/{loan}"), M{"status": "active", "returned_at": nil})
	}
	if pattern == "POST /api/tags/{tag}/merge" { // the other one is gone afterwards
		return w.Fill(path), "application/json", Encoded(M{"tag_id": w.Make(t, "/api/tags", M{"name": rand.Text()})})
	}
	if pattern == "GET /api/search" || pattern == "GET /api/have" {
		return path + "?q=a", "", ""
	}
	if pattern == "PUT /api/files/{sha256}" {
		picture := Picture()
		return strings.Replace(path, "{sha256}", Sum(picture), 1), "application/octet-stream", string(picture)
	}
	if strings.Contains(path, "/api/imports/{import}") && !w.Refused {
		path = strings.Replace(path, "{import}", w.importFor(t, pattern), 1)
	}
	if strings.HasSuffix(pattern, "/{export}/file") {
		Exec(t, w.Harness, strings.ReplaceAll(madeExport, "ID", w.IDs["export"]))
	}
	if strings.HasSuffix(pattern, "/{import}/file") {
		return w.Fill(path), "application/octet-stream", table
	}
	b, ok := Bodies[AsPut(pattern)]
	if !ok {
		return w.Fill(path), "", ""
	}
	return w.Fill(path), "application/json", Encoded((&World{Person: who, IDs: w.IDs}).FillBody(t, b))
}

// AsPut is the pattern of the PUT behind a PATCH; others stay.
func AsPut(pattern string) string {
	if path, patches := strings.CutPrefix(pattern, "PATCH "); patches {
		return "PUT " + path
	}
	return pattern
}

// Viewer adds a member who may only read.
func (w *World) Viewer(t testing.TB) *Person { return w.Join(t, identity.Viewer) }

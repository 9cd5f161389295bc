package apitest

import (
	"crypto/rand"
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
	IDs map[string]string
}

// World creates an account with everything in it.
func (h *Harness) World(t testing.TB) *World {
	t.Helper()
	w := &World{h.Owner(t), map[string]string{"template": "1"}}
	w.Furnish(t)
	w.IDs["member"] = w.MemberID(t, w.Join(t, identity.Editor))
	w.IDs["log"], _ = w.Send(t, "GET", "/api/administration/logs", nil).Dig(t, "data.0.id").(string)
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
			w.IDs[r.Name] = w.Make(t, w.Fill(r.Path), w.FillBody(body))
		}
		for spare := range r.Spare {
			delete(w.IDs, spare)
		}
	}
}

// Neighbours gives ordered objects something to swap with.
func (w *World) Neighbours(t testing.TB) {
	t.Helper()
	for _, r := range fixture.All {
		if r.Ordered {
			w.Make(t, w.Fill(r.Path), w.FillBody(r.OtherFirst()))
		}
	}
}

// Spare is the id of another object that a fixture declares, created on first
// use.
func (w *World) Spare(t testing.TB, name string) string {
	t.Helper()
	for _, r := range fixture.All {
		if body := r.Spare[name]; body != nil && w.IDs[name] == "" {
			w.IDs[name] = w.Make(t, w.Fill(r.Path), w.FillBody(body))
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
func (w *World) FillBody(body M) M {
	filled := M{}
	for k, v := range body {
		filled[w.fillWord(k)] = w.fillValue(v)
	}
	return filled
}

func (w *World) fillValue(v any) any {
	switch v := v.(type) {
	case string:
		return w.fillWord(v)
	case []string:
		list := []string{}
		for _, entry := range v {
			list = append(list, w.fillWord(entry))
		}
		return list
	case M:
		return w.FillBody(v)
	}
	return v
}

// fillWord replaces a text that is a placeholder.
func (w *World) fillWord(s string) string {
	switch s {
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
	method, path, _ := strings.Cut(pattern, " ")
	var body any
	if b, ok := Bodies[AsPut(pattern)]; ok {
		body = (&World{who, w.IDs}).FillBody(b)
	}
	return who.Send(t, method, w.Fill(path), body)
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

package web

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// For a type, its groups and its fields, too, each user writes only what they changed; the editor
// shows what was not saved.
func TestTwoPeopleAtAType(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	path := w.Fill("/types/{collectionType}")
	form := func(action string) url.Values {
		t.Helper()
		_, found := formOf(t, b.get(path).want(t, http.StatusOK).body, action+"/edit")
		return found
	}
	change := func(to string, from url.Values, pairs ...string) seen {
		sent := url.Values{}
		for name, values := range from {
			sent[name] = values
		}
		for n := 0; n < len(pairs); n += 2 {
			sent.Set(pairs[n], pairs[n+1])
		}
		return b.post(to, sent)
	}
	for _, k := range []struct {
		action string
		other  []string
	}{
		{path, []string{"hex", "#123456"}},
		{w.Fill("/types/{collectionType}/fields/{customField}"), []string{"is_public", "1"}},
		{w.Fill("/types/{collectionType}/groups/{group}"), nil},
	} {
		stale := form(k.action)
		change(k.action, stale, "name", "Red").want(t, http.StatusSeeOther)
		if k.other != nil {
			change(k.action, stale, k.other...).want(t, http.StatusSeeOther)
			if now := form(k.action); now.Get("name") != "Red" || now.Get(k.other[0]) != k.other[1] {
				t.Errorf("%s: both changes give %v", k.action, now)
			}
		}
		change(k.action, stale, "name", "Green").want(t, http.StatusPreconditionFailed, "Meanwhile somebody changed this to “Red”. You wrote “Green”")
		if now := form(k.action); now.Get("name") != "Red" {
			t.Errorf("%s: the name is %q", k.action, now.Get("name"))
		}
	}
}

// Types linked by one user stay when another links others.
func TestTwoPeopleChooseTypes(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	first, second := b.post("/types", url.Values{"name": {"Camera"}}).Header.Get("Location"), b.post("/types", url.Values{"name": {"Lens"}}).Header.Get("Location")
	_, stale := formOf(t, b.get(shelf+"/types").body, shelf+"/types/edit")
	for _, kind := range []string{first, second} {
		form := url.Values{"shown": stale["shown"], "was": stale["was"], "type": {idIn(kind)}}
		b.post(shelf+"/types", form).leadsTo(t, shelf)
	}
	_, now := formOf(t, b.get(shelf+"/types").body, shelf+"/types/edit")
	if len(now["type"]) != 2 {
		t.Errorf("the types are %v", now["type"])
	}
}

// Tags that one user adds and another removes are merged, and so are checkboxes.
func TestTwoPeopleTagAnItem(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	item := w.Make(t, "/api/collections/"+w.IDs["collection"]+"/items", apitest.M{"name": "Leica", "tag_ids": []string{w.IDs["tag"]}})
	page := "/items/" + item
	_, mine := formOf(t, b.get(page+"/edit").body, page+"/edit")
	_, theirs := formOf(t, b.get(page+"/edit").body, page+"/edit")
	theirs.Set("tags", "Added")
	theirs.Set("wanted", "1")
	b.post(page, theirs).leadsTo(t, page)
	mine.Del("tag_id")
	mine.Set("description", "Mine")
	b.post(page, mine).leadsTo(t, page)
	now := w.Send(t, "GET", "/api/items/"+item, nil).Attributes(t)
	if tags := now["tag_ids"].([]any); len(tags) != 1 || tags[0] == w.IDs["tag"] || now["wanted"] != true || now["description"] != "Mine" {
		t.Errorf("both changes give %v", now)
	}
}

// For a long text both versions can be kept. An empty former value is not shown.
func TestBothVersionsOfAText(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica"}}).Header.Get("Location")
	_, form := formOf(t, b.get(item+"/edit").body, item+"/edit")
	form.Set("description", "Theirs <b>")
	b.post(item, form).leadsTo(t, item)
	form.Set("description", "Mine")
	page := b.post(item, form).want(t, http.StatusPreconditionFailed, "Theirs &lt;b&gt;", "Mine", "Keep both", "One field differs")
	_, again := formOf(t, page.body, item+"/edit")
	_, rest, _ := strings.Cut(page.body, `<label class="ver both">`)
	again.Set("description", html.UnescapeString(attributeOf(rest, "value")))
	b.post(item, again).leadsTo(t, item)
	if both := again.Get("description"); both != "Theirs <b>\n\nMine" {
		t.Errorf("both are %q", both)
	}
	b.get(item).want(t, http.StatusOK, "Theirs &lt;b&gt;", "Mine")
}

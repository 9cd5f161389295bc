package web

import (
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// twoFields are two fields of each form, with values: three for the first, one for the second.
var twoFields = map[string][2][]string{
	"/items/{item}/edit":                                   {{"name", "Red", "Green", "Blue"}, {"description", "Round"}},
	"/items/{item}/copies/{copy}/edit":                     {{"note", "Red", "Green", "Blue"}, {"identifier", "Round"}},
	"/policies/{policy}/edit":                              {{"name", "Red", "Green", "Blue"}, {"provider", "Round"}},
	"/collections/{collection}/edit":                       {{"name", "Red", "Green", "Blue"}, {"description", "Round"}},
	"/collections/{collection}/categories/{category}/edit": {{"name", "Red", "Green", "Blue"}, {"description", "Round"}},
	"/locations/{location}/edit":                           {{"name", "Red", "Green", "Blue"}, {"emoji", "🏠"}},
	"/sets/{set}/edit":                                     {{"name", "Red", "Green", "Blue"}, {"target_count", "17"}},
	"/series/{series}/edit":                                {{"name", "Red", "Green", "Blue"}, {"description", "Round"}},
	"/tags/{tag}/edit":                                     {{"name", "Red", "Green", "Blue"}, {"color", "#123456"}},
	"/documents/{document}/edit":                           {{"name", "Red", "Green", "Blue"}, {"description", "Round"}},
	"/views/{view}/edit":                                   {{"name", "Red", "Green", "Blue"}, {"shared", "1"}},
	"/settings/account":                                    {{"name", "Red", "Green", "Blue"}, {"attention_days", "17"}},
	"/copies/{copy}/valuations/{valuation}/edit":           {{"valuer", "Red", "Green", "Blue"}, {"amount", "17"}},
	"/copies/{copy}/transactions/{transaction}/edit":       {{"counterparty", "Red", "Green", "Blue"}, {"amount", "17"}},
	"/copies/{copy}/insurance/{insuranceRecord}/edit":      {{"provider", "Red", "Green", "Blue"}, {"policy_number", "17"}},
	"/copies/{copy}/maintenance/{maintenanceRecord}/edit":  {{"title", "Red", "Green", "Blue"}, {"performed_by", "Round"}},
	"/copies/{copy}/loans/{loan}/edit":                     {{"party", "Red", "Green", "Blue"}, {"purpose", "Round"}},
	"/copies/{copy}/provenance/{provenanceEvent}/edit":     {{"title", "Red", "Green", "Blue"}, {"to_party", "Round"}},
	"/copies/{copy}/stays/{stay}/edit":                     {{"reason", "Red", "Green", "Blue"}, {"moved_at", "2020-02-03"}},
}

// Two users have every form open at the same time. The changes of both stay; if both changed the same
// field, nothing is written until the second has chosen a version.
func TestTwoPeopleAtEveryForm(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	w.Personal(t)
	left := maps.Clone(twoFields)
	for _, p := range s.pages.Pages {
		pattern, get := strings.CutPrefix(p.Pattern, "GET ")
		if !get || !strings.HasSuffix(pattern, "/edit") && pattern != "/settings/account" {
			continue
		}
		fields, ok := twoFields[pattern]
		if delete(left, pattern); !ok {
			t.Errorf("%s: no fields are listed for this form", pattern)
			continue
		}
		t.Run(pattern, func(t *testing.T) { bothChange(t, b, w.Fill(pattern), fields[0], fields[1]) })
	}
	for pattern := range left {
		t.Errorf("%s is listed, and there is no such form", pattern)
	}
}

func bothChange(t *testing.T, b *browser, path string, first, second []string) {
	t.Helper()
	field, other, value := first[0], second[0], second[1]
	open := func() (string, url.Values) { return formOf(t, b.get(path).want(t, http.StatusOK).body, path) }
	save := func(to string, form url.Values, changed ...string) seen {
		form = maps.Clone(form)
		for n := 0; n < len(changed); n += 2 {
			form.Set(changed[n], changed[n+1])
			if changed[n] == "color" {
				form.Set("hex", changed[n+1])
			}
		}
		return b.post(to, form)
	}
	want := func(pairs ...string) {
		t.Helper()
		_, now := open()
		for n := 0; n < len(pairs); n += 2 {
			if pairs[n] == "color" {
				pairs[n] = "hex"
			}
			if got := now.Get(pairs[n]); got != pairs[n+1] && !strings.HasPrefix(got, pairs[n+1]+".") { // an amount
				t.Errorf("%s is %q, want %q", pairs[n], got, pairs[n+1])
			}
		}
	}
	to, mine := open()
	_, theirs := open()
	save(to, theirs, field, first[1]).want(t, http.StatusSeeOther)
	save(to, mine, other, value).want(t, http.StatusSeeOther)
	want(field, first[1], other, value)

	_, mine = open()
	_, theirs = open()
	save(to, theirs, field, first[2]).want(t, http.StatusSeeOther)
	page := save(to, mine, field, first[3]).want(t, http.StatusPreconditionFailed, first[2], first[3], `class="f clash"`)
	want(field, first[2], other, value)
	_, again := formOf(t, page.body, path)
	save(to, again).want(t, http.StatusSeeOther) // without a choice
	want(field, first[2])
	save(to, again, field, first[3]).want(t, http.StatusSeeOther)
	want(field, first[3], other, value)
}

var (
	forms    = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
	controls = regexp.MustCompile(`(?s)<input([^>]*)>|<textarea([^>]*)>(.*?)</textarea>|<select([^>]*)>(.*?)</select>`)
	chosen1  = regexp.MustCompile(`(?s)<option value="([^"]*)" selected`)
)

func attributeOf(tag, name string) string {
	_, rest, _ := strings.Cut(tag, ` `+name+`="`)
	value, _, _ := strings.Cut(rest, `"`)
	return html.UnescapeString(value)
}

// formOf is the form of a page as a browser would send it, and its address.
func formOf(t *testing.T, page, path string) (to string, form url.Values) {
	t.Helper()
	to = strings.TrimSuffix(path, "/edit")
	for _, m := range forms.FindAllStringSubmatch(page, -1) {
		if m[1] != to {
			continue
		}
		form = url.Values{}
		for _, c := range controls.FindAllStringSubmatch(m[2], -1) {
			switch {
			case c[2] != "":
				form.Add(attributeOf(c[2], "name"), html.UnescapeString(c[3]))
			case c[4] != "":
				value := chosen1.FindStringSubmatch(c[5])
				if value == nil {
					value = []string{"", ""}
				}
				form.Add(attributeOf(c[4], "name"), html.UnescapeString(value[1]))
			case strings.Contains(c[1], `type="radio"`), strings.Contains(c[1], `type="checkbox"`):
				if strings.Contains(c[1], " checked") {
					form.Add(attributeOf(c[1], "name"), attributeOf(c[1], "value"))
				}
			case attributeOf(c[1], "form") == "":
				form.Add(attributeOf(c[1], "name"), attributeOf(c[1], "value"))
			}
		}
	}
	if form == nil {
		t.Fatalf("%s has no form to %s", path, to)
	}
	return to, form
}

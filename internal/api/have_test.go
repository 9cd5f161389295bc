package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// found asks what somebody has, and returns the names of matches with the way, and of siblings.
func (l *library) found(t *testing.T, query string) (matches, siblings []string, code M) {
	t.Helper()
	r := l.Send(t, "GET", "/api/have?"+query, nil).Want(t, http.StatusOK)
	shown := r.Dig(t, "data.attributes").(M)
	matches, siblings = []string{}, []string{}
	for _, m := range shown["matches"].([]any) {
		matches = append(matches, m.(M)["by"].(string)+" "+m.(M)["item_name"].(string))
	}
	for _, m := range shown["siblings"].([]any) {
		siblings = append(siblings, m.(M)["item_name"].(string))
	}
	return matches, siblings, shown["code"].(M)
}

// A thing in the hand is found by the code on it, whatever its field is called and however it was typed.
func TestHave(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	l.item(t, "The Man Without Qualities", "", M{"text": "ISBN 978-3-492-28157-7"})
	l.item(t, "Ulysses", "", M{"number": 9780804429573})
	for issue, addOn := range map[string]string{"1": "00111", "2": "00211", "3": "00311"} {
		l.item(t, "Cat Comic "+issue, "", M{"text": "036000291452 " + addOn})
	}
	l.item(t, "Milk", "", M{"text": "2012345678903"})
	l.item(t, "A day", "", M{"date": "2020-01-01"})
	item := l.item(t, "Signed", "", nil)
	copied := l.Send(t, "POST", "/api/items/"+item+"/copies", M{"identifier": "BMD-1012A", "status": "owned", "quantity": 2}).Want(t, http.StatusCreated)
	self := copied.Dig(t, "data.links.self").(string)
	base, id := self[:strings.Index(self, "/api/")], copied.Dig(t, "data.id").(string)
	stranger := newLibrary(t, server(t).Owner(t))
	stranger.item(t, "Another's", "", M{"text": "9783492281577"})

	for query, want := range map[string]struct{ matches, siblings []string }{
		"code=9783492281577": {[]string{"code The Man Without Qualities"}, nil},
		"code=3492281575":    {[]string{"code The Man Without Qualities"}, nil},
		"code=" + url.QueryEscape("９７８ ３４９２２８１５７７"): {[]string{"code The Man Without Qualities"}, nil},
		"code=978349228157754321":   {[]string{"code The Man Without Qualities"}, nil}, // a price
		"code=9783492281578":        {nil, nil},                                        // a wrong digit
		"code=080442957X":           {[]string{"code Ulysses"}, nil},
		"code=03600029145200211":    {[]string{"code Cat Comic 2"}, []string{"Cat Comic 3", "Cat Comic 1"}},
		"code=036000291452%2B00311": {[]string{"code Cat Comic 3"}, []string{"Cat Comic 2", "Cat Comic 1"}},
		"code=2012345678903":        {[]string{"code Milk"}, nil},
		"code=BMD-1012A":            {[]string{"identifier Signed"}, nil},
		"q=signed":                  {[]string{"name Signed"}, nil},
		"q=sign":                    {nil, nil},
		"code=" + url.QueryEscape(base+"/copies/"+id): {[]string{"label Signed"}, nil},
	} {
		matches, siblings, _ := l.found(t, query)
		same(t, query, matches, append([]string{}, want.matches...))
		if len(want.siblings) != len(siblings) {
			t.Errorf("%s: siblings are %v, not %v", query, siblings, want.siblings)
		}
	}
	_, _, code := l.found(t, "code=03600029145200211")
	if code["kind"] != "upc" || code["addon"] != "00211" || code["valid"] != true || code["inside"] != false {
		t.Errorf("the code is read as %v", code)
	}
	for _, query := range []string{"", "code=1&q=2", "q="} {
		l.Send(t, "GET", "/api/have?"+query, nil).Want(t, http.StatusUnprocessableEntity)
	}
}

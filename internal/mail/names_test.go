package mail

import (
	"maps"
	"strings"
	"testing"
)

// links are names made to lead strangers to a link.
var links = []string{
	"http://evil.example", "Win at HTTPS://evil.example/prize now", "https evil", "see www.evil.example", "evil.example/prize", "1.2.3.4/x",
	"evil.example:8080/x?y", "evil。example/x", "ｗ www．evil．example", "hxxp://evil.example", "Ada\nhttp://evil.example", "Ada\x00www.evil.example", "//evil.example/", "ftp://evil.example", "ｈｔｔｐ：／／evil",
}

// Names of people, keys and devices become no link in any mail, language or
// part.
func TestNamesAreNoLinks(t *testing.T) {
	for _, in := range Locales {
		for what, wanted := range needs {
			for _, key := range wanted {
				if !strings.Contains(strings.Join(chosen, " "), key) {
					continue
				}
				for _, name := range links {
					data := maps.Clone(sample)
					data[key] = name
					subject, text, page, err := Render(Message{What: what, Locale: in, Data: data})
					if err != nil {
						t.Fatalf("%s %s: %v", in, what, err)
					}
					if strings.Contains(subject+text+page, "evil") || strings.Contains(text, "1.2.3.4") {
						t.Errorf("%s %s: %s %q is shown:\n%s\n%s", in, what, key, name, subject, text)
					}
					if strings.ContainsAny(subject, "{}") || strings.Contains(text, "“”") || strings.Contains(text, ": \n") {
						t.Errorf("%s %s: nothing is said instead of %s:\n%s\n%s", in, what, key, subject, text)
					}
				}
			}
		}
	}
}

// A bare host is broken up; harmless names are unchanged.
func TestHarmlessNamesAreShown(t *testing.T) {
	for name, want := range map[string]string{
		"evil.example":       "evil. example",
		"evil．example":       "evil． example",
		"ada@evil.example":   "ada@evil. example",
		"evil.xn--p1ai":      "evil. xn--p1ai",
		"J.R.R. Tolkien":     "J. R. R. Tolkien",
		"Sammy Davis Jr.":    "Sammy Davis Jr.",
		"Firefox 143.0":      "Firefox 143.0",
		"Münzen & Co":        "Münzen & Co",
		"AC/DC":              "AC/DC",
		"Herr Wwwietersdorf": "Herr Wwwietersdorf",
	} {
		data := maps.Clone(sample)
		data["inviter"] = name
		subject, _, _, err := Render(Message{What: Invitation, Data: data})
		if err != nil || !strings.HasPrefix(subject, want+" invites you") {
			t.Errorf("%q: %q, %v", name, subject, err)
		}
	}
}

// A name that looks like a link is greeted as if unknown.
func TestALinkIsNotGreeted(t *testing.T) {
	data := maps.Clone(sample)
	data["name"] = "https://evil.example"
	_, text, _, err := Render(Message{What: PasswordChanged, Data: data})
	if err != nil || !strings.HasPrefix(text, "Hello,\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

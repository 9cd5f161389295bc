package mail

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/identity"
)

// sample is data for every mail, with values that no text contains.
var sample = map[string]string{
	"account": "Münzen & Co", "inviter": "Grace Hopper", "role": "editor", "expires": "12 March 2031, 14:05 UTC",
	"link": "https://vitrine.example/invitations/a1?x=1&y=2", "name": "Ada Byron", "device": "Firefox on Linux",
	"address": "2001:db8::7", "time": "5 March 2031, 09:41 UTC", "key": "Backup of the shelf",
	"new": "ada@new.example", "settings": "https://vitrine.example/settings/profile", "login": "ada@old.example",
}

func TestEveryMailInEveryLanguage(t *testing.T) {
	for _, in := range Locales {
		for what, wanted := range needs {
			subject, text, page, err := Render(Message{What: what, Locale: in, Data: sample})
			if err != nil {
				t.Errorf("%s %s: %v", in, what, err)
				continue
			}
			if subject == "" || strings.ContainsAny(subject+text+page, "{}") {
				t.Errorf("%s %s: has no subject or an unknown key:\n%s\n%s", in, what, subject, text)
			}
			wellFormed(t, page)
			shown := html.UnescapeString(page)
			for _, key := range wanted {
				value := sample[key]
				if key == "role" {
					value = locales()[in].Roles[value]
				}
				if !strings.Contains(text, value) || !strings.Contains(shown, value) {
					t.Errorf("%s %s: does not mention %s in both text and HTML:\n%s", in, what, key, text)
				}
			}
			for _, remote := range []string{"src=", "<img", "<link", "url(", "@import"} {
				if strings.Contains(page, remote) {
					t.Errorf("%s %s: HTML fetches something: %s", in, what, remote)
				}
			}
		}
	}
}

// void are the elements of our mails that are never closed.
var void = regexp.MustCompile(`<(meta|br)([^>]*)>`)

// wellFormed parses HTML as XML, which is strict about closing tags.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	read := xml.NewDecoder(strings.NewReader(void.ReplaceAllString(page, "<$1$2/>")))
	for {
		if _, err := read.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("HTML is not well-formed: %v\n%s", err, page)
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// Every sentence and fact of the English texts is translated.
func TestTranslationsAreComplete(t *testing.T) {
	if !slices.Equal(Locales, identity.Locales) {
		t.Errorf("users may choose %q, mails are written in %q", identity.Locales, Locales)
	}
	if files, err := texts.ReadDir("texts"); err != nil || len(files) != len(Locales) {
		t.Errorf("%d files of texts, %d languages, %v", len(files), len(Locales), err)
	}
	english := locales()["en"]
	for _, name := range Locales {
		in := locales()[name]
		if in.Language != strings.ReplaceAll(name, "_", "-") || in.Greeting == "" || in.Hint == "" || in.Footer == "" {
			t.Errorf("%s: something is missing around the mails", name)
		}
		if !slices.Equal(slices.Sorted(maps.Keys(in.Roles)), []string{"editor", "owner", "viewer"}) {
			t.Errorf("%s: roles %v", name, in.Roles)
		}
		if !slices.Equal(slices.Sorted(maps.Keys(in.Unnamed)), []string{"account", "device", "inviter", "key"}) {
			t.Errorf("%s: instead of names %v", name, in.Unnamed)
		}
		if !slices.Equal(slices.Sorted(maps.Keys(in.Mails)), slices.Sorted(maps.Keys(needs))) {
			t.Errorf("%s: mails %v", name, slices.Sorted(maps.Keys(in.Mails)))
		}
		for what, mail := range in.Mails {
			same := english.Mails[what]
			if len(mail.Before) != len(same.Before) || len(mail.Facts) != len(same.Facts) || len(mail.After) != len(same.After) {
				t.Errorf("%s %s: says more or less than in English", name, what)
			}
			if (mail.Action != "") != slices.Contains(needs[what], "link") {
				t.Errorf("%s %s: a link and no word for it, or the other way round", name, what)
			}
			if !slices.Equal(placeholder.FindAllString(mail.Subject, -1), placeholder.FindAllString(same.Subject, -1)) {
				t.Errorf("%s %s: subject speaks of something else than in English: %s", name, what, mail.Subject)
			}
		}
	}
}

func TestOtherLanguagesFallBackToEnglish(t *testing.T) {
	want, _, _, _ := Render(Message{What: NewSignIn, Locale: "en", Data: sample})
	for _, in := range []string{"", "tlh", "../en", "fr"} {
		if got, _, _, err := Render(Message{What: NewSignIn, Locale: in, Data: sample}); err != nil || got != want {
			t.Errorf("locale %q: %q, %v", in, got, err)
		}
	}
}

func TestNoHalfMail(t *testing.T) {
	for what, wanted := range needs {
		for _, key := range wanted {
			for _, value := range []string{"", " \r\n", "\u202e"} {
				data := maps.Clone(sample)
				data[key] = value
				if _, text, _, err := Render(Message{What: what, Data: data}); !errors.Is(err, ErrUnsendable) || text != "" {
					t.Errorf("%s without %s: %v", what, key, err)
				}
			}
		}
	}
	if _, _, _, err := Render(Message{What: "newsletter", Data: sample}); !errors.Is(err, ErrUnsendable) {
		t.Errorf("unknown mail: %v", err)
	}
	for _, link := range []string{"javascript:alert(1)", "/reset/secret", "https://", "https://a.example/x y", "https://a.example/%zzsecret", "ftp://a.example/"} {
		_, _, _, err := Render(Message{What: PasswordReset, Data: map[string]string{"name": "Ada", "link": link}})
		if !errors.Is(err, ErrUnsendable) || strings.Contains(err.Error(), "secret") {
			t.Errorf("link %q: %v", link, err)
		}
	}
}

// Names are chosen by people, and invitations go to strangers.
func TestNamesStayNames(t *testing.T) {
	data := maps.Clone(sample)
	data["inviter"] = "<a href=\"evil\">Ada<'a>\r\nBcc: all@evil\u2028\u202egnp\xff{link}"
	data["account"] = "</title><script>alert('x')</script> & \"Co\""
	data["link"] = `https://vitrine.example/?a=1&b='onmouseover='x`
	subject, text, page, err := Render(Message{What: Invitation, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, page)
	for _, live := range []string{"<script", "<a href=\"evil", "'onmouseover"} {
		if strings.Contains(page, live) {
			t.Errorf("%s is alive in\n%s", live, page)
		}
	}
	if strings.ContainsAny(subject, "\r\n\u2028\u202e") || !strings.Contains(subject, "Ada<'a> Bcc: all@evil gnp\uFFFD{link} invites") {
		t.Errorf("subject %q", subject)
	}
	if !strings.Contains(text, data["account"]) || strings.Contains(text, "\nBcc") {
		t.Errorf("text is not as it was written, or broken in lines:\n%s", text)
	}
}

package mail

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A reminder lists what is due under headings, with days and numbers as the language
// writes them, and no more lines than are read.
func TestReminder(t *testing.T) {
	day := time.Date(2031, time.March, 9, 0, 0, 0, 0, time.UTC)
	var due []Due
	for i := range maxLines + 2 {
		due = append(due, Due{"loan_due", fmt.Sprintf("Item %d", i), day, "https://vitrine.example/copies/1"})
	}
	due = append(due, Due{"maintenance_due", "Summilux 1.4/50 <b>\nhttps://evil.example/x", day, "https://vitrine.example/copies/2"})
	for locale, want := range map[string]string{"en": "- and 2 more", "de_DE": "- und 2 weitere Einträge", "fr_FR": "- et 2 autres", "ja_JP": "- ほか 2 件"} {
		_, text, html, err := Render(Message{What: Reminder, Locale: locale, Data: sample, Due: due})
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, html)
		if !strings.Contains(text, want) || strings.Count(text, "- Item ") != maxLines {
			t.Errorf("%s: want %q after %d lines:\n%s", locale, want, maxLines, text)
		}
		if !strings.Contains(text, "- Summilux 1.4/50 <b> https: //evil. example/x · ") || strings.Contains(html, "<b>") || strings.Contains(html, "evil.example") {
			t.Errorf("%s: a name is more than a name:\n%s\n%s", locale, text, html)
		}
	}
	_, text, _, err := Render(Message{What: Reminder, Locale: "de_DE", Data: sample, Due: due[:maxLines+1]})
	if err != nil || !strings.Contains(text, "- und 1 weiterer Eintrag\n") || strings.Contains(text, "Fällige Wartungen") {
		t.Errorf("%v:\n%s", err, text)
	}
}

// Every language has the headings of all kinds.
func TestHeadings(t *testing.T) {
	for _, name := range Locales {
		in := locales()[name]
		for i, h := range locales()["en"].Due {
			if len(in.Due) <= i || in.Due[i].Kind != h.Kind || in.Due[i].Text == "" || name != "en" && in.Due[i].Text == h.Text {
				t.Errorf("%s has not the heading of %s: %v", name, h.Kind, in.Due)
			}
		}
	}
}

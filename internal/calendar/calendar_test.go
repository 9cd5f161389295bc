package calendar

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// unfolded are the lines as a program reads them: breaks that a space follows are none.
func unfolded(t *testing.T, text string) []string {
	t.Helper()
	if strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") || !strings.HasSuffix(text, "\r\n") {
		t.Errorf("a line does not end with CR LF: %q", text)
	}
	for _, line := range strings.Split(text, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("a line has %d octets, or half of a character: %q", len(line), line)
		}
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n"), "\r\n")
}

// unescaped reads a value.
var unescaped = strings.NewReplacer(`\\`, `\`, `\;`, `;`, `\,`, `,`, `\n`, "\n")

var day = time.Date(2031, time.December, 31, 0, 0, 0, 0, time.UTC)

func TestCalendar(t *testing.T) {
	got := unfolded(t, string(Text("Vitrine", 6*time.Hour, []Event{{UID: "loan-1@vitrine.example", Day: day, Revised: time.Date(2030, 1, 2, 4, 5, 6, 7, time.FixedZone("", 3600)), Summary: "Loan due: Leica", URL: "https://vitrine.example/copies/1"}})))
	want := []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Vitrine//Vitrine//EN", "CALSCALE:GREGORIAN", "NAME:Vitrine", "X-WR-CALNAME:Vitrine", "REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H",
		"BEGIN:VEVENT", "UID:loan-1@vitrine.example", "DTSTAMP:20300102T030506Z", "DTSTART;VALUE=DATE:20311231", "DTEND;VALUE=DATE:20320101", "SUMMARY:Loan due: Leica", "URL:https://vitrine.example/copies/1", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if empty := unfolded(t, string(Text("Vitrine", time.Hour, nil))); strings.Count(strings.Join(empty, "\n"), "BEGIN:") < 2 {
		t.Errorf("a calendar without events has no component: %q", empty)
	}
}

// However a name is made, it stays in its line and is read as it was written.
func TestHostileNames(t *testing.T) {
	names := []string{
		"Leica\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:forged", "a, b; c\\n \\, d", `\`, "", "\u2028line\u2029", "tab\there",
		strings.Repeat("ä", 200), strings.Repeat("日本", 100), strings.Repeat(",", 200), strings.Repeat("\n", 100), " leading", "שלום עולם",
	}
	for i := range 90 { // an emoji of several characters at every place of a line
		names = append(names, strings.Repeat("x", i)+"👩‍👩‍👧‍👦🏴‍☠️é"+strings.Repeat("y", 80))
	}
	for _, name := range names {
		lines := unfolded(t, string(Text("x", time.Hour, []Event{{UID: "u", Day: day, Revised: day, Summary: name, URL: "u"}})))
		events, read := 0, ""
		for _, line := range lines {
			if line == "BEGIN:VEVENT" {
				events++
			}
			if value, ok := strings.CutPrefix(line, "SUMMARY:"); ok {
				read = unescaped.Replace(value)
			}
		}
		if want := strings.ReplaceAll(name, "\r\n", "\n"); events != 1 || read != want {
			t.Errorf("%q is read as %q, in %d events", name, read, events)
		}
	}
	if got := escaped("a\x00b\x07c\x7fd\xff"); got != "abcd\ufffd" {
		t.Errorf("control characters: %q", got)
	}
}

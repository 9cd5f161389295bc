// Package calendar writes days as a calendar that other programs subscribe to: iCalendar,
// RFC 5545. It has no I/O.
package calendar

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Event is something on a day.
type Event struct {
	UID     string // stays the same for as long as the event exists
	Day     time.Time
	Revised time.Time // when what is said of it was last changed
	Summary string
	URL     string
}

// maxOctets is the length of a line, without its break.
const maxOctets = 75

// Text writes a calendar. The same events are the same text, so programs can ask whether
// anything has changed. They should come back after refresh.
func Text(name string, refresh time.Duration, events []Event) []byte {
	var t text
	t.line("BEGIN:VCALENDAR")
	t.line("VERSION:2.0")
	t.line("PRODID:-//Vitrine//Vitrine//EN")
	t.line("CALSCALE:GREGORIAN")
	t.line("NAME:" + escaped(name))
	t.line("X-WR-CALNAME:" + escaped(name)) // the same, for programs from before RFC 7986
	t.line("REFRESH-INTERVAL;VALUE=DURATION:" + duration(refresh))
	t.line("X-PUBLISHED-TTL:" + duration(refresh))
	for _, e := range events {
		t.line("BEGIN:VEVENT")
		t.line("UID:" + escaped(e.UID))
		t.line("DTSTAMP:" + e.Revised.UTC().Format("20060102T150405Z"))
		t.line("DTSTART;VALUE=DATE:" + e.Day.Format("20060102"))
		t.line("DTEND;VALUE=DATE:" + e.Day.AddDate(0, 0, 1).Format("20060102"))
		t.line("SUMMARY:" + escaped(e.Summary))
		t.line("URL:" + e.URL)
		t.line("TRANSP:TRANSPARENT") // nobody is busy because of it
		t.line("END:VEVENT")
	}
	if len(events) == 0 { // a calendar has at least one component
		for _, line := range []string{"BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"} {
			t.line(line)
		}
	}
	t.line("END:VCALENDAR")
	return t
}

type text []byte

// line appends a line, folded between characters where it is too long.
func (t *text) line(s string) {
	left := maxOctets
	for _, r := range s {
		if n := utf8.RuneLen(r); n > left {
			*t, left = append(*t, "\r\n "...), maxOctets-1-n
		} else {
			left -= n
		}
		*t = utf8.AppendRune(*t, r)
	}
	*t = append(*t, "\r\n"...)
}

var escapes = strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// escaped is a text as a value: line breaks and separators are escaped, and other control
// characters, which no value can hold, are left out.
func escaped(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, escapes.Replace(strings.ToValidUTF8(s, "\ufffd")))
}

// duration is one of whole hours.
func duration(d time.Duration) string { return "PT" + strconv.Itoa(int(d.Hours())) + "H" }

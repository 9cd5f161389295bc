package mail

import (
	"regexp"
	"time"

	"vitrine/internal/i18n"
)

// Due is something that a reminder lists.
type Due struct {
	Kind string    `json:"kind"` // one of those with a heading
	Name string    `json:"name"` // of the item
	Day  time.Time `json:"day"`
	Link string    `json:"link"`
}

// heading is that of a kind of things that are due.
type heading struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// list is a list of a reminder, in the words of its reader.
type list struct {
	Heading string
	Lines   []dueLine
	More    string // how many are left out; empty if none
}

type dueLine struct{ Name, Day, Link string }

// maxLines is how many lines a list has.
const maxLines = 10

// lists puts what is due under its headings.
func (in *locale) lists(due []Due) (all []list) {
	texts := i18n.For(in.name)
	for _, h := range in.Due {
		l, left := list{Heading: h.Text}, int64(0)
		for _, d := range due {
			switch {
			case d.Kind != h.Kind:
			case len(l.Lines) == maxLines:
				left++
			default:
				l.Lines = append(l.Lines, dueLine{unlinked(line(d.Name)), texts.Date(d.Day), d.Link})
			}
		}
		if left > 0 {
			l.More = texts.N("reminder.more", left)
		}
		if len(l.Lines) > 0 {
			all = append(all, l)
		}
	}
	return all
}

var scheme = regexp.MustCompile(`([:：])([/／]{2})`)

// unlinked keeps the name of an item from becoming a link: unlike those of people it
// may well look like one, as "Summilux 1.4/50" does, and is not replaced.
func unlinked(name string) string {
	return asHost.ReplaceAllString(scheme.ReplaceAllString(name, "$1 $2"), "$1 $2")
}

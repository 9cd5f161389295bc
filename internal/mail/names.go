package mail

import (
	"regexp"
	"strings"
)

// chosen are the data that somebody has named as they like, and others read.
var chosen = []string{"name", "inviter", "account", "key", "device"}

// A mail program makes a link of what looks like one, whoever wrote it. Dots of
// other scripts count: browsers take them for a dot.
var (
	asLink = regexp.MustCompile(`(?i)https?|[:：][/／]{2}|www[.．。｡]|[.．。｡]\S*[/／]`)
	asHost = regexp.MustCompile(`([.．。｡])([\pL\pN-]*\pL)`)
)

// disarm sees to it that names are no links. One that poses as a link is not
// shown: something else is said, or the reader greeted without a name. In
// others a dot is followed by a space, as in "J. R. R. Tolkien", so that nothing
// can be taken for a host.
func disarm(data, unnamed map[string]string) {
	for _, key := range chosen {
		if name, given := data[key]; given && asLink.MatchString(name) {
			data[key] = unnamed[key]
		} else if given {
			data[key] = strings.TrimSpace(asHost.ReplaceAllString(name, "$1 $2"))
		}
	}
}

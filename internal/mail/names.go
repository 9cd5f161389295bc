package mail

import (
	"regexp"
	"strings"
)

// chosen lists the data that users choose and others read.
var chosen = []string{"name", "inviter", "account", "key", "device"}

// Mail programs make links of anything that looks like one. Dots of other
// scripts count, because browsers treat them as dots.
var (
	asLink = regexp.MustCompile(`(?i)https?|[:：][/／]{2}|www[.．。｡]|[.．。｡]\S*[/／]`)
	asHost = regexp.MustCompile(`([.．。｡])([\pL\pN-]*\pL)`)
)

// disarm ensures that names do not become links. A name that looks like a link
// is replaced, or the reader greeted without one. In others a dot is followed
// by a space, as in "J. R. R. Tolkien", so that none can be taken for a host.
func disarm(data, unnamed map[string]string) {
	for _, key := range chosen {
		if name, given := data[key]; given && asLink.MatchString(name) {
			data[key] = unnamed[key]
		} else if given {
			data[key] = strings.TrimSpace(asHost.ReplaceAllString(name, "$1 $2"))
		}
	}
}

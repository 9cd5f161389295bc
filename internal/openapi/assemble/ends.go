package main

import (
	"fmt"
	"time"

	yaml "github.com/oasdiff/yaml3"
)

// notice is how long an operation that was declared deprecated goes on working, at least.
const notice = 180 * 24 * time.Hour

// deriveEnd writes that an operation ends: ends has the day since when it is deprecated, the day from
// which it may be gone, and what to use instead. The service says so in headers.
func deriveEnd(o *yaml.Node) error {
	ends := member(o, "ends")
	if ends == nil {
		return nil
	}
	var days [2]time.Time
	for i, name := range []string{"deprecated", "sunset"} {
		var err error
		if days[i], err = time.Parse(time.DateOnly, word(ends, name)); err != nil {
			return fmt.Errorf("ends: %s: %w", name, err)
		}
	}
	instead := word(ends, "instead")
	if days[1].Sub(days[0]) < notice || instead == "" {
		return fmt.Errorf("ends: it must be %d days from deprecated to sunset, and instead must say what to use", int(notice.Hours()/24))
	}
	remove(o, "ends")
	said := "**Deprecated** since " + word(ends, "deprecated") + ", and may be gone from " + word(ends, "sunset") + " on. Instead: " + instead
	if about := member(o, "description"); about != nil {
		said += "\n\n" + about.Value
	}
	set(o, "description", text(said))
	set(o, "deprecated", mustParse("true"))
	set(o, "x-deprecated", quoted(word(ends, "deprecated")))
	set(o, "x-sunset", quoted(word(ends, "sunset")))
	return nil
}

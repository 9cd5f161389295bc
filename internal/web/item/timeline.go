package item

import (
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// storyYear is the entries of one year, or those without a date.
type storyYear struct {
	year    string // empty without a date
	entries []catalog.TimelineEntry
}

// years are the entries of a timeline by year, in their order.
func years(all []catalog.TimelineEntry) (found []storyYear) {
	for _, e := range all {
		year := ""
		if e.Date != nil {
			year = strconv.Itoa(e.Date.UTC().Year())
		}
		if n := len(found); n == 0 || found[n-1].year != year {
			found = append(found, storyYear{year: year})
		}
		last := &found[len(found)-1]
		last.entries = append(last.entries, e)
	}
	return found
}

// storyKinds are icon, tab and colour of entries by kind.
var storyKinds = map[string]struct{ icon, tab, colour string }{
	"transaction": {"arrow-up-down", "value", "accent"},
	"valuation":   {"chart-line", "value", "accent"},
	"provenance":  {"scroll-text", "provenance", ""},
	"insurance":   {"shield-check", "insurance", ""},
	"maintenance": {"settings", "maintenance", ""},
	"loan":        {"hand-helping", "loans", "warn"},
	"location":    {"map-pin", "stays", ""},
	"document":    {"file-text", "documents", ""},
}

// happened describes an entry.
func happened(f ui.Frame, e catalog.TimelineEntry) string {
	switch e.SourceType {
	case "transaction":
		return f.T("transaction_type." + e.Title)
	case "valuation":
		return f.T("valuation_type." + e.Title)
	case "loan":
		if strings.HasSuffix(e.ID, "-return") {
			return f.T("story.returned", "name", e.Title)
		}
		return f.T("story.loan", "name", e.Title)
	case "location":
		return f.T("story.location", "name", e.Title)
	case "insurance":
		return f.T("story.insurance", "name", e.Title)
	}
	return e.Title
}

// about is a day as precisely as it is known.
func about(f ui.Frame, day time.Time, precision string) string {
	switch precision {
	case "month":
		return f.Month(day)
	case "year":
		return strconv.Itoa(day.UTC().Year())
	case "approximate":
		return f.T("story.about", "year", strconv.Itoa(day.UTC().Year()))
	}
	return f.Date(day)
}

package demo

import (
	"encoding/json"

	"vitrine/internal/catalog"
)

// Sorting is what an item is sorted by, by name, and whether it is wished for.
type Sorting struct {
	Category []string // from the outermost to its own
	Set      string
	Target   int64 // how many parts the set has
	Series   string
	Tags     []string
	Wish     *catalog.Wish
}

// tasteStream is the first of the streams of random numbers that tags and wishes are
// drawn from.
const tasteStream = 2000

// Tags are the words of the collector, with their colours.
var Tags = map[string]string{"Favourite": "#B4513F", "On display": "#0D6650", "Inherited": "#8A5BB5", "For sale": "#B7791F", "To photograph": "#3B6FB6", "Needs attention": "#B45309", "Gift": "#5B7F2B"}

// habits are how often a tag is given, in percent.
var habits = []struct {
	tag     string
	percent int
}{{"Favourite", 9}, {"On display", 7}, {"Inherited", 6}, {"For sale", 4}, {"To photograph", 5}, {"Needs attention", 3}, {"Gift", 4}}

// sort decides what an item is sorted by. What is not owned is wished for.
func (o *owner) sort(t thing, owned bool) Sorting {
	s := Sorting{Set: t.set, Target: t.target, Series: t.values.text(o.run)}
	for _, field := range o.sorted {
		if name := t.values.text(field); name != "" {
			s.Category = append(s.Category, name)
		}
	}
	for _, h := range habits {
		if o.taste.chance(h.percent) {
			s.Tags = append(s.Tags, h.tag)
		}
	}
	if owned {
		return s
	}
	s.Wish = &catalog.Wish{Wanted: true, WantedPriority: new(pick(o.taste, catalog.Priorities))}
	if o.taste.chance(80) {
		s.Wish.WantedMaxPrice, s.Wish.WantedCurrencyCode = new(max(100, t.price*int64(o.taste.between(70, 120))/100_00*100)), new("EUR")
	}
	return s
}

// text is the text of a field, empty if it has none.
func (v values) text(field string) (text string) {
	for _, value := range v {
		if value.Field == field {
			_ = json.Unmarshal(value.JSON, &text) // a number is no text
		}
	}
	return text
}

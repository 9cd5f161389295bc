package demo

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// maker draws from word lists and from the options of a collection type.
type maker struct {
	*rand.Rand
	today  time.Time
	fields map[string]catalog.DocumentField
}

func newMaker(seed, stream uint64, today time.Time) *maker {
	return &maker{rand.New(rand.NewPCG(seed, stream)), today, map[string]catalog.DocumentField{}}
}

// know learns the fields of a type by name.
func (m *maker) know(t *catalog.DocumentType) {
	for _, f := range t.StandaloneFields {
		m.fields[f.Name] = f
	}
	for _, g := range t.Groups {
		for _, f := range g.Fields {
			m.fields[f.Name] = f
		}
	}
}

// values are custom field values, in order.
type values []Value

// set adds a value: a text, a number, a boolean or a date.
func (v *values) set(field string, value any) {
	if day, ok := value.(time.Time); ok {
		value = day.Format(time.DateOnly)
	}
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	*v = append(*v, Value{field, raw})
}

// option draws one of the first options of a select, middle ones more often. It
// uses the type's own options, so all are known.
func (m *maker) option(field string, among int) string {
	options := m.fields[field].Options
	if len(options) == 0 {
		panic("demo: no select is called " + field)
	}
	among = min(among, len(options))
	return options[(m.IntN(among)+m.IntN(among)+m.IntN(among))/3]
}

func pick[T any](m *maker, all []T) T { return all[m.IntN(len(all))] }

// fill replaces every {list} by a word of that list; {List} capitalises it, and
// "a" becomes "an" where needed.
func (m *maker) fill(pattern string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		list := lists[strings.ToLower(name)]
		if list == nil {
			panic("demo: no list is called " + name)
		}
		word := pick(m, list)
		if article := strings.ToLower(before); strings.ContainsAny(word[:1], "aeiou") && (article == "a " || strings.HasSuffix(article, " a ")) {
			text := out.String()
			out.Reset()
			out.WriteString(text[:len(text)-1] + "n ")
		}
		if name != strings.ToLower(name) {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		out.WriteString(word)
		pattern = after
	}
}

// some fills one of several patterns.
func (m *maker) some(patterns ...string) string { return m.fill(pick(m, patterns)) }

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

// between draws a number from low to high.
func (m *maker) between(low, high int) int { return low + m.IntN(max(1, high-low+1)) }

// price draws an amount in cents for a range in euros, mostly low.
func (m *maker) price(low, high float64) int64 {
	return int64(low*math.Pow(high/low, math.Pow(m.Float64(), 3))*20) * 5
}

// since draws a date from the beginning of a year until today, mostly late.
func (m *maker) since(year int) time.Time {
	span := int(m.today.Sub(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24)
	back := m.Float64() * m.Float64() * float64(max(1, span))
	return m.today.AddDate(0, 0, -int(back))
}

func (m *maker) digits(n int) string {
	return fmt.Sprintf("%0*d", n, m.IntN(int(math.Pow10(n))))
}

func (m *maker) person() string { return m.fill("{first} {last}") }

// thisYear is the current year.
func (m *maker) thisYear() int { return m.today.Year() }

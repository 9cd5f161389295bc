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

// know learns the fields of a type by their names.
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

// values answers custom fields, in the order in which they are given.
type values []Value

// set answers a field: with a text, a number, a truth or a day.
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

// option is one of the first choices of a select, the middle ones more often;
// the type's own options are taken, so that none is unknown to it.
func (m *maker) option(field string, among int) string {
	options := m.fields[field].Options
	if len(options) == 0 {
		panic("demo: no select is called " + field)
	}
	among = min(among, len(options))
	return options[(m.IntN(among)+m.IntN(among)+m.IntN(among))/3]
}

func pick[T any](m *maker, all []T) T { return all[m.IntN(len(all))] }

// fill puts a word of its list in place of every {list}; an upper case {List}
// gives it a capital, and "a" becomes "an" where it must.
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

// between is a number from low to high.
func (m *maker) between(low, high int) int { return low + m.IntN(max(1, high-low+1)) }

// price is an amount of cents for something that costs this many euros: mostly
// little, seldom much.
func (m *maker) price(low, high float64) int64 {
	return int64(low*math.Pow(high/low, math.Pow(m.Float64(), 3))*20) * 5
}

// since is a day from the beginning of a year until today, more often a late
// one.
func (m *maker) since(year int) time.Time {
	span := int(m.today.Sub(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)).Hours() / 24)
	back := m.Float64() * m.Float64() * float64(max(1, span))
	return m.today.AddDate(0, 0, -int(back))
}

func (m *maker) digits(n int) string {
	return fmt.Sprintf("%0*d", n, m.IntN(int(math.Pow10(n))))
}

func (m *maker) person() string { return m.fill("{first} {last}") }

// thisYear is the year of today.
func (m *maker) thisYear() int { return m.today.Year() }

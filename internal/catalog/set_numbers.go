package catalog

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SetPart is an item of a set, with what may number it.
type SetPart struct {
	ID           int64
	Name         string
	CustomFields json.RawMessage
	Owned        bool
}

// MostNumbered is up to how many items of a set are looked through for numbers.
const MostNumbered = 5_000

// Gap is numbers of a set that are missing, one after another.
type Gap struct{ First, Last int64 }

// SetNumbers are the missing numbers of a set.
type SetNumbers struct {
	Gaps    []Gap
	Missing int64           // how many numbers
	Items   map[int64]int64 // the items of missing numbers that are catalogued
	Like    string          // the name of an item, with {n} for its number; empty if names have none
}

// NumbersOf finds the missing numbers of a set. What numbers it is the names, or a custom field: every
// item has a whole number there, no two the same, from 1 to the target or the greatest. Without such
// numbers there is nothing to say.
func NumbersOf(parts []SetPart, target *int64) (found SetNumbers, ok bool) {
	if len(parts) == 0 || len(parts) > MostNumbered {
		return found, false
	}
	most := int64(maxTarget)
	if target != nil {
		most = *target
	}
	sources := map[string]map[int64]SetPart{}
	for _, p := range parts {
		for source, n := range numbersIn(p) {
			if n >= 1 && n <= most {
				if sources[source] == nil {
					sources[source] = map[int64]SetPart{}
				}
				sources[source][n] = p
			}
		}
	}
	names := make([]string, 0, len(sources))
	for source, numbered := range sources {
		if len(numbered) == len(parts) { // each has one, and none is there twice
			names = append(names, source)
		}
	}
	if len(names) == 0 {
		return found, false
	}
	source := slices.Min(names) // the empty one is the name
	return gaps(sources[source], source == "", target), true
}

func gaps(numbered map[int64]SetPart, named bool, target *int64) SetNumbers {
	found, last := SetNumbers{Items: map[int64]int64{}}, int64(0)
	for n, p := range numbered {
		last = max(last, n)
		if named && found.Like == "" {
			at := numberIn(p.Name)
			found.Like = p.Name[:at[0]] + "{n}" + p.Name[at[1]:]
		}
	}
	if target != nil {
		last = *target
	}
	for n := int64(1); n <= last; n++ {
		p, there := numbered[n]
		if there && p.Owned {
			continue
		}
		if there {
			found.Items[n] = p.ID
		}
		found.Missing++
		if at := len(found.Gaps) - 1; at >= 0 && found.Gaps[at].Last == n-1 {
			found.Gaps[at].Last = n
			continue
		}
		found.Gaps = append(found.Gaps, Gap{n, n})
	}
	return found
}

var (
	afterHash   = regexp.MustCompile(`#\s*([0-9]{1,6})\b`)
	wholeNumber = regexp.MustCompile(`\b[0-9]{1,6}\b`)
)

// numberIn is where the number in a name begins and ends: behind a #, or else the last one.
func numberIn(name string) []int {
	if at := afterHash.FindStringSubmatchIndex(name); at != nil {
		return at[2:4]
	}
	if all := wholeNumber.FindAllStringIndex(name, -1); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// numbersIn are the numbers of an item: that of its name, and those of custom fields.
func numbersIn(p SetPart) map[string]int64 {
	numbers := map[string]int64{}
	if at := numberIn(p.Name); at != nil {
		numbers[""], _ = strconv.ParseInt(p.Name[at[0]:at[1]], 10, 64) // digits alone
	}
	var values map[string]json.RawMessage
	_ = json.Unmarshal(p.CustomFields, &values) // the database contains only objects
	for field, raw := range values {
		if n, err := strconv.ParseInt(strings.Trim(string(raw), `"`), 10, 64); err == nil {
			numbers[field] = n
		}
	}
	return numbers
}

// Named is the name that an item of a number probably has.
func (s SetNumbers) Named(n int64) string {
	return strings.Replace(s.Like, "{n}", strconv.FormatInt(n, 10), 1)
}

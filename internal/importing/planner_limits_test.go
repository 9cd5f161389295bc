package importing

import (
	"fmt"
	"strings"
	"testing"
)

// The longest that fits stands, and one more is refused where it is.
func TestLimitsOfCells(t *testing.T) {
	text := func(n int) string { return strings.Repeat("ü", n) }
	several := func(separator string) func(int) string {
		return func(n int) string {
			names := make([]string, n)
			for i := range names {
				names[i] = fmt.Sprint("n", i)
			}
			return strings.Join(names, separator)
		}
	}
	last := func(n int) string { return "House > " + text(n) }
	for name, c := range map[string]struct {
		to    string
		most  int
		makes func(int) string
		code  string
	}{
		"a name":                  {"item_name", 255, text, "too_long"},
		"a description":           {"description", 2000, text, "too_long"},
		"a key":                   {"item_key", 255, text, "too_long"},
		"a key of a copy":         {"copy_key", 255, text, "too_long"},
		"a type":                  {"type", 255, text, "too_long"},
		"a set":                   {"set", 255, text, "bad_path"},
		"a series":                {"series", 255, text, "bad_path"},
		"a condition":             {"condition", 255, text, "bad_path"},
		"a category":              {"category", 255, last, "too_long"},
		"a location":              {"location", 255, last, "too_long"},
		"how deep categories are": {"category", 32, several(" > "), "bad_path"},
		"how deep locations are":  {"location", 100, several(" > "), "bad_path"},
		"a tag":                   {"tags", 255, text, "too_long"},
		"how many tags":           {"tags", 100, several("; "), "too_many_tags"},
		"an identifier":           {"identifier", 255, text, "too_long"},
		"a note":                  {"note", 5000, text, "too_long"},
		"a text of a field":       {"field[text]:Coin/Metal", 5000, text, "too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			headers, cells := []string{"skip", c.to, "item_name"}, []string{"", c.makes(c.most), "Ducat"}
			if c.to == "item_name" {
				headers, cells = headers[:2], cells[:2]
			}
			s, _ := cabinet()
			if d := planned(creating(s, Mapping{}), nil, headers, cells)[0]; d.Action != "create" {
				t.Errorf("%d: %s", c.most, told(d))
			}
			cells[1] = c.makes(c.most + 1)
			s, _ = cabinet()
			d := planned(creating(s, Mapping{}), nil, headers, cells)[0]
			want(t, fmt.Sprint(c.most+1), told(d), "error | "+c.code+"@B2")
			if len(d.Issues) > 0 && len([]rune(d.Issues[0].Found)) > 100 {
				t.Errorf("it tells %d characters of the cell", len([]rune(d.Issues[0].Found)))
			}
			want(t, "what is made", asked(s), "")
		})
	}
}

// Tags of an item count with those that a row adds.
func TestTagsOfTheItemCount(t *testing.T) {
	s, found := cabinet()
	for i := range 100 {
		s.Tags = append(s.Tags, Node{ID: int64(1000 + i), Name: fmt.Sprint("t", i)})
		found.Items[7].TagIDs = append(found.Items[7].TagIDs[:i:i], int64(1000+i))
	}
	headers := []string{"item_key", "tags"}
	want(t, "one that it has", told(planned(creating(s, Mapping{}), found, headers, []string{"k", "T7"})[0]), "unchanged")
	want(t, "one more", told(planned(creating(s, Mapping{}), found, headers, []string{"k", "gold"})[0]), "error | too_many_tags@B2")
}

// A plan counts what is made, and names the first hundred of a kind.
func TestPlanNamesWhatIsMade(t *testing.T) {
	s := empty()
	p := creating(s, Mapping{})
	plan := NewPlan(1, 2)
	cells := make([][]string, 120)
	for i := range cells {
		cells[i] = []string{fmt.Sprint("Item ", i), fmt.Sprint("tag ", i%3)}
	}
	for _, d := range planned(p, nil, []string{"item_name", "tags"}, cells...) {
		plan.Add(d)
	}
	plan.End(s.Demands())
	want(t, "counts", []any{plan.Rows, plan.Blank, plan.Create}, []any{120, 2, 120})
	made := plan.Makes["items"]
	want(t, "items", []any{made.Count, len(made.Names), made.Names[99]}, []any{120, 100, "Item 99"})
	want(t, "tags", plan.Makes["tags"], Made{3, []string{"tag 0", "tag 1", "tag 2"}})
}

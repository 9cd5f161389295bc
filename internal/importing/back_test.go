package importing

import (
	"testing"
)

// What a row changed becomes what it was, where it is still as the row left it.
func TestBack(t *testing.T) {
	changed := func(field, from, to string) Change { return Change{field, orNil(from), orNil(to)} }
	for name, c := range map[string]struct {
		changes  []Change
		copyMade bool
		want     string // plan of the way back; empty is none
		status   string
		issues   int
	}{
		"texts and places": {[]Change{changed("item_name", "Zecchino", "Ducat"), changed("description", "", "Gold"), changed("category", "Europe", "Europe > Venice"), changed("tags", "Old", "gold"), changed("field[text]:Coin/Metal", "silver", "gold")}, false,
			"update | item_name: Ducat -> Zecchino | description: Gold -> | category: Europe > Venice -> Europe | tags: gold -> Old | field[text]:Coin/Metal: gold -> silver", "undone", 0},
		"of the copy":                   {[]Change{changed("status", "sold", "owned"), changed("location", "", "House > Safe"), changed("note", "Dull", "Bright")}, false, "update | status: owned -> sold | location: House > Safe -> | note: Bright -> Dull", "undone", 0},
		"of the purchase":               {[]Change{changed("purchase_price", "90.00", "100.00")}, false, "update | purchase_price: 100.00 -> 90.00", "undone", 0},
		"of a copy that went":           {[]Change{changed("status", "sold", "owned")}, true, "", "undone", 0},
		"a value, which went":           {[]Change{changed("value", "", "150.00")}, false, "", "undone", 0},
		"changed by somebody":           {[]Change{changed("item_name", "Zecchino", "Sequin")}, false, "", "left", 1},
		"one of two changed since":      {[]Change{changed("item_name", "Zecchino", "Sequin"), changed("description", "Silver", "Gold")}, false, "update | description: Gold -> Silver", "left", 1},
		"to what nobody has any more":   {[]Change{changed("category", "Asia", "Europe > Venice")}, false, "", "left", 1},
		"a wish that was none":          {[]Change{changed("wanted", "true", "")}, false, "update | wanted: -> true", "undone", 0},
		"a type that was none":          {[]Change{changed("type", "", "Coin")}, false, "update | type: Coin ->", "undone", 0},
		"a condition that was not told": {[]Change{changed("condition", "", "Fine"), changed("acquired_at", "2019-01-01", "2020-05-01"), changed("quantity", "2", "1")}, false, "update | quantity: 1 -> 2 | condition: Fine -> | acquired_at: 2020-05-01 -> 2019-01-01", "undone", 0},
	} {
		t.Run(name, func(t *testing.T) {
			s, found := cabinet()
			s.Collections, s.Own = []*Collection{s.Own}, nil
			d, became := Back(s, found.Items[7], new(int64(8)), c.copyMade, c.changes, 5)
			got := ""
			if d != nil {
				got = told(d)
			}
			want(t, "plan", got, c.want)
			want(t, "row", []any{became.Row, became.Status, len(became.Issues)}, []any{5, c.status, c.issues})
			for _, i := range became.Issues {
				want(t, "issue", i.Code+" "+i.Level, "changed_since warning")
			}
			want(t, "nothing is made", asked(s), "")
		})
	}
	s, found := cabinet()
	found.Items[7].CollectionID = 99
	d, became := Back(s, found.Items[7], nil, false, nil, 5)
	want(t, "of a collection that is gone", []any{d == nil, became.Status}, []any{true, "left"})
}

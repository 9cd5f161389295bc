package demo

import (
	"testing"

	"vitrine/internal/catalog"
)

// Items are in categories, coins and stamps in sets, and what nobody has is wished for.
func TestItemsAreSorted(t *testing.T) {
	tags, categories, sets, series, wishes := map[string]bool{}, map[string]bool{}, map[string]int64{}, map[string]bool{}, 0
	each(New(1, 2000, today), func(c Collection, i Item) {
		if len(i.Category) == 0 {
			t.Errorf("%s is in no category", i.Name)
			return
		}
		categories[c.Name+"/"+i.Category[0]] = true
		if i.Set != "" {
			sets[i.Set] = i.Target
		}
		if i.Series != "" {
			series[i.Series] = true
		}
		for _, tag := range i.Tags {
			if tags[tag] = true; Tags[tag] == "" {
				t.Errorf("%s has no colour", tag)
			}
		}
		if (i.Wish != nil) != (len(i.Copies) == 0) {
			t.Errorf("%s has %d copies and the wish %v", i.Name, len(i.Copies), i.Wish)
		}
		if i.Wish != nil {
			wishes++
			in := catalog.ItemInput{Name: i.Name, WantedMaxPrice: catalog.Given[int64]{Value: i.Wish.WantedMaxPrice}, WantedPriority: catalog.Given[string]{Value: i.Wish.WantedPriority}}
			if err := in.Validate(); err != nil {
				t.Errorf("%s: %v", i.Name, err)
			}
		}
	})
	for name, target := range sets {
		in := catalog.SetInput{Name: name, TargetCount: &target}
		if err := in.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(tags) != len(Tags) || len(categories) < 30 || len(sets) < 20 || len(series) < 10 || wishes < 50 {
		t.Errorf("%d tags, %d categories, %d sets, %d series, %d wishes", len(tags), len(categories), len(sets), len(series), wishes)
	}
}

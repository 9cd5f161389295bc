package catalog

import (
	"slices"
	"testing"
)

func tree() *LocationTree {
	in := func(id int64) *int64 { return &id }
	return NewLocationTree([]LocationCount{
		{ID: 4, ParentID: in(3), Name: "Shelf 10", Here: 5}, {ID: 5, ParentID: in(3), Name: "Shelf 2", Here: 7},
		{ID: 3, ParentID: in(1), Name: "Study", Here: 1}, {ID: 1, Name: "Home"}, {ID: 2, Name: "Bank", Here: 2}, {ID: 0, Here: 11},
	})
}

func names(all []*LocationNode) (list []string) {
	for _, n := range all {
		list = append(list, n.Name)
	}
	return list
}

func TestLocationTreeCounts(t *testing.T) {
	all := tree()
	home := all.Find(1)
	if home.Copies != 13 || home.Here != 0 || home.Places != 3 || all.Copies != 15 || all.Places != 5 || all.Nowhere != 11 || all.Find(0) != nil {
		t.Errorf("home holds %d of %d copies in %d of %d places, %d are nowhere", home.Copies, all.Copies, home.Places, all.Places, all.Nowhere)
	}
	shelf := all.Find(5)
	if got := names(shelf.Above()); !slices.Equal(got, []string{"Home", "Study"}) {
		t.Errorf("the path is %v", got)
	}
	if !shelf.Inside(home) || home.Inside(shelf) || !home.Inside(home) {
		t.Error("the shelf is in the house, and not the other way round")
	}
}

func TestLocationsAreSortedAsRead(t *testing.T) {
	all := tree()
	if got := names(ByName(all.Find(3).Children)); !slices.Equal(got, []string{"Shelf 2", "Shelf 10"}) {
		t.Errorf("the order is %v", got)
	}
	if got := names(all.Named("SHELF", 1)); !slices.Equal(got, []string{"Shelf 2"}) {
		t.Errorf("found %v", got)
	}
	for _, pair := range [][2]string{{"a", "b"}, {"a1", "a02"}, {"a", "a1"}, {"box 0", "box 1"}, {"9", "a"}} {
		if CompareNames(pair[0], pair[1]) >= 0 || CompareNames(pair[1], pair[0]) <= 0 {
			t.Errorf("%s comes before %s", pair[0], pair[1])
		}
	}
}

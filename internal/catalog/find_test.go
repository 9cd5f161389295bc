package catalog

import (
	"slices"
	"strings"
	"testing"
)

func TestSearchInput(t *testing.T) {
	for field, in := range map[string]SearchInput{
		"q":     {},
		"type":  {Query: "x", Kinds: []string{"item", "wine"}},
		"limit": {Query: "x", Limit: new(int64(21))},
	} {
		if err := in.Validate(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
	in := SearchInput{Query: " Leica  m3 ", Kinds: []string{"copy", "item", "copy"}}
	if err := in.Validate(); err != nil || !slices.Equal(in.Kinds, []string{"item", "copy"}) || *in.Limit != 5 || !slices.Equal(in.Search.Words, []string{"leica", "m3"}) {
		t.Errorf("%v, %v", in, err)
	}
	all := SearchInput{Query: "x"}
	if err := all.Validate(); err != nil || !slices.Equal(all.Kinds, FoundKinds) {
		t.Errorf("%v, %v", all.Kinds, err)
	}
}

// The exact name comes first, then names that begin with the query, then names with all words, then
// other matches.
func TestBestFirst(t *testing.T) {
	in := SearchInput{Query: "Éa sport"}
	if err := in.Validate(); err != nil {
		t.Fatal(err)
	}
	hit := func(id int64, name string, texts ...string) Hit {
		return Hit{ID: id, Name: &name, Title: name, Texts: append([]string{}, texts...)}
	}
	found := in.Best("location", []Hit{
		hit(1, "Box", "sportive ea"), hit(2, "Sports of ea"), hit(3, "EA Sports"), hit(4, "ea sport"), hit(5, "Sea sport"), hit(6, "Eä sport b"), hit(7, "Ea sport a"),
	}, false)
	var ids []int64
	for _, h := range found.Hits {
		ids = append(ids, h.ID)
	}
	if !slices.Equal(ids, []int64{4, 7, 6, 3, 2}) || found.Total != 6 || found.Truncated {
		t.Errorf("%v, %+v", ids, found)
	}
}

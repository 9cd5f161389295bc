package catalog

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestNumbersOfSets(t *testing.T) {
	t.Parallel()
	part := func(id int64, name, fields string, owned bool) SetPart {
		return SetPart{ID: id, Name: name, CustomFields: json.RawMessage(fields), Owned: owned}
	}
	named := []SetPart{part(1, "Storm #2 (1962)", `{}`, true), part(2, "Storm #5", `{"7": 3}`, false), part(3, "Storm # 6", `{}`, true)}
	found, ok := NumbersOf(named, new(int64(8)))
	if want := []Gap{{1, 1}, {3, 5}, {7, 8}}; !ok || !reflect.DeepEqual(found.Gaps, want) || found.Missing != 6 || found.Items[5] != 2 {
		t.Errorf("gaps %v, %v, items %v", found.Gaps, ok, found.Items)
	}
	if found, ok = NumbersOf(named[:2], nil); !ok || !reflect.DeepEqual(found.Gaps, []Gap{{1, 1}, {3, 5}}) {
		t.Errorf("without a target: %v", found.Gaps)
	}
	fields := []SetPart{part(1, "Part one", `{"7": 1, "9": "a"}`, true), part(2, "Part two", `{"7": "3"}`, true)}
	if found, ok = NumbersOf(fields, new(int64(4))); !ok || !reflect.DeepEqual(found.Gaps, []Gap{{2, 2}, {4, 4}}) || found.Like != "" {
		t.Errorf("by a field: %v, %v", found, ok)
	}
	for what, parts := range map[string][]SetPart{
		"no items": nil, "one without a number": append(named[:2:2], part(4, "Annual", `{}`, true)), "a number twice": append(named[:2:2], part(4, "Storm 5", `{}`, true)),
		"a number beyond the target": append(named[:2:2], part(4, "Storm #9", `{}`, true)),
	} {
		if found, ok := NumbersOf(parts, new(int64(8))); ok {
			t.Errorf("%s: %v", what, found)
		}
	}
	if found, _ = NumbersOf([]SetPart{part(1, "Storm #12, again", `{}`, true)}, new(int64(13))); found.Named(13) != "Storm #13, again" {
		t.Errorf("named %s", found.Named(13))
	}
}

package engine_test

import "vitrine/internal/catalog"

// packings read the data for insurers.
func packings(a account) (all []call) {
	for how, f := range map[string]catalog.PackFilter{
		"": {}, " of a policy": {CollectionIDs: []int64{a.nth(2)}, PolicyNumber: "P-1", Provider: "Insurer", MinimumValue: new(int64(1))},
	} {
		all = append(all, call{method: "PackSize", how: how, args: []any{f}},
			call{method: "Pack", how: how, args: []any{f, func(catalog.PackHead) error { return nil }, func(*catalog.PackCopy) error { return nil }}})
	}
	return all
}

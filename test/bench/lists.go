package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
)

// mayTakeFirst is the target in milliseconds for the first page of a list.
const mayTakeFirst = 100.0

// timesListed is how often each list is opened.
const timesListed = 21

const ofCollection = "/collections/{collection}?"

// listed are the lists of a collection that filters or orders leave long.
var listed = []page{
	{"unfiltered", ofCollection},
	{"a choice of a third", ofCollection + "custom_fields[{select}]=Good"},
	{"the same, by a number", ofCollection + "custom_fields[{select}]=Good&sort=custom_fields[{number}]"},
	{"a number range of 4,000", ofCollection + "custom_fields[{number}][min]=10&custom_fields[{number}][max]=4000"},
	{"10,000 numbers at the far end of the order", ofCollection + "custom_fields[{number}][min]=980000&custom_fields[{number}][max]=990000&sort=created_at"},
	{"30,000 numbers at the far end of the order", ofCollection + "custom_fields[{number}][min]=960000&custom_fields[{number}][max]=990000&sort=created_at"},
	{"a common and a rare beginning of a word", ofCollection + "q=record+77"},
	{"a word and a choice", ofCollection + "q=record&custom_fields[{select}]=Good"},
	{"a tag of a third", ofCollection + "tag={tag}"},
	{"two tags, 3 %", ofCollection + "tag={tag},{smallTag}"},
	{"a tag of a thousandth", ofCollection + "tag={rareTag}"},
	{"two tags that no item has", ofCollection + "tag={rareTag},{smallTag}"},
	{"a tag and a choice", ofCollection + "tag={tag}&custom_fields[{select}]=Good"},
	{"a room of 5 %", ofCollection + "place={location}"},
	{"nowhere, 5 %", ofCollection + "place=none"},
	{"a status of 5 %", ofCollection + "status=sold"},
	{"a status of nearly all", ofCollection + "status=owned"},
	{"a status that no copy has", ofCollection + "status=lost"},
	{"without copies, a thousandth", ofCollection + "copies=no"},
	{"with copies", ofCollection + "copies=yes"},
	{"a set of a tenth", ofCollection + "set={set}"},
	{"a value of 1 %", ofCollection + "value_min=4950"},
	{"a value that no copy has", ofCollection + "value_min=900000"},
	{"a price of 2 %", ofCollection + "paid_min=2450"},
	{"a place and a status", ofCollection + "place={location}&status=sold"},
	{"table, by name", ofCollection + "view=table&sort=name"}, {"table, by value", ofCollection + "view=table&sort=-value"}, {"table, by gain", ofCollection + "view=table&sort=gain"},
	{"table, by location", ofCollection + "view=table&sort=place"}, {"table, by condition", ofCollection + "view=table&sort=condition"}, {"table, by status", ofCollection + "view=table&sort=-status"},
	{"table, by tags", ofCollection + "view=table&sort=tags"}, {"table, by set", ofCollection + "view=table&sort=-set"}, {"table, by value, a tag", ofCollection + "view=table&sort=-value&tag={tag}"},
	{"table, by location, a choice", ofCollection + "view=table&sort=place&custom_fields[{select}]=Good"},
}

// counted are lists of which a second request says how many items they have.
var counted = []page{
	{"true count, a tag", ofCollection + "tag={tag}&sums=1&view=grid"}, {"true count, two tags", ofCollection + "tag={tag},{smallTag}&sums=1&view=grid"},
	{"true count, a choice", ofCollection + "custom_fields[{select}]=Good&sums=1&view=grid"}, {"true count, a tag and a choice", ofCollection + "tag={tag}&custom_fields[{select}]=Good&sums=1&view=grid"},
	{"true count, a word of all items", ofCollection + "q=record&sums=1&view=grid"}, {"true count, a room", ofCollection + "place={location}&sums=1&view=grid"},
}

// lists prints how long the first pages of long lists take, and their true counts.
func (b *bench) lists(ctx context.Context) error {
	a, err := b.furnished(ctx, b.large)
	if err != nil {
		return err
	}
	client, err := b.service.signIn(ctx, a)
	if err != nil {
		return err
	}
	fmt.Printf("\n%-46s %8s %8s %8s   (target: %.0f ms)\n", fmt.Sprintf("first page of %d items, ms", a.items), "least", "median", "p95", mayTakeFirst)
	for _, l := range slices.Concat(listed, counted) {
		took, refused, err := b.firstPages(ctx, client, a.path(l.path))
		if err != nil {
			return err
		}
		if refused > 0 {
			fmt.Printf("%-46s no answer in time, %d of %d\n", l.name, refused, timesListed)
			continue
		}
		fmt.Printf("%-46s %8.0f %8.0f %8.0f\n", l.name, took[0], took[len(took)/2], took[len(took)*95/100])
	}
	return nil
}

// firstPages opens a page several times, and counts those that did not come in time.
func (b *bench) firstPages(ctx context.Context, client *http.Client, path string) (took []float64, refused int, err error) {
	for n := range timesListed + 1 { // the first prepares statements
		ms, _, status, err := b.service.get(ctx, client, path)
		if err != nil {
			return nil, 0, err
		}
		switch {
		case status == http.StatusServiceUnavailable:
			if refused++; refused == 2 {
				return nil, refused, nil
			}
		case status != http.StatusOK:
			return nil, 0, fmt.Errorf("GET %s: %d", path, status)
		case n > 0:
			took = append(took, ms)
		}
	}
	slices.Sort(took)
	return took, 0, nil
}

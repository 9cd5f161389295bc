package main

import (
	"context"
	"math"
)

// watched are the pages whose cost is watched with every change.
var watched = []page{
	{"grid", "/collections/{collection}"},
	{"table by a field", "/collections/{collection}?view=table&sort=custom_fields[{number}]"},
	{"item", "/items/{item}"},
}

// watchPages measures pages. Processor time differs from machine to machine, and from
// minute to minute, so it is counted in pages of ten items by the floor, just before and
// after: like a page, it is Go and PostgreSQL.
func (b *bench) watchPages(ctx context.Context, a account, pages []page, unit workload) (all []pageFigures, err error) {
	if len(pages) == 0 {
		return nil, nil
	}
	onFloor := *b
	onFloor.service = b.floor
	before, err := onFloor.api(ctx, unit)
	if err != nil {
		return nil, err
	}
	took, err := b.look(ctx, a, pages)
	if err != nil {
		return nil, err
	}
	after, err := onFloor.api(ctx, unit)
	if err != nil {
		return nil, err
	}
	floor := (before.all() + after.all()) / 2
	asked, err := b.trips(ctx, a, pages)
	if err != nil {
		return nil, err
	}
	for _, p := range pages {
		s := took[p.name]
		all = append(all, pageFigures{p.name, math.Round(s.processor*10_000/floor) / 10, s.processor, asked[p.name].trips, asked[p.name].statements, s.bytes})
	}
	return all, nil
}

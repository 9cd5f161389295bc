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

// watchPages measures pages. Processor time differs from machine to machine, so it
// is counted in pages of ten items by the engine, in the same run.
func (b *bench) watchPages(ctx context.Context, a account, pages []page, unit float64) (all []pageFigures, err error) {
	if len(pages) == 0 {
		return nil, nil
	}
	took, err := b.look(ctx, a, pages)
	if err != nil {
		return nil, err
	}
	asked, err := b.trips(ctx, a, pages)
	if err != nil {
		return nil, err
	}
	for _, p := range pages {
		s := took[p.name]
		all = append(all, pageFigures{p.name, math.Round(s.processor * 1000 / unit), s.processor, asked[p.name].trips, asked[p.name].statements, s.bytes})
	}
	return all, nil
}

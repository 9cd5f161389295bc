package figures

import (
	"context"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// paidByPolicy sum the copies in the collections $2 that active policies name, by currency of value.
const paidByPolicy = `
	select n.id, p.currency_code as of, q.code, count(*) as copies, sum(q.value)::text as value, coalesce(sum(q.paid[n.at]), 0)::text as paid, coalesce(sum(q.rest), 0)::text as over
	from paid q cross join lateral unnest(q.policy_ids) with ordinality n (id, at) join policies p on p.account_id = $1 and p.id = n.id
	where ($2::bigint[] is null or exists (select from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = q.copy_id and i.collection_id = any($2)))
	group by 1, 2, 3`

// namedByPolicy sum the copies in the collections $3 that the policies $2 name but do not cover.
const namedByPolicy = `
	select p.id, p.currency_code as of, n.code, count(*) as copies, sum(n.value)::text as value, '0' as paid, '0' as over
	from copies_under_policies($1, $2) n cross join lateral unnest(n.policy_ids) i (id) join policies p on p.account_id = $1 and p.id = i.id
	where ($3::bigint[] is null or exists (select from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = n.copy_id and i.collection_id = any($3)))
	group by 1, 2, 3`

type policyFigure struct {
	ID          int64
	Of          string
	Code, Value *string
	Copies      int64
	Paid, Over  string
}

// PolicyFigures are the figures of policies, by id. A limited key counts the copies of its
// collections.
func PolicyFigures(ctx context.Context, r engine.Reader, all []catalog.Policy) ([]catalog.CountedPolicy, error) {
	r = engine.Narrowed(r)
	now, err := insuredNow(ctx, r)
	var idle []int64 // not active, or without copies
	for _, p := range all {
		if _, known := now.policies[p.ID]; !known {
			idle = append(idle, p.ID)
		}
	}
	var named map[int64]catalog.PolicyFigures
	if err == nil && len(idle) > 0 {
		named, err = policiesNaming(ctx, r, idle)
	}
	counted := make([]catalog.CountedPolicy, len(all))
	for i, p := range all {
		of, known := now.policies[p.ID]
		if !known {
			of, known = named[p.ID]
		}
		if !known {
			nothing := catalog.NewMoney(p.CurrencyCode, nil)
			of = catalog.PolicyFigures{Value: nothing, Covered: nothing, Over: nothing}
		}
		counted[i] = catalog.CountedPolicy{Policy: p, PolicyFigures: of}
	}
	return counted, err
}

func policiesNaming(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.PolicyFigures, error) {
	return computed(ctx, r, nil, fmt.Sprint("policies ", ids), func(now circumstances) (map[int64]catalog.PolicyFigures, int, error) {
		var rows []policyFigure
		err := engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(namedByPolicy, r.AccountID(), ids, r.CollectionIDs())
		}, Read: func(answers pgx.BatchResults) (err error) {
			rows, err = engine.Rows[policyFigure](answers)
			return err
		}})
		return summedPolicies(rows, now), 256 * (1 + len(ids)), err
	})
}

// summedPolicies converts the sums of policies into their currencies.
func summedPolicies(rows []policyFigure, now circumstances) map[int64]catalog.PolicyFigures {
	all := map[int64]catalog.PolicyFigures{}
	value, paid, over := map[int64][]catalog.Sum{}, map[int64][]catalog.Sum{}, map[int64][]catalog.Sum{}
	for _, f := range rows {
		of := all[f.ID]
		of.Copies += f.Copies
		if f.Code != nil && f.Value != nil {
			value[f.ID] = append(value[f.ID], sumOf(*f.Code, *f.Value))
			paid[f.ID] = append(paid[f.ID], sumOf(f.Of, f.Paid))
			if left := sumOf(*f.Code, f.Over); left.Amount.Sign() > 0 {
				over[f.ID] = append(over[f.ID], left)
			}
		}
		of.Value, of.Covered, of.Over = catalog.NewMoney(f.Of, now.rates, value[f.ID]...), catalog.NewMoney(f.Of, now.rates, paid[f.ID]...), catalog.NewMoney(f.Of, now.rates, over[f.ID]...)
		all[f.ID] = of
	}
	return all
}

// sumOf is a sum of any length.
func sumOf(code, digits string) catalog.Sum {
	amount, _ := new(big.Int).SetString(digits, 10)
	return catalog.Sum{CurrencyCode: code, Amount: amount}
}

// CountedPolicies is a page of policies with their figures.
func CountedPolicies(ctx context.Context, r engine.Reader, page catalog.Page[catalog.Policy]) (counted catalog.Page[catalog.CountedPolicy], err error) {
	counted = catalog.Page[catalog.CountedPolicy]{Paging: page.Paging, Total: page.Total, Capped: page.Capped, NextAfter: page.NextAfter}
	if len(page.Items) > 0 {
		counted.Items, err = PolicyFigures(ctx, r, page.Items)
	}
	return counted, err
}

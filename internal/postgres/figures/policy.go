package figures

import (
	"context"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// policyFigures sum the held copies that the policies $2 name, by currency of value, on the day $3 and
// in the collections $4.
const policyFigures = `
	select n.policy_id as id, p.currency_code as of, c.value_currency_code as code, count(*) as copies, sum(c.estimated_value * c.quantity)::text as value,
		coalesce(sum(q.paid[array_position(q.policy_ids, n.policy_id)]), 0)::text as paid, coalesce(sum(q.rest) filter (where n.policy_id = any(q.policy_ids)), 0)::text as over
	from copies_of_policies($1, $2) n join policies p on p.account_id = $1 and p.id = n.policy_id join copies c on c.account_id = $1 and c.id = n.copy_id
	left join policy_cover($1, $3) q on q.copy_id = c.id
	where ` + inventory.IsHeld + ` and ($4::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = c.item_id and i.collection_id = any($4)))
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
	ids := make([]int64, len(all))
	for i, p := range all {
		ids[i] = p.ID
	}
	found, err := computed(ctx, r, nil, fmt.Sprint("policies ", ids), func(now circumstances) (map[int64]catalog.PolicyFigures, int, error) {
		var rows []policyFigure
		err := engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(policyFigures, r.AccountID(), ids, now.day, r.CollectionIDs())
		}, Read: func(answers pgx.BatchResults) (err error) {
			rows, err = engine.Rows[policyFigure](answers)
			return err
		}})
		return summedPolicies(rows, now), 256 * (1 + len(ids)), err
	})
	counted := make([]catalog.CountedPolicy, len(all))
	for i, p := range all {
		of, known := found[p.ID]
		if !known {
			nothing := catalog.NewMoney(p.CurrencyCode, nil)
			of = catalog.PolicyFigures{Value: nothing, Covered: nothing, Over: nothing}
		}
		counted[i] = catalog.CountedPolicy{Policy: p, PolicyFigures: of}
	}
	return counted, err
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

package figures

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// valueKept is the value of held copies by currency, in the collections $2 or all, as collections keep it.
const valueKept = `select currency_code as code, sum(value)::text as value from collection_sums
	where account_id = $1 and currency_code <> '' and ($2::bigint[] is null or collection_id = any($2)) group by 1 having sum(held) > 0 order by 1`

// activeRecords counts the active insurance records of the collections $2 or all, and their currencies.
var activeRecords = `select count(*), count(distinct r.currency_code) from insurance_records r where r.account_id = $1 and r.status = 'active' and ` + inCollections(`r.copy_id`, `$2`)

// insured are answers of one statement, which divides the cover of policies once for all of them.
type insured struct {
	catalog.InsuredNow
	policies map[int64]catalog.PolicyFigures // of active ones that name a copy
}

// insuredSums have the arguments of watch.queue.
func insuredSums(w watch) string {
	list := func(of string) string { return `(select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (` + of + `) s)` }
	return w.ofCover() + ` select ` + list(coverSums) + ` as cover, ` + list(paidByPolicy) + ` as policies, ` + list(countedCover) + ` as attention`
}

// InsuredNow is how the value of the account divides today, and what about its insurance needs attention. A
// limited key sees its collections only.
func InsuredNow(ctx context.Context, r engine.Reader) (catalog.InsuredNow, error) {
	found, err := insuredNow(ctx, engine.Narrowed(r))
	return found.InsuredNow, err
}

func insuredNow(ctx context.Context, r engine.Reader) (insured, error) {
	return computed(ctx, r, r.CollectionIDs(), "insured", func(now circumstances) (found insured, _ int, err error) {
		watch := newWatch(catalog.AttentionFilter{}, now)
		err = engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(valueKept, r.AccountID(), r.CollectionIDs())
			b.Queue(activeRecords, r.AccountID(), r.CollectionIDs())
			watch.queue(b, r.AccountID(), r.CollectionIDs(), insuredSums(watch))
		}, Read: func(answers pgx.BatchResults) error {
			value, err := readValue(answers)
			if err != nil {
				return err
			}
			if err := answers.QueryRow().Scan(&found.Records, &found.Currencies); err != nil {
				return err
			}
			due, err := engine.Rows[dueRecord](answers)
			if err != nil {
				return err
			}
			sums, err := engine.Last[struct {
				Cover     []coverSum
				Policies  []policyFigure
				Attention []coverRecord
			}](answers, 1)
			found.Cover = coverOf(sums.Cover, value, now.CurrencyCode, now.rates)
			found.Attention = countNoticed(due, watch.insufficient(sums.Attention))
			found.policies = summedPolicies(sums.Policies, now)
			return err
		}})
		return found, 8<<10 + 256*len(found.policies), err
	})
}

func readValue(answers pgx.BatchResults) (all []catalog.Sum, err error) {
	found, err := engine.Rows[struct{ Code, Value string }](answers)
	for _, f := range found {
		all = append(all, sumOf(f.Code, f.Value))
	}
	return all, err
}

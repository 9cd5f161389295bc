package figures

import (
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// coverSums sum the cover of copies in the collections $2, or of all, on the day $3: those of "paid", and
// others that only records cover. Copies that nothing covers are the rest of the value.
const coverSums = `
	select q.code, coalesce(sum(q.covered), 0)::text as covered, coalesce(sum(q.above), 0)::text as above, coalesce(sum(q.value) filter (where q.covered is null), 0)::text as unknown,
		count(*) filter (where q.covered is null) as copies
	from (
		select p.copy_id, p.code, p.value, p.value - p.rest as covered, p.rest as above from paid p where p.value is not null
		union all
		select c.id, c.value_currency_code, c.estimated_value * c.quantity, case when o.amount is not null then least(c.estimated_value * c.quantity, o.amount) end, 0
		from own_cover($1, $3) o join copies c on c.account_id = $1 and c.id = o.copy_id where ` + inventory.IsHeld + ` and o.copy_id not in (select copy_id from paid)
	) q where ($2::bigint[] is null or exists (select from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = q.copy_id and i.collection_id = any($2)))
	group by 1`

type coverSum struct {
	Code                    string
	Covered, Above, Unknown string
	Copies                  int64
}

func queueCover(b *pgx.Batch, account int64, only []int64, now circumstances) {
	b.Queue(withPaid+coverSums, account, only, now.day)
}

// readCover reads the sums. The value by currency is what the parts add up to.
func readCover(answers pgx.BatchResults, value []catalog.Sum, code string, rates catalog.Rates) (cover catalog.CoverParts, err error) {
	found, err := engine.Rows[coverSum](answers)
	return coverOf(found, value, code, rates), err
}

// coverOf converts the sums, and adds what nothing covers.
func coverOf(found []coverSum, value []catalog.Sum, code string, rates catalog.Rates) catalog.CoverParts {
	by, unknown := map[string]coverSum{}, int64(0)
	for _, f := range found {
		by[f.Code] = f
		unknown += f.Copies
	}
	var sums []catalog.CoverSum
	for _, part := range catalog.NewMoney(code, nil, value...).Parts {
		s := catalog.CoverSum{CurrencyCode: part.CurrencyCode, Value: part.Amount, Covered: new(big.Int), Above: new(big.Int), Unknown: new(big.Int)}
		if f, ok := by[part.CurrencyCode]; ok {
			s.Covered, s.Above, s.Unknown = sumOf(f.Code, f.Covered).Amount, sumOf(f.Code, f.Above).Amount, sumOf(f.Code, f.Unknown).Amount
		}
		s.Uninsured = new(big.Int).Sub(part.Amount, s.Covered)
		s.Uninsured.Sub(s.Uninsured, s.Above).Sub(s.Uninsured, s.Unknown)
		sums = append(sums, s)
	}
	cover := catalog.NewCoverParts(code, rates, sums)
	cover.UnknownCopies = unknown
	return cover
}

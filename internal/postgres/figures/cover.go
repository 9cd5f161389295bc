package figures

import (
	"math/big"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// coverSums sum the cover of copies in the collections $2, or of all, on the day $3. Copies that nothing covers
// have no rows; they are the rest of the value.
const coverSums = `
	select q.code, coalesce(sum(q.covered), 0)::text as covered, coalesce(sum(q.above), 0)::text as above, coalesce(sum(q.value) filter (where q.covered is null), 0)::text as unknown,
		count(*) filter (where q.covered is null) as copies
	from cover_of_copies($1, $3) q
	where ($2::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = q.item_id and i.collection_id = any($2)))
	group by 1`

type coverSum struct {
	Code                    string
	Covered, Above, Unknown string
	Copies                  int64
}

func queueCover(b *pgx.Batch, account int64, only []int64, now circumstances) {
	b.Queue(coverSums, account, only, now.day)
}

// readCover reads the sums. The value by currency is what the parts add up to.
func readCover(answers pgx.BatchResults, value []catalog.Sum, code string, rates catalog.Rates) (cover catalog.CoverParts, err error) {
	found, err := engine.Rows[coverSum](answers)
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
	cover = catalog.NewCoverParts(code, rates, sums)
	cover.UnknownCopies = unknown
	return cover, err
}

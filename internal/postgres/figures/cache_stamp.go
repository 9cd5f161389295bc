package figures

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// circumstances are what computed answers depend on: changes of the account, rates, day, and settings.
type circumstances struct {
	Progress            string
	RatesRead           *time.Time
	CurrencyCode        string
	UninsuredAbove      *int64
	UnderInsuredPercent int64
	AttentionDays       int64
	Mostly              bool  // most items of the account are in the collections asked about
	Copies              int64 // of the account
	day                 time.Time
	rates               catalog.Rates
}

const presently = `select (` + engine.Progress + `) as progress, (select read_at from exchange_rate_reading) as rates_read,
	currency as currency_code, uninsured_above, under_insured_percent, attention_days, $2::bigint[] is not null and ` + mostItems + ` as mostly,
	(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'copies') as copies from accounts where id = $1`

// mostItems is whether the collections $2 have most items of the account.
const mostItems = `(select coalesce(sum(n) filter (where list = 'collection_items') * 2 > sum(n) filter (where list = 'items'), false)
	from totals where account_id = $1 and (list = 'items' and parent_id = 0 or list = 'collection_items' and parent_id = any($2)))`

// readCircumstances reads the state of the account for some collections or all, and rates that are not
// cached.
func readCircumstances(ctx context.Context, r engine.Reader, only []int64) (circumstances, error) {
	day := inventory.ThisDay()
	found, err := engine.One[circumstances](ctx, r, presently, r.AccountID(), only)
	if err != nil {
		return found, err
	}
	found.day = day
	found.rates, err = engine.Remembered(r, "rates", found.stamp(), func() (catalog.Rates, int, error) {
		rates, err := inventory.Rates(ctx, r, day)
		return rates, 64 << 10, err
	})
	return found, err
}

// stamp identifies day and rates.
func (c circumstances) stamp() string {
	if c.RatesRead == nil {
		return c.day.Format(time.DateOnly)
	}
	return c.day.Format(time.DateOnly) + c.RatesRead.Format(time.RFC3339Nano)
}

// computed answers from the cache while the account, the rates and the day are the same. Change
// numbers are read first, so an answer is never older than its stamp. Compute also returns the
// approximate size of the answer.
func computed[T any](ctx context.Context, r engine.Reader, only []int64, what string, compute func(circumstances) (T, int, error)) (none T, _ error) {
	now, err := readCircumstances(ctx, r, only)
	if err != nil {
		return none, err
	}
	return under(r, now, what, func() (found T, _ int, _ error) {
		if now.Copies > catalog.MostFigured && ctx.Value(promptly{}) != nil {
			return found, 0, ErrLater
		}
		return compute(now)
	})
}

// ErrLater means that an answer about a large account is not in memory, and the caller did not want to wait
// for it.
var ErrLater = errors.New("the sums of a large account come later")

type promptly struct{}

// Promptly asks only for answers that are in memory or about an account of at most catalog.MostFigured
// copies. The others are ErrLater.
func Promptly(ctx context.Context) context.Context { return context.WithValue(ctx, promptly{}, true) }

// under is computed for known circumstances.
func under[T any](r engine.Reader, now circumstances, what string, compute func() (T, int, error)) (T, error) {
	who := engine.FormatID(r.AccountID())
	if r.CollectionIDs() != nil {
		who = fmt.Sprint(who, r.CollectionIDs())
	}
	return engine.Remembered(r, who+" "+what, now.stamp()+now.Progress, compute)
}

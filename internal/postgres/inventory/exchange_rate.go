package inventory

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// Rates are the rates valid on a day.
func Rates(ctx context.Context, r engine.Reader, day time.Time) (catalog.Rates, error) {
	found, err := engine.All[catalog.Rate](ctx, engine.AccountWide(r), CountingRates(`$2::date`), r.AccountID(), day)
	return catalog.NewRates(day, found), err
}

// QueueRates adds the rates valid on a day to a batch.
func QueueRates(b *pgx.Batch, account int64, day time.Time) {
	b.Queue(CountingRates(`$2::date`), account, day)
}

// ThisDay is the day in UTC.
func ThisDay() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }

// CountingRates selects the newest rate of each pair that is not too old on a day. The
// account is $1, as in every statement.
func CountingRates(day string) string {
	return `select distinct on (base, currency_code) base, currency_code, trim_scale(rate)::text as rate, date from exchange_rates
		where date between ` + day + ` - 10 and ` + day + ` and $1::bigint is not null order by base, currency_code, date desc`
}

// rateBatch is how many rates are written by a statement.
const rateBatch = 10_000

// KeepRates stores rates, all or nothing. Those of earlier days stay.
func KeepRates(ctx context.Context, db *engine.DB, read []catalog.Rate) error {
	ctx = engine.Slow(ctx)
	return engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		for len(read) > 0 {
			n := min(rateBatch, len(read))
			days, bases, codes, rates := make([]time.Time, n), make([]string, n), make([]string, n), make([]string, n)
			for i, r := range read[:n] {
				days[i], bases[i], codes[i], rates[i] = r.Date, r.Base, r.CurrencyCode, r.Rate
			}
			b := &pgx.Batch{}
			b.Queue(`select set_config('statement_timeout', '25s', true)`)
			b.Queue(`
				insert into exchange_rates as e (date, base, currency_code, rate)
				select distinct on (1, 2, 3) date, base, code, rate::numeric(24, 12) from unnest($1::date[], $2::text[], $3::text[], $4::text[]) r (date, base, code, rate)
				on conflict (date, base, currency_code) do update set rate = excluded.rate where e.rate <> excluded.rate`, days, bases, codes, rates)
			b.Queue(`insert into exchange_rate_reading as r (read_at) values (now()) on conflict (singular) do update set read_at = now(), failed_at = null, failure = null`)
			if err := send(ctx, b, func(answers pgx.BatchResults) error { return skipped(answers, 3) }); err != nil {
				return nil, err
			}
			read = read[n:]
		}
		return nil, nil
	})
}

// NoteRates records a failure to read rates.
func NoteRates(ctx context.Context, db *engine.DB, failure error) error {
	b := &pgx.Batch{}
	b.Queue(`insert into exchange_rate_reading as r (failed_at, failure) values (now(), $1) on conflict (singular) do update set failed_at = now(), failure = $1`, failure.Error())
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return skipped(answers, 1) })
}

func skipped(answers pgx.BatchResults, n int) error {
	for range n {
		if _, err := answers.Exec(); err != nil {
			return err
		}
	}
	return nil
}

// RateState is the state of the installation's rates.
type RateState struct {
	Rates, Currencies, Days int64
	First, Newest           *time.Time
	ReadAt, FailedAt        *time.Time
	Failure                 *string
}

func ReadRateState(ctx context.Context, db *engine.DB) (RateState, error) {
	return engine.Lookup[RateState](ctx, db, `
		select count(*) as rates, count(distinct currency_code) as currencies, count(distinct date) as days, min(date) as first, max(date) as newest,
			(select read_at from exchange_rate_reading), (select failed_at from exchange_rate_reading), (select failure from exchange_rate_reading)
		from exchange_rates`)
}

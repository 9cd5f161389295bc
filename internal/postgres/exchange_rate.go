package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// Rates are those that count on a day.
func (r Reader) Rates(ctx context.Context, day time.Time) (catalog.Rates, error) {
	found, err := all[catalog.Rate](ctx, accountWide(r), countingRates(`$2::date`), r.account, day)
	return catalog.NewRates(day, found), err
}

// queueRates adds the rates that count on a day to a batch.
func queueRates(b *pgx.Batch, account int64, day time.Time) {
	b.Queue(countingRates(`$2::date`), account, day)
}

// thisDay is the day in UTC.
func thisDay() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }

// countingRates selects the newest rate of each pair that is not too old on a day. The
// account is $1, as in every statement.
func countingRates(day string) string {
	return `select distinct on (base, currency_code) base, currency_code, trim_scale(rate)::text as rate, date from exchange_rates
		where date between ` + day + ` - 10 and ` + day + ` and $1::bigint is not null order by base, currency_code, date desc`
}

// rateBatch is how many rates are written by a statement.
const rateBatch = 10_000

// KeepRates stores what was read, all or nothing. Earlier days stay.
func (db *DB) KeepRates(ctx context.Context, read []catalog.Rate) error {
	ctx = slow(ctx)
	return unscopedSteps(ctx, db, func(send sending) ([]Job, error) {
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

// NoteRates notes that rates could not be read.
func (db *DB) NoteRates(ctx context.Context, failure error) error {
	b := &pgx.Batch{}
	b.Queue(`insert into exchange_rate_reading as r (failed_at, failure) values (now(), $1) on conflict (singular) do update set failed_at = now(), failure = $1`, failure.Error())
	return unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return skipped(answers, 1) })
}

func skipped(answers pgx.BatchResults, n int) error {
	for range n {
		if _, err := answers.Exec(); err != nil {
			return err
		}
	}
	return nil
}

// RateState is what the installation knows of rates.
type RateState struct {
	Rates, Currencies, Days int64
	First, Newest           *time.Time
	ReadAt, FailedAt        *time.Time
	Failure                 *string
}

func (db *DB) RateState(ctx context.Context) (RateState, error) {
	return lookup[RateState](ctx, db, `
		select count(*) as rates, count(distinct currency_code) as currencies, count(distinct date) as days, min(date) as first, max(date) as newest,
			(select read_at from exchange_rate_reading), (select failed_at from exchange_rate_reading), (select failure from exchange_rate_reading)
		from exchange_rates`)
}

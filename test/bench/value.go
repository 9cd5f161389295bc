package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

// Milliseconds that an answer over a whole account may take: while it is computed, by
// copies, and when it is kept.
var (
	mayCompute = map[int]float64{1_000: 250, 100_000: 250, 1_000_000: 3_000}
	mayKeep    = 3.0
)

// value prints what answers over a whole account take when they are computed, after a
// change, and when they are kept, beside their targets; and the processor time of
// PostgreSQL and the service while they are computed, which holds on a busy machine.
func (b *bench) value(ctx context.Context) error {
	fmt.Printf("\n%-41s %12s %8s %10s %8s %8s\n", "ms an answer, by copies", "computed", "target", "processor", "kept", "target")
	for _, size := range []int{1_000, 100_000, b.large} {
		a, err := b.newAccount(ctx, size)
		if err != nil {
			return err
		}
		if err := b.fillCopies(ctx, a); err != nil {
			return err
		}
		for _, path := range []string{"/api/collections/" + a.collection + "/statistics", "/api/dashboard", "/api/value", "/api/attention", "/api/collections?include=summary"} {
			computed, used, err := b.computed(ctx, a, path)
			if err != nil {
				return err
			}
			kept, err := b.latency(ctx, a.token, path)
			if err != nil {
				return err
			}
			fmt.Printf("%-9d %-31s %12.1f %8.0f %10.0f %8.2f %8.0f\n", size, path, computed, mayCompute[size], used, kept, mayKeep)
		}
	}
	return nil
}

// computed is the median time of an answer after a change of the account, and the
// processor time that one takes on average.
func (b *bench) computed(ctx context.Context, a account, path string) (median, used float64, err error) {
	const times = 5
	var took []float64
	for n := range times {
		if _, err := b.make("/api/locations", a, map[string]any{"name": fmt.Sprint("Shelf ", n)}); err != nil {
			return 0, 0, err
		}
		before, err := b.used()
		if err != nil {
			return 0, 0, err
		}
		start := time.Now()
		if err := b.fetch(ctx, a.token, path); err != nil {
			return 0, 0, err
		}
		took = append(took, float64(time.Since(start).Microseconds())/1000)
		after, err := b.used()
		if err != nil {
			return 0, 0, err
		}
		used += float64((after - before).Milliseconds()) / times
	}
	slices.Sort(took)
	return took[len(took)/2], used, nil
}

// used is the processor time of PostgreSQL and the service so far.
func (b *bench) used() (time.Duration, error) {
	engine, err := b.database.used()
	return engine + processTime(b.service.Process.Pid), err
}

func (b *bench) fetch(ctx context.Context, token, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.service.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", path, res.Status)
	}
	return nil
}

// fillCopies gives each item a copy with a value, half of them with an earlier one, and
// every fifth cover. Triggers would take hours for what is known here.
func (b *bench) fillCopies(ctx context.Context, a account) error {
	_, err := b.database.query(ctx, fmt.Sprintf(`
		set session_replication_role = replica;
		update accounts set uninsured_above = 400000, currency = 'EUR' where id = %[1]s;
		insert into locations (account_id, name, emoji) select %[1]s, 'Shelf ' || n, '📦' from generate_series(1, 200) n;
		insert into copies (account_id, item_id, location_id, status, quantity, acquired_at, search, estimated_value, value_currency_code, valued_at, cost_amount, proceeds_amount, cost_currency_code)
		select %[1]s, i.id, (select min(id) from locations where account_id = %[1]s) + i.id %% 200, case when i.id %% 20 = 0 then 'sold' else 'owned' end, 1 + i.id %% 3,
			current_date - (i.id %% 1500)::int, '', (i.id * 7919) %% 500000, case when i.id %% 10 = 0 then 'USD' else 'EUR' end, current_date - (i.id %% 700)::int, 100, 0, 'EUR'
		from items i where i.account_id = %[1]s;
		insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence, superseded_at)
		select account_id, id, 'other', estimated_value, valued_at, value_currency_code, 'unknown', null from copies where account_id = %[1]s
		union all select account_id, id, 'other', estimated_value / 2, valued_at - 400, 'EUR', 'unknown', valued_at from copies where account_id = %[1]s and id %% 2 = 0;
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, starts_at, ends_at, is_scheduled_item)
		select account_id, id, 'Lloyd’s', 300000, 'active', 'EUR', 'EUR', current_date - 100, current_date + (id %% 2000)::int, false from copies where account_id = %[1]s and id %% 5 = 0;
		insert into totals (account_id, list, parent_id, slot, n) select %[1]s, 'copies', 0, 0, count(*) from copies where account_id = %[1]s
		on conflict (account_id, list, parent_id, slot) do update set n = excluded.n;
		insert into collection_sums (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
		select %[1]s, %[2]s, value_currency_code, 0, count(*), count(*) filter (where status = 'owned'), sum(quantity) filter (where status = 'owned'),
			sum(estimated_value * quantity) filter (where status = 'owned') from copies where account_id = %[1]s group by 3;
		insert into exchange_rates (date, base, currency_code, rate) values (current_date, 'EUR', 'USD', 1.1) on conflict do nothing`, a.id, a.collection))
	if err == nil {
		_, err = b.database.query(ctx, `vacuum analyze`)
	}
	return err
}

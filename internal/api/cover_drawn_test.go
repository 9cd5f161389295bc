package api

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/postgres/people"
	"vitrine/internal/testkind"
)

// held is a copy of a drawn account, with what is due of it when the policies come: nothing is known if a
// rate is missing.
type held struct {
	ID, Place, Collection int64
	Code                  *string
	Value                 *int64
	Held                  bool
	Records               []struct {
		Code string
		Sum  int64
	}
	due *big.Int
}

// activePolicy is an active policy.
type activePolicy struct {
	ID                          int64
	Code                        string
	Sum                         int64
	Collections, Places, Copies []int64
}

// divided is what the policies of a copy pay: what they cover in the currency of the copy, and in their own.
type divided struct {
	Policies, Shares, Paid []int64
	Rest                   *int64
}

// drawnSQL fills an account by chance: copies of all statuses in five currencies and places, one in ten borrowed; records and
// policies of all statuses, some not yet or no longer in force, and policies that name things twice.
const drawnSQL = `
	select setseed(%[2]f);
	insert into collections (account_id, name, emoji, visibility, currency) select %[1]d, 'c', 'x', 'private', 'EUR' from generate_series(1, 3);
	insert into items (account_id, collection_id, name, sort_name, search) select %[1]d, c.id, 'i', 'i', '' from collections c, generate_series(1, 3) where c.account_id = %[1]d;
	insert into locations (account_id, name, emoji) select %[1]d, 'l', 'x' from generate_series(1, 2);
	insert into locations (account_id, name, emoji, parent_id) select %[1]d, 'l', 'x', l.id from locations l, generate_series(1, 2) where l.account_id = %[1]d and l.parent_id is null;
	insert into copies (account_id, item_id, status, quantity, search, borrowed, location_id, estimated_value, value_currency_code, valued_at)
		select %[1]d, i.id, (array['owned', 'owned', 'owned', 'loaned', 'other', 'sold', 'ordered', 'lost'])[ceil(random() * 8)], ceil(random() * 3), '', random() < 0.1,
			case when random() < 0.7 then (select id from locations where account_id = %[1]d and n > 0 order by random() limit 1) end, v.value, case when v.value is not null then (array['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'CHF'])[ceil(random() * v.codes)] end, case when v.value is not null then current_date end
		from items i, generate_series(1, 4) n cross join lateral (select case when random() < 0.85 and n > 0 then floor(random() * 5) * floor(random() * 500) end::bigint as value, 5 + (%[1]d + n) %% 2 as codes) v where i.account_id = %[1]d;
	insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, starts_at, ends_at, is_scheduled_item)
		select %[1]d, c.id, 'p', floor(random() * 2) * 800, (array['active', 'active', 'active', 'pending'])[ceil(random() * 4)], (array['EUR', 'EUR', 'USD', 'JPY', 'CHF'])[ceil(random() * 5)], 'EUR',
			case d.n when 0 then current_date + 1 end, case d.n when 1 then current_date - 2 when 2 then current_date end, false
		from copies c cross join lateral (select floor(random() * 8)::int as n where c.id > 0) d where c.account_id = %[1]d and random() < 0.4;
	insert into policies (account_id, name, name_key, provider, insured_value, currency_code, deductible_currency_code, status, starts_at, ends_at)
		select %[1]d, 'p', 'p', 'p', floor(random() * 4) * floor(random() * 1500), (array['EUR', 'EUR', 'USD', 'JPY', 'CHF'])[ceil(random() * (4 + (random() < 0.2)::int))], 'EUR', (array['active', 'active', 'active', 'expired'])[ceil(random() * 4)],
			case when random() < 0.1 then current_date + 1 end, case when random() < 0.1 then current_date + 1 end from generate_series(1, (1 + floor(random() * 6))::int);
	insert into policy_collections (account_id, policy_id, collection_id) select %[1]d, p.id, c.id from policies p join collections c on c.account_id = %[1]d where p.account_id = %[1]d and random() < 0.25;
	insert into policy_locations (account_id, policy_id, location_id) select %[1]d, p.id, l.id from policies p join locations l on l.account_id = %[1]d where p.account_id = %[1]d and random() < 0.15;
	insert into policy_copies (account_id, policy_id, copy_id) select %[1]d, p.id, c.id from policies p join copies c on c.account_id = %[1]d where p.account_id = %[1]d and random() < 0.1;
	update accounts set currency = 'EUR', uninsured_above = null, under_insured_percent = 100 where id = %[1]d`

// drawnAccount draws an account, and reads what was drawn.
func drawnAccount(t *testing.T, h *harness, seed int) (u *person, account int64, copies []*held, policies []activePolicy, inside map[int64]int64) {
	t.Helper()
	u = h.Owner(t)
	account = scalar[int64](t, h, `select account_id from users where email = $1`, u.Email)
	apitest.Exec(t, h, fmt.Sprintf(drawnSQL, account, float64(seed%1000)/1000))
	read := func(into any, sql string) {
		if err := json.Unmarshal(scalar[[]byte](t, h, `select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (`+sql+`) s`, account), into); err != nil {
			t.Fatal(err)
		}
	}
	read(&copies, `select c.id, coalesce(c.location_id, 0) as place, i.collection_id as collection, c.value_currency_code as code, c.estimated_value * c.quantity as value,
		c.status in ('owned', 'loaned', 'other') and not c.borrowed as held, (select coalesce(jsonb_agg(jsonb_build_object('code', r.currency_code, 'sum', r.insured_value)), '[]') from insurance_records r
			where r.copy_id = c.id and r.status = 'active' and coalesce(r.starts_at, current_date) <= current_date and coalesce(r.ends_at, current_date) >= current_date) as records
		from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 order by c.id`)
	read(&policies, `select p.id, p.currency_code as code, p.insured_value as sum, array(select collection_id from policy_collections where policy_id = p.id) as collections,
		array(select location_id from policy_locations where policy_id = p.id) as places, array(select copy_id from policy_copies where policy_id = p.id) as copies
		from policies p where p.account_id = $1 and p.status = 'active' and coalesce(p.starts_at, current_date) <= current_date and coalesce(p.ends_at, current_date) >= current_date order by p.id`)
	var places []struct{ ID, Parent int64 }
	read(&places, `select id, parent_id as parent from locations where account_id = $1 and parent_id is not null`)
	inside = map[int64]int64{}
	for _, p := range places {
		inside[p.ID] = p.Parent
	}
	return u, account, copies, policies, inside
}

func (p activePolicy) names(c *held, inside map[int64]int64) bool {
	for at := c.Place; at != 0; at = inside[at] {
		if slices.Contains(p.Places, at) {
			return true
		}
	}
	return slices.Contains(p.Collections, c.Collection) || slices.Contains(p.Copies, c.ID)
}

// divide goes from policy to policy, and from copy to copy, by the rules.
func divide(copies []*held, policies []activePolicy, inside map[int64]int64) map[int64]*divided {
	found := map[int64]*divided{}
	copies = slices.DeleteFunc(slices.Clone(copies), func(c *held) bool { return !c.Held })
	for _, c := range copies {
		if c.Value == nil {
			continue
		}
		own := new(big.Int)
		for _, r := range c.Records {
			if worth := worthIn(big.NewRat(r.Sum, 1), r.Code, *c.Code); worth == nil {
				own = nil
				break
			} else {
				own.Add(own, big.NewInt(rounded(worth)))
			}
		}
		if own != nil {
			c.due = new(big.Int).Sub(big.NewInt(*c.Value), own)
			if c.due.Sign() < 0 {
				c.due.SetInt64(0)
			}
		}
	}
	for _, p := range policies {
		for _, c := range copies {
			if p.names(c, inside) && c.due != nil && c.due.Sign() > 0 && worthIn(big.NewRat(1, 1), *c.Code, p.Code) == nil {
				c.due = nil
			}
		}
	}
	worth := func(c *held) *big.Rat {
		if c.Value == nil {
			return nil
		}
		return worthIn(big.NewRat(*c.Value, 1), *c.Code, "EUR")
	}
	slices.SortStableFunc(copies, func(a, b *held) int {
		x, y := worth(a), worth(b)
		if x == nil || y == nil {
			return map[bool]int{true: 1}[x == nil] - map[bool]int{true: 1}[y == nil]
		}
		return y.Cmp(x)
	})
	for _, p := range policies {
		purse := p.Sum
		for _, c := range copies {
			if !p.names(c, inside) {
				continue
			}
			if found[c.ID] == nil {
				found[c.ID] = &divided{}
			}
			d := found[c.ID]
			d.Policies = append(d.Policies, p.ID)
			if c.due == nil {
				continue
			}
			share, paid := int64(0), int64(0)
			if c.due.Sign() > 0 && purse > 0 {
				share, paid = c.due.Int64(), rounded(worthIn(new(big.Rat).SetInt(c.due), *c.Code, p.Code))
				if paid > purse {
					part := worthIn(big.NewRat(purse, 1), p.Code, *c.Code)
					share, paid = min(share, new(big.Int).Quo(part.Num(), part.Denom()).Int64()), purse
				}
			}
			d.Shares, d.Paid = append(d.Shares, share), append(d.Paid, paid)
			c.due.Sub(c.due, big.NewInt(share))
			purse -= paid
		}
	}
	for _, c := range copies {
		if d := found[c.ID]; d != nil && c.due != nil {
			d.Rest = new(c.due.Int64())
		}
	}
	return found
}

// ratesOfDrawn are those of coverRates.
func ratesOfDrawn(t *testing.T, h *harness) {
	t.Helper()
	today := time.Now().UTC().Truncate(24 * time.Hour)
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "EUR", CurrencyCode: "USD", Rate: "1.25", Date: today}, {Base: "EUR", CurrencyCode: "JPY", Rate: "160", Date: today}}); err != nil {
		t.Fatal(err)
	}
}

// What policies pay of each copy is what a plain computation says.
func TestPoliciesPayByThePlainRules(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	ratesOfDrawn(t, h)
	split, partly := 0, 0
	for n := range testkind.Number(10, 2000) {
		_, account, copies, policies, inside := drawnAccount(t, h, n)
		want := divide(copies, policies, inside)
		var rows []struct {
			ID int64
			divided
		}
		if err := json.Unmarshal(scalar[[]byte](t, h, `select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (select copy_id as id, policy_ids as policies, shares, paid, rest from policy_cover($1, current_date)) s`, account), &rows); err != nil {
			t.Fatal(err)
		}
		if len(rows) != len(want) {
			t.Fatalf("account %d: %d copies, want %d", n, len(rows), len(want))
		}
		for _, row := range rows {
			w := want[row.ID]
			if w == nil || encoded(row.divided) != encoded(*w) {
				t.Fatalf("account %d, copy %d: %s, want %s", n, row.ID, encoded(row.divided), encoded(w))
			}
			payers := slices.DeleteFunc(slices.Clone(w.Shares), func(n int64) bool { return n == 0 })
			if len(payers) > 1 {
				split++
			}
			if len(payers) > 0 && *w.Rest > 0 {
				partly++
			}
		}
	}
	if split == 0 || partly == 0 {
		t.Errorf("%d copies were divided among policies, %d covered in part: the draw shows too little", split, partly)
	}
}

// The sums that pages show, the rows of the lists of gaps and the rows of a pack say the same.
func TestGapsAgree(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t))
	ratesOfDrawn(t, h)
	for n := range testkind.Number(5, 500) {
		u, _, _, _, _ := drawnAccount(t, h, n)
		token := identity.HashToken(u.Token)
		actor, _, err := people.Actor(t.Context(), h.DB, token)
		if err != nil {
			t.Fatal(err)
		}
		r, err := h.DB.Scope(postgres.ByToken(token, actor)).View(identity.View)
		if err != nil {
			t.Fatal(err)
		}
		board := u.Send(t, "GET", "/api/dashboard", nil).Want(t, http.StatusOK)
		listed, inGap := map[int64]int64{}, map[string]int64{}
		for _, kind := range catalog.GapKinds {
			page, err := ledger.GapCopies(t.Context(), r, catalog.GapFilter{Kind: kind}, catalog.Paging{Number: 1, PerPage: 100})
			if err != nil {
				t.Fatal(err)
			}
			sums := map[string]int64{}
			for _, c := range page.Items {
				sums[c.CurrencyCode] += c.Gap
				inGap[c.CurrencyCode] += c.Gap
				listed[c.CopyID] += c.Gap
			}
			same(t, kind+" listed", int64(len(page.Items)), page.Total)
			same(t, fmt.Sprint("account ", n, ": ", kind), notZero(sums), partsOf(t, board, "data.attributes.cover."+kind))
		}
		packed, unknown := map[int64]int64{}, int64(0)
		packedSums := map[string]int64{}
		var head catalog.PackHead
		err = exchange.Pack(t.Context(), r, catalog.PackFilter{}, func(h catalog.PackHead) error { head = h; return nil }, func(c *catalog.PackCopy) error {
			gaps := head.Gaps(*c)
			worth, _ := c.Worth()
			switch {
			case slices.Contains(gaps, catalog.CoverUnknown):
				unknown++
			case slices.Contains(gaps, catalog.Uninsured), slices.Contains(gaps, catalog.UnderInsured):
				left := worth.Amount.Int64()
				for _, p := range c.Covering(head.Day) {
					left -= rounded(worthIn(big.NewRat(p.InsuredValue, 1), p.CurrencyCode, worth.CurrencyCode))
				}
				packed[c.CopyID] = left
				packedSums[worth.CurrencyCode] += left
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		same(t, fmt.Sprint("account ", n, ": the rows of the pack"), fmt.Sprint(packed), fmt.Sprint(listed))
		same(t, fmt.Sprint("account ", n, ": its sums"), notZero(packedSums), notZero(inGap))
		same(t, fmt.Sprint("account ", n, ": unknown"), unknown, int64(board.Dig(t, "data.attributes.cover.unknown_copies").(float64)))
	}
}

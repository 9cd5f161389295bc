package api

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/testkind"
)

// coverRates are worth of a unit in euros. Francs have no rate, and yen no cents.
var coverRates = map[string]string{"EUR": "1", "USD": "0.8", "JPY": "0.00625"}

// drawnCopy and drawnPolicy are what a random account was told.
type drawnCopy struct {
	id, collection, place string
	code                  string
	value                 int64
	records               map[string]int64 // the sums by currency
}

type drawnPolicy struct {
	id, code                    string
	sum                         int64
	collections, places, copies []string
}

func (p drawnPolicy) names(c drawnCopy, inside map[string]string) bool {
	for at := c.place; at != ""; at = inside[at] {
		if slices.Contains(p.places, at) {
			return true
		}
	}
	return slices.Contains(p.collections, c.collection) || slices.Contains(p.copies, c.id)
}

// worthIn converts minor units, exactly.
func worthIn(amount *big.Rat, of, to string) *big.Rat {
	if of == to {
		return amount
	}
	from, known := new(big.Rat).SetString(coverRates[of])
	into, also := new(big.Rat).SetString(coverRates[to])
	if !known || !also {
		return nil
	}
	digits := func(code string) *big.Rat {
		return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(catalog.MinorUnits(code))), nil))
	}
	worth := new(big.Rat).Mul(amount, from)
	worth.Quo(worth, into).Mul(worth, digits(to))
	return worth.Quo(worth, digits(of))
}

func rounded(r *big.Rat) int64 {
	s, _ := new(big.Int).SetString(r.FloatString(0), 10) // half away from zero
	return s.Int64()
}

// plainCover divides the value of copies by the three rules, policy by policy.
func plainCover(copies []drawnCopy, policies []drawnPolicy, inside map[string]string) (covered, above, uninsured, unknown map[string]int64, of map[string]map[string]int64) {
	covered, above, uninsured, unknown, of = map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]map[string]int64{}
	left, odd := map[string]int64{}, map[string]bool{}
	for _, c := range copies {
		own := int64(0)
		for code, sum := range c.records {
			worth := worthIn(big.NewRat(sum, 1), code, c.code)
			odd[c.id] = odd[c.id] || worth == nil
			if worth != nil {
				own += rounded(worth)
			}
		}
		left[c.id] = max(0, c.value-own)
		for _, p := range policies {
			odd[c.id] = odd[c.id] || left[c.id] > 0 && p.names(c, inside) && worthIn(big.NewRat(1, 1), c.code, p.code) == nil
		}
	}
	slices.SortStableFunc(copies, func(a, b drawnCopy) int {
		x, y := worthIn(big.NewRat(a.value, 1), a.code, "EUR"), worthIn(big.NewRat(b.value, 1), b.code, "EUR")
		if x == nil || y == nil {
			return map[bool]int{true: 1}[x == nil] - map[bool]int{true: 1}[y == nil]
		}
		return y.Cmp(x)
	})
	named := map[string]bool{}
	for _, p := range policies {
		purse := p.sum
		for _, c := range copies {
			if !p.names(c, inside) {
				continue
			}
			named[c.id] = true
			if odd[c.id] || left[c.id] == 0 || purse == 0 {
				continue
			}
			if want := rounded(worthIn(big.NewRat(left[c.id], 1), c.code, p.code)); want <= purse {
				purse, left[c.id] = purse-want, 0
				continue
			}
			share := worthIn(big.NewRat(purse, 1), p.code, c.code)
			left[c.id] -= min(left[c.id], new(big.Int).Quo(share.Num(), share.Denom()).Int64())
			purse = 0
		}
	}
	for _, c := range copies {
		if of[c.collection] == nil {
			of[c.collection] = map[string]int64{}
		}
		switch {
		case odd[c.id]:
			unknown[c.code] += c.value
		case named[c.id]:
			above[c.code] += left[c.id]
		default:
			uninsured[c.code] += left[c.id]
		}
		if !odd[c.id] {
			covered[c.code] += c.value - left[c.id]
			of[c.collection][c.code] += c.value - left[c.id]
		}
	}
	return covered, above, uninsured, unknown, of
}

// In random accounts what is covered, above the sums, not insured and unknown is what a plain
// computation says, and adds up to the value.
func TestCoverAddsUp(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	today := time.Now().UTC().Truncate(24 * time.Hour)
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "EUR", CurrencyCode: "USD", Rate: "1.25", Date: today}, {Base: "EUR", CurrencyCode: "JPY", Rate: "160", Date: today}}); err != nil {
		t.Fatal(err)
	}
	for n := range testkind.Number(8, 1000) {
		drawCover(t, h, rand.New(rand.NewPCG(7, uint64(n))))
	}
}

func drawCover(t *testing.T, h *harness, c *rand.Rand) {
	t.Helper()
	u := h.Owner(t)
	u.Send(t, "PATCH", "/api/account", M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	codes := []string{"EUR", "EUR", "USD", "JPY", "CHF"}
	code := func() string { return codes[c.IntN(len(codes)-c.IntN(2))] }
	room := u.Make(t, "/api/locations", M{"name": "Room"})
	shelf := u.Make(t, "/api/locations", M{"name": "Shelf", "parent_id": room})
	places, inside := []string{"", room, shelf}, map[string]string{shelf: room}
	var copies []drawnCopy
	var collections []string
	for range 1 + c.IntN(3) {
		in := code()
		collection := u.Make(t, "/api/collections", M{"name": "x", "visibility": "private", "currency": in})
		collections = append(collections, collection)
		item := u.Make(t, "/api/collections/"+collection+"/items", M{"name": "x"})
		for range c.IntN(4) {
			d := drawnCopy{collection: collection, code: in, value: int64(c.IntN(5) * c.IntN(500)), place: places[c.IntN(3)], records: map[string]int64{}}
			body := M{"estimated_value": d.value}
			if d.place != "" {
				body["location_id"] = d.place
			}
			d.id = u.Make(t, "/api/items/"+item+"/copies", body)
			for range c.IntN(2) {
				of, sum := code(), int64(c.IntN(800))
				d.records[of] = sum
				u.Make(t, "/api/copies/"+d.id+"/insurance-records", M{"provider": "x", "insured_value": sum, "currency_code": of})
			}
			copies = append(copies, d)
		}
	}
	var policies []drawnPolicy
	for range c.IntN(4) {
		p := drawnPolicy{code: code(), sum: int64(c.IntN(2000)), collections: []string{collections[c.IntN(len(collections))]}}
		switch c.IntN(3) {
		case 0:
			p.collections, p.places = nil, []string{places[1+c.IntN(2)]}
		case 1:
			if len(copies) > 0 {
				p.collections, p.copies = nil, []string{copies[c.IntN(len(copies))].id}
			}
		}
		p.id = u.Make(t, "/api/policies", M{"name": "x", "provider": "x", "insured_value": p.sum, "currency_code": p.code, "collection_ids": p.collections, "location_ids": p.places, "copy_ids": p.copies})
		policies = append(policies, p)
	}
	covered, above, uninsured, unknown, of := plainCover(copies, policies, inside)
	board := u.Send(t, "GET", "/api/dashboard", nil).Want(t, http.StatusOK)
	for name, want := range map[string]map[string]int64{"covered": covered, "above": above, "uninsured": uninsured, "unknown": unknown} {
		same(t, fmt.Sprint(name, " of ", copies, policies), partsOf(t, board, "data.attributes.cover."+name), notZero(want))
	}
	sum, complete := int64(0), true
	for _, name := range []string{"covered", "above", "uninsured", "unknown"} {
		amount, ok := board.Dig(t, "data.attributes.cover."+name+".amount").(float64)
		sum, complete = sum+int64(amount), complete && ok
	}
	if value := board.Dig(t, "data.attributes.totals.value.amount"); complete && value != nil {
		same(t, "the sum", value, sum)
	}
	for _, id := range collections {
		same(t, "covered in a collection", partsOf(t, u.Send(t, "GET", "/api/collections/"+id+"/statistics", nil).Want(t, http.StatusOK), "data.attributes.cover.covered"), notZero(of[id]))
	}
}

// partsOf are the parts of a sum by currency; notZero are those that are not zero.
func partsOf(t *testing.T, r response, path string) string {
	t.Helper()
	all := map[string]int64{}
	list, _ := r.Dig(t, path+".parts").([]any)
	for _, part := range list {
		amount, _ := part.(M)["amount"].(float64)
		all[part.(M)["currency_code"].(string)] = int64(amount)
	}
	return notZero(all)
}

func notZero(all map[string]int64) string {
	maps.DeleteFunc(all, func(_ string, n int64) bool { return n == 0 })
	return fmt.Sprint(all)
}

// The database counts the digits of currencies as the catalogue does.
func TestMinorUnitsAreTheSame(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, code := range []string{"EUR", "USD", "JPY", "ISK", "XAU", "XDR", "BHD", "TND", "CLF", "UYW", "CHF"} {
		same(t, code, scalar[int64](t, h, `select minor_units($1)::bigint`, code), int64(catalog.MinorUnits(code)))
	}
}

package api

import (
	"testing"
)

func estimated(amount int64, day string) M {
	return M{"type": "user_estimate", "amount": amount, "valued_at": day}
}

// The value of a copy is that of its newest valuation, times its quantity.
func TestTheNewestValuationCounts(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.do("PATCH", l.piece(), M{"quantity": 3})
	l.do("POST", l.records("valuations"), estimated(500, "2026-01-02"))
	l.is(M{"estimated_value": 500, "value": 1500, "value_currency_code": "EUR", "valued_at": on("2026-01-02")})
	twin := l.Make(t, l.records("valuations"), M{"type": "other", "amount": 700, "valued_at": "2026-01-02", "currency_code": "usd"})
	l.is(M{"estimated_value": 700, "value_currency_code": "USD"})
	l.do("POST", l.records("valuations"), estimated(9, "2020-01-02"))
	l.is(M{"estimated_value": 700})
	l.do("DELETE", l.records("valuations")+"/"+twin, nil)
	l.is(M{"estimated_value": 500, "value": 1500})
	l.refused("POST", l.records("valuations"), estimated(1, fromToday(2)), "valued_at")
	l.do("POST", l.records("valuations"), estimated(1, fromToday(1)))
}

func TestAValueIsWrittenToACopy(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.do("POST", l.records("valuations"), M{"type": "other", "amount": 700, "valued_at": "2024-01-01", "currency_code": "JPY"})
	for _, body := range []M{{"estimated_value": 700}, {"estimated_value": nil}, {"note": "x"}} {
		same(t, "an unchanged value", l.do("PUT", l.piece(), body)["estimated_value"], any(700.0))
	}
	same(t, "valuations", l.Send(t, "GET", l.records("valuations"), nil).Dig(t, "meta.total"), any(1.0))
	l.do("PATCH", l.piece(), M{"estimated_value": 701})
	l.is(M{"estimated_value": 701, "value_currency_code": "JPY", "valued_at": on(fromToday(0))})
	made := l.do("POST", "/api/items/"+l.item+"/copies", M{"estimated_value": 300, "quantity": 2})
	same(t, "the value of a new copy", made["value"], any(600.0))
	l.do("POST", l.records("valuations"), estimated(5, fromToday(1))) // newer than an estimate of today
	same(t, "the value", l.do("PATCH", l.piece(), M{"estimated_value": 6})["estimated_value"], any(5.0))
}

func TestAValueHasALimit(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	const most = 999_999_999_999_999
	l.do("PATCH", l.piece(), M{"quantity": 10})
	l.refused("POST", l.records("valuations"), estimated(most, "2026-01-02"), "amount")
	l.refused("PATCH", l.piece(), M{"estimated_value": most}, "estimated_value")
	l.do("PATCH", l.piece(), M{"quantity": 9})
	l.do("POST", l.records("valuations"), estimated(most, "2026-01-02"))
	l.refused("PATCH", l.piece(), M{"quantity": 10}, "quantity")
	l.refused("POST", l.records("valuations"), estimated(most+1, "2026-01-02"), "amount")
}

func TestAConditionStaysUntilItIsCleared(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	grade := l.Make(t, conditions, M{"name": "Fine"})
	l.do("PUT", l.piece(), M{"item_condition_id": grade})
	l.do("PUT", l.piece(), M{"note": "by an older client"})
	l.is(M{"item_condition_id": grade, "note": "by an older client"})
	l.do("PATCH", l.piece(), M{"item_condition_id": nil})
	l.is(M{"item_condition_id": nil})
	l.do("PATCH", l.piece(), M{"item_condition_id": grade})
	l.do("DELETE", conditions+"/"+grade, nil)
	l.is(M{"item_condition_id": nil})
	l.refused("PATCH", l.piece(), M{"item_condition_id": grade}, "item_condition_id")
}

// The copy's ETag changes only if something that it shows does.
func TestARecordThatTellsNothingNewLeavesTheCopy(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.do("POST", l.records("valuations"), estimated(10, "2024-06-01"))
	was := l.Send(t, "GET", l.piece(), nil).Header.Get("ETag")
	l.do("POST", l.records("valuations"), estimated(10, "2020-01-01"))
	l.do("POST", l.records("insurance-records"), M{"provider": "x", "insured_value": 1})
	same(t, "ETag", l.Send(t, "GET", l.piece(), nil).Header.Get("ETag"), was)
}

func TestWhatATransactionDoes(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	deals := l.records("transactions")
	l.do("PUT", l.piece(), M{"status": "ordered"})
	same(t, "a total", l.do("POST", deals, M{"type": "purchase", "occurred_at": "2026-01-05", "amount": 400})["total"], any(400.0))
	l.is(M{"status": "owned", "acquired_at": on("2026-01-05"), "cost_amount": 400, "gain_amount": nil})
	l.do("POST", l.records("valuations"), estimated(500, "2026-01-05"))
	l.is(M{"gain_amount": 100, "gain_currency_code": "EUR"})
	same(t, "a total", l.do("POST", deals, M{"type": "sale", "occurred_at": "2026-01-06", "amount": 900, "fee_amount": 100})["total"], any(800.0))
	l.is(M{"status": "sold", "disposed_at": on("2026-01-06"), "proceeds_amount": 800, "gain_amount": 400})
	fee := l.Make(t, deals, M{"type": "fee", "occurred_at": "2026-01-06", "amount": 1, "currency_code": "USD"})
	l.is(M{"cost_amount": nil, "proceeds_amount": nil, "gain_amount": nil, "gain_currency_code": nil})
	l.do("PATCH", deals+"/"+fee, M{"currency_code": "EUR", "type": "refund"})
	l.is(M{"cost_amount": 399, "gain_amount": 401, "status": "sold"})
	l.do("PUT", l.piece(), M{})
	l.do("POST", deals, M{"type": "gift_given", "occurred_at": "2026-01-07", "update_copy": false})
	l.is(M{"status": "owned", "disposed_at": nil})
}

package api

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// valued makes an item with a copy and its valuations, by day.
func (l *library) valued(t *testing.T, name string, quantity int, valuations ...M) string {
	t.Helper()
	piece := l.Make(t, "/api/items/"+l.item(t, name, "", nil)+"/copies", M{"quantity": quantity})
	for _, v := range valuations {
		l.Make(t, "/api/copies/"+piece+"/valuations", v)
	}
	return piece
}

// Of held copies, the list has those whose value changed most since the first day, counting all pieces.
func TestMovers(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	before, within, now := fromToday(-800), fromToday(-100), fromToday(-1)
	l.valued(t, "up by 30", 3, estimated(10, before), estimated(20, now))
	l.valued(t, "up by 40", 1, estimated(60, within), estimated(100, now))
	l.valued(t, "down by 5", 1, estimated(15, before), estimated(30, within), estimated(10, now))
	l.valued(t, "level", 1, estimated(15, before), estimated(15, now))
	l.valued(t, "new", 1, estimated(500, now))
	l.valued(t, "another currency", 1, estimated(15, before), M{"type": "other", "amount": 9000, "valued_at": now, "currency_code": "JPY"})
	l.valued(t, "long ago", 1, estimated(15, fromToday(-900)), estimated(90, before))
	sold := l.valued(t, "sold", 1, estimated(15, before), estimated(900, now))
	l.Send(t, "PATCH", "/api/copies/"+sold, M{"status": "sold"}).Want(t, http.StatusOK)
	elsewhere := newLibrary(t, l.person)
	elsewhere.valued(t, "in another collection", 1, estimated(1, before), estimated(2, now))
	named := func(query string) string {
		r := l.Send(t, "GET", "/api/value?include=movers"+query, nil).Want(t, http.StatusOK)
		var names []string
		for _, way := range []string{"up", "down"} {
			for _, m := range r.Dig(t, "data.movers."+way).([]any) {
				names = append(names, m.(M)["item_name"].(string))
			}
		}
		return strings.Join(names, ", ")
	}
	same(t, "movers", named(""), "up by 40, up by 30, in another collection, down by 5")
	same(t, "movers of a collection", named("&collection_id="+elsewhere.collection), "in another collection")
	found := l.Send(t, "GET", "/api/value?include=movers", nil).Want(t, http.StatusOK)
	if tag := found.Header.Get("ETag"); tag != "" {
		t.Errorf("an answer with more than the attributes has the ETag %s", tag)
	}
	second := found.Dig(t, "data.movers.up").([]any)[1].(M)
	same(t, "from, to and change of three pieces", []any{second["from"], second["to"], second["change"]}, []any{30.0, 60.0, 30.0})
	lately := "&from=" + time.Now().UTC().AddDate(0, -2, 0).Format("2006-01") // after the price of the third had doubled
	fell := l.Send(t, "GET", "/api/value?include=movers"+lately, nil).Want(t, http.StatusOK).Dig(t, "data.movers.down").([]any)[0].(M)
	same(t, "change since then", fell["change"], -20.0)
	l.Send(t, "GET", "/api/value?include=shakers", nil).Want(t, http.StatusUnprocessableEntity)
	stranger := newLibrary(t, server(t).Owner(t))
	same(t, "movers of another account", len(stranger.Send(t, "GET", "/api/value?include=movers", nil).Dig(t, "data.movers.up").([]any)), 0)
}

// A record counts from its first to its last day while its copy is held, even if it has expired since.
func TestInsuredOverTime(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	month := func(back int) time.Time {
		now := time.Now().UTC()
		return time.Date(now.Year(), now.Month()-time.Month(back), 1, 0, 0, 0, 0, time.UTC)
	}
	piece := "/api/copies/" + l.valued(t, "Leica", 1)
	insure := func(of string, amount int, status, from, to string) {
		t.Helper()
		l.Make(t, of+"/insurance-records", M{"provider": "Hiscox", "insured_value": amount, "status": status, "starts_at": from, "ends_at": to})
	}
	insure(piece, 100, "active", month(2).Format(time.DateOnly), "")
	insure(piece, 10, "expired", month(3).Format(time.DateOnly), month(1).AddDate(0, 0, -1).Format(time.DateOnly))
	insure(piece, 1, "cancelled", "", "")
	insure(piece, 1, "expired", "", "")
	sold := "/api/copies/" + l.valued(t, "Nikon", 1)
	insure(sold, 1000, "active", "", "")
	l.Send(t, "PATCH", sold, M{"status": "sold", "disposed_at": month(1).Format(time.DateOnly)}).Want(t, http.StatusOK)
	r := l.Send(t, "GET", "/api/value?include=insured&from="+month(4).Format("2006-01"), nil).Want(t, http.StatusOK)
	var sums []any
	for i, p := range r.Dig(t, "data.insured").([]any) {
		sums = append(sums, p.(M)["value"].(M)["amount"])
		same(t, "day", p.(M)["date"], r.Dig(t, "data.attributes.points").([]any)[i].(M)["date"])
	}
	same(t, "insured by month", sums, []any{1000.0, 1010.0, 1110.0, 100.0, 100.0})
}

// Copies not valued since a day are sorted by their last valuation; those never valued come last.
func TestCopiesThatWereNotValuedLately(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	never, old, older, fresh := l.valued(t, "never", 1), l.valued(t, "old", 1, estimated(1, "2024-05-01")), l.valued(t, "older", 1, estimated(1, "2020-01-01")), l.valued(t, "fresh", 1, estimated(1, fromToday(0)))
	gone := l.valued(t, "gone", 1)
	l.Send(t, "PATCH", "/api/copies/"+gone, M{"status": "lost"}).Want(t, http.StatusOK)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"valued_before=2024-05-02", []string{never, old, older, gone}},
		{"valued_before=2024-05-01", []string{never, older, gone}},
		{"valued_before=2024-05-02&held=true&sort=valued_at", []string{older, old, never}},
		{"held=true&sort=-valued_at", []string{fresh, old, older, never}},
		{"valued_before=2024-05-02&held=true&sort=valued_at&collection_id=" + l.collection, []string{older, old, never}},
	} {
		same(t, c.query, l.Send(t, "GET", "/api/copies?"+c.query, nil).Want(t, http.StatusOK).Listed(t), c.want)
		same(t, c.query+" by cursors", byCursors(t, l.person, "/api/copies?per_page=1&"+c.query), c.want)
	}
	for _, query := range []string{"valued_before=yesterday", "held=perhaps", "sort=luck"} {
		l.Send(t, "GET", "/api/copies?"+query, nil).Want(t, http.StatusUnprocessableEntity)
	}
}

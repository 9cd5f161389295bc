package api

import (
	"net/http"
	"strings"
	"testing"
)

func (l life) lend(more M) string {
	l.t.Helper()
	body := M{"direction": "outgoing", "party": "Museum", "loaned_at": "2026-01-05"}
	for name, value := range more {
		body[name] = value
	}
	return l.records("loans") + "/" + l.Make(l.t, l.records("loans"), body)
}

func TestALoanIsReturnedOnce(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	loan := l.lend(nil)
	l.is(M{"status": "loaned"})
	l.refused("POST", l.records("loans"), M{"direction": "outgoing", "party": "Museum", "loaned_at": "2026-01-05"}, "copy")
	l.refused("POST", l.records("transactions"), M{"type": "sale", "occurred_at": "2026-01-06", "amount": 900}, "copy")
	l.refused("PATCH", l.piece(), M{"status": "owned"}, "status")
	l.do("PUT", l.piece(), M{"note": "n"})
	l.is(M{"status": "loaned", "note": "n"})
	same(t, "a late one", l.do("PATCH", loan, M{"due_at": "2026-01-07"})["status"], any("overdue"))
	same(t, "the day of return", shownAs(l.do("POST", loan+"/return", M{})["returned_at"]), shownAs(on(fromToday(0))))
	l.is(M{"status": "owned"})
	l.refused("POST", loan+"/return", M{}, "loan")
	l.do("PATCH", l.piece(), M{"status": "sold"})
	l.refused("POST", l.records("loans"), M{"direction": "outgoing", "party": "Museum", "loaned_at": "2026-01-05"}, "copy")
}

// The end of a loan decides the status of the copy.
func TestALoanEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		direction string
		end       M
		status    string
	}{
		{"outgoing", M{"status": "cancelled"}, "owned"}, {"outgoing", M{"status": "lost"}, "lost"}, {"outgoing", M{"status": "planned"}, "owned"},
		{"outgoing", M{"status": "returned", "returned_at": "2026-01-09"}, "owned"}, {"outgoing", nil, "owned"}, {"outgoing", M{"direction": "incoming"}, "owned"},
		{"incoming", M{"status": "cancelled"}, "owned"}, {"incoming", M{"status": "lost"}, "lost"}, {"incoming", nil, "owned"},
		{"incoming", M{"status": "returned", "returned_at": "2026-01-09"}, "disposed"}, {"incoming", M{"direction": "outgoing"}, "loaned"},
	} {
		l := aLife(t)
		loan := l.lend(M{"direction": c.direction})
		l.is(M{"borrowed": c.direction == "incoming"})
		if c.end == nil {
			l.do("DELETE", loan, nil)
		} else {
			l.do("PATCH", loan, c.end)
		}
		l.is(M{"status": c.status, "borrowed": c.end["direction"] == "incoming"})
	}
	l := aLife(t)
	loan := l.lend(nil)
	l.do("PATCH", l.piece(), M{"status": "stolen"})
	same(t, "the loan of what was stolen", l.do("GET", loan, nil)["status"], any("lost"))
}

// A concurrent sale and loan exclude each other.
func TestASaleOrALoan(t *testing.T) {
	t.Parallel()
	for range 5 {
		l := aLife(t)
		made := atOnce(6, func(i int) response {
			if i%2 == 0 {
				return l.Send(t, "POST", l.records("transactions"), M{"type": "sale", "occurred_at": "2026-01-05"})
			}
			return l.Send(t, "POST", l.records("loans"), M{"direction": "outgoing", "party": "x", "loaned_at": "2026-01-05"})
		})
		if status := l.do("GET", l.piece(), nil)["status"]; status == "loaned" && made[http.StatusCreated] != 1 || status != "loaned" && status != "sold" {
			t.Errorf("the copy is %s after %v", status, made)
		}
	}
}

func TestACopyIsWhereItsStaySays(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	attic, cellar := l.Make(t, "/api/locations", M{"name": "Attic"}), l.Make(t, "/api/locations", M{"name": "Cellar"})
	stays := l.records("location-history")
	l.do("PATCH", l.piece(), M{"location_id": attic})
	same(t, "a stay", l.Send(t, "GET", stays, nil).Dig(t, "data.0.attributes.location_name"), any("Attic"))
	l.Send(t, "POST", stays, M{"location_id": attic, "moved_at": "2026-01-02"}).Want(t, http.StatusOK)
	l.refused("POST", stays, M{"location_id": cellar, "moved_at": "2026-01-02"}, "moved_at")
	open := l.Make(t, stays, M{"location_id": cellar, "moved_at": fromToday(1)})
	l.is(M{"location_id": cellar})
	l.do("PATCH", l.piece(), M{"location_id": attic}) // on the day that the present stay began
	l.do("DELETE", stays+"/"+open, nil)
	l.is(M{"location_id": attic})
	l.refused("POST", stays, M{"moved_at": "2026-01-02"}, "moved_at")
	l.Send(t, "POST", stays, M{"moved_at": fromToday(1)}).Want(t, http.StatusOK)
	l.is(M{"location_id": nil})
	l.refused("POST", stays, M{"moved_at": fromToday(1)}, "location_id")
	past := l.Make(t, stays, M{"location_id": cellar, "moved_at": "2025-01-02", "moved_out_at": "2025-02-02"})
	l.refused("POST", stays, M{"location_id": cellar, "moved_at": "2025-01-20", "moved_out_at": "2025-03-02"}, "moved_at")
	l.do("POST", stays, M{"location_id": attic, "moved_at": "2025-02-02", "moved_out_at": "2025-03-02"})
	l.do("PATCH", l.piece(), M{"location_id": cellar})
	l.refused("PATCH", stays+"/"+past, M{"moved_out_at": nil}, "moved_out_at")
	l.do("DELETE", "/api/locations/"+cellar, nil)
	l.is(M{"location_id": nil})
	gone := l.do("GET", stays+"/"+past, nil)
	same(t, "what is left of a place", []any{gone["location_id"], gone["location_name"]}, []any{nil, "Cellar"})
	l.do("PUT", stays+"/"+past, gone) // what is shown can be sent back
}

func TestProvenanceFollowsItsSource(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	events := l.records("provenance-events")
	work := l.records("maintenance-records") + "/" + l.Make(t, l.records("maintenance-records"), M{"type": "repair", "title": "Hinge", "performed_at": "2026-01-05", "include_in_provenance": true})
	event, _ := l.do("GET", work, nil)["provenance_event_id"].(string)
	l.refused("PATCH", events+"/"+event, M{"title": "x"}, "provenance_event")
	l.refused("DELETE", events+"/"+event, nil, "provenance_event")
	l.do("PATCH", work, M{"performed_at": "2026-01-06"})
	same(t, "the day of the event", shownAs(l.do("GET", events+"/"+event, nil)["occurred_at"]), shownAs(on("2026-01-06")))
	loan := l.lend(M{"include_in_provenance": true})
	l.do("POST", loan+"/return", M{})
	same(t, "events", l.Send(t, "GET", events, nil).Dig(t, "meta.total"), any(3.0))
	l.do("PATCH", loan, M{"include_in_provenance": false})
	l.do("DELETE", work, nil)
	same(t, "events", l.Send(t, "GET", events, nil).Dig(t, "meta.total"), any(0.0))
	deal := l.Make(t, l.records("transactions"), M{"type": "other", "occurred_at": "2026-01-05"})
	l.do("POST", events, M{"type": "sale", "title": "Sold", "transaction_id": deal})
	l.refused("POST", events, M{"type": "sale", "title": "Sold", "transaction_id": deal}, "transaction_id")
}

func TestARecordJudgesTheCondition(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	fine, poor := l.Make(t, conditions, M{"name": "Fine"}), l.Make(t, conditions, M{"name": "Poor"})
	work := func(day, grade string) {
		l.do("POST", l.records("maintenance-records"), M{"type": "repair", "title": "x", "performed_at": day, "item_condition_after_id": grade})
	}
	work("2026-01-05", fine)
	work("2020-01-05", poor) // of the past
	l.is(M{"item_condition_id": fine})
	l.do("POST", l.lend(nil)+"/return", M{"item_condition_in_id": poor, "returned_at": "2026-01-05"})
	l.is(M{"item_condition_id": poor})
}

func TestDocumentsBelongToRecords(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	for kind, path := range map[string]string{"transaction": "transactions", "provenance_event": "provenance-events", "valuation": "valuations",
		"maintenance_record": "maintenance-records", "loan": "loans"} {
		body := M{"type": "other", "title": "x", "occurred_at": "2026-01-05", "amount": 1, "valued_at": "2026-01-05", "direction": "outgoing", "status": "planned", "party": "x", "loaned_at": "2026-01-05"}
		if kind == "maintenance_record" {
			body["type"] = "repair"
		}
		record := l.Make(t, l.records(path), body)
		paper := l.Make(t, l.records("documents"), M{"document_type": "other", "name": "x", "external_url": "https://example.org", "documentable_type": kind, "documentable_id": record})
		same(t, kind, l.do("GET", "/api/documents/"+paper, nil)["documentable_id"], any(record))
		l.refused("PATCH", "/api/documents/"+paper, M{"documentable_id": "999999999"}, "documentable_id")
		l.do("DELETE", l.records(path)+"/"+record, nil)
		l.Send(t, "GET", "/api/documents/"+paper, nil).Want(t, http.StatusNotFound)
	}
}

func TestTheTimelineTellsWhatMatters(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.do("POST", l.records("transactions"), M{"type": "purchase", "occurred_at": "2020-01-01", "amount": 5})
	l.do("POST", l.records("transactions"), M{"type": "fee", "occurred_at": "2020-01-02", "amount": 5})
	l.do("POST", l.records("provenance-events"), M{"type": "origin", "title": "Made"})
	l.do("POST", l.lend(M{"loaned_at": "2020-01-03", "include_in_provenance": true})+"/return", M{"returned_at": "2020-01-04"})
	told := func(query string) (ids []string) {
		list, _ := l.Send(t, "GET", l.records("history")+query, nil).Want(t, http.StatusOK).Dig(t, "data").([]any)
		for _, entry := range list {
			id, _ := entry.(M)["id"].(string)
			ids = append(ids, strings.TrimRight(strings.ReplaceAll(id, "-return", "+"), "0123456789"))
		}
		return ids
	}
	same(t, "what matters", len(told("")), 4)
	same(t, "everything", len(told("?view=complete")), 5)
	same(t, "the last", told("?view=complete&per_page=4&page=2"), []string{"provenance-"})
	same(t, "fees and loans", len(told("?view=complete&type[]=transaction&type[]=loan")), 4)
	l.Send(t, "GET", l.records("history")+"?type=nonsense", nil).Want(t, http.StatusUnprocessableEntity)
}

func TestTheLogTellsWhatChanged(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	newest := func(path string) M {
		entry, _ := l.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data.0.attributes").(M)
		return entry
	}
	l.do("PATCH", "/api/collections/"+l.collection+"/items/"+l.item, M{"name": "Thaler"})
	same(t, "a name", newest("/api/items/" + l.item + "/logs")["changes"], any([]any{M{"field": "name", "from": "Ducat", "to": "Thaler"}}))
	l.do("PATCH", "/api/collections/"+l.collection+"/items/"+l.item, M{})
	same(t, "nothing", newest("/api/items/" + l.item + "/logs")["changes"], any([]any{}))
	l.lend(nil)
	entry := newest("/api/copies/" + l.copy + "/logs")
	same(t, "the loan", []any{entry["action"], entry["object_type"]}, []any{"loan_created", "loan"})
	changes, _ := entry["changes"].([]any)
	same(t, "what became of the copy", changes[len(changes)-1], any(M{"field": "copy.status", "from": "owned", "to": "loaned"}))
	other := l.Make(t, "/api/items/"+l.item+"/copies", M{})
	id, _ := l.Send(t, "GET", "/api/copies/"+l.copy+"/logs", nil).Dig(t, "data.0.id").(string)
	l.Send(t, "GET", "/api/copies/"+other+"/logs/"+id, nil).Want(t, http.StatusNotFound)
	l.Send(t, "GET", "/api/items/"+l.item+"/logs/"+id, nil).Want(t, http.StatusOK)
}

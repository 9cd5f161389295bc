package api

import (
	"cmp"
	"maps"
	"slices"
)

func (m *modelled) day(most int) int { return most - m.random.IntN(5) }

func anyOf[T any](m *modelled, all map[string]T) string {
	ids := slices.Sorted(maps.Keys(all))
	if len(ids) == 0 {
		return "1"
	}
	return ids[m.random.IntN(len(ids))]
}

// act does something random, whatever the state of the model.
func (m *modelled) act() response {
	place := any(m.places[m.random.IntN(len(m.places))])
	if place == "" {
		place = nil
	}
	switch m.random.IntN(6) {
	case 0:
		return m.Send(m.t, "POST", m.records("valuations"), estimated(m.random.Int64N(1000), fromToday(m.day(1))))
	case 1:
		return m.Send(m.t, "POST", m.records("transactions"), M{"type": []string{"purchase", "sale", "fee"}[m.random.IntN(3)], "occurred_at": fromToday(m.day(1)), "amount": m.random.Int64N(1000)})
	case 2:
		return m.Send(m.t, "PATCH", m.piece(), M{"location_id": place})
	case 3:
		return m.Send(m.t, "POST", m.records("location-history"), M{"location_id": place, "moved_at": fromToday(m.day(1))})
	case 4:
		return m.Send(m.t, "PATCH", m.piece(), M{"status": []string{"owned", "lost", "loaned"}[m.random.IntN(3)], "quantity": 1 + m.random.IntN(9)})
	}
	return m.Send(m.t, "POST", m.records("loans"), M{"direction": []string{"outgoing", "incoming"}[m.random.IntN(2)], "party": "x", "loaned_at": fromToday(-5)})
}

// step does something, to the service and to the model.
func (m *modelled) step() {
	m.t.Helper()
	choice := m.random.IntN(100)
	switch {
	case choice < 15:
		v := worth{m.random.Int64N(1000), m.day(1)}
		m.expect("POST", m.records("valuations"), estimated(v.amount, fromToday(v.day)), true, func(id string) { m.valuations[id] = v })
	case choice < 22:
		id := anyOf(m, m.valuations)
		_, there := m.valuations[id]
		m.expect("DELETE", m.records("valuations")+"/"+id, nil, there, func(string) { delete(m.valuations, id) })
	case choice < 37:
		m.deal()
	case choice < 42:
		id := anyOf(m, m.deals)
		_, there := m.deals[id]
		m.expect("DELETE", m.records("transactions")+"/"+id, nil, there, func(string) { delete(m.deals, id) })
	case choice < 50:
		n := 1 + m.random.Int64N(50)
		m.expect("PATCH", m.piece(), M{"quantity": n}, true, func(string) { m.quantity = n })
	case choice < 58:
		m.write([]string{"owned", "ordered", "loaned", "sold", "lost", "other"}[m.random.IntN(6)])
	case choice < 78:
		m.move()
	case choice < 88:
		m.lend()
	default:
		m.end()
	}
	m.compare()
}

// expect sends a request, which succeeds or is refused as the model says.
func (m *modelled) expect(method, path string, body M, allowed bool, then func(id string)) {
	m.t.Helper()
	r := patiently(func() response { return m.Send(m.t, method, path, body) })
	if (r.StatusCode < 300) != allowed || r.StatusCode >= 500 {
		m.t.Errorf("%s %s %v: %s %s, and the model says %v: %+v", method, path, body, r.Status, r.Content, allowed, *m)
		return
	}
	if allowed {
		id := ""
		if len(r.Content) > 0 {
			id, _ = r.Dig(m.t, "data.id").(string)
		}
		then(id)
	}
}

func (m *modelled) active() (id string, l lent) {
	for id, l := range m.loans {
		if l.status == "active" {
			return id, l
		}
	}
	return "", lent{}
}

func (m *modelled) deal() {
	kinds := []string{"purchase", "sale", "gift_given", "refund", "fee", "inheritance", "other"}
	d := deal{kinds[m.random.IntN(len(kinds))], m.random.Int64N(1000)}
	day := m.day(1)
	leaves := map[string]string{"sale": "sold", "gift_given": "gifted"}[d.kind]
	id, _ := m.active()
	m.expect("POST", m.records("transactions"), M{"type": d.kind, "occurred_at": fromToday(day), "amount": d.total}, leaves == "" || id == "", func(id string) {
		m.deals[id] = d
		switch {
		case leaves != "":
			m.status, m.disposed = leaves, cmp.Or(m.disposed, &day)
		case d.kind == "purchase" || d.kind == "inheritance":
			m.acquired = cmp.Or(m.acquired, &day)
			if m.status == "ordered" {
				m.status = "owned"
			}
		}
	})
}

// write writes the status of the copy.
func (m *modelled) write(status string) {
	id, l := m.active()
	lent := l.direction == "outgoing"
	m.expect("PATCH", m.piece(), M{"status": status}, !lent || status == "loaned" || status == "lost", func(string) {
		m.status = status
		if lent && status == "lost" {
			l.status = "lost"
			m.loans[id] = l
		}
	})
}

func (m *modelled) open() int {
	return slices.IndexFunc(m.stays, func(s stayed) bool { return s.to == openEnd })
}

// move puts the copy somewhere, today by its location or on a day by a stay.
func (m *modelled) move() {
	place, open := m.places[m.random.IntN(len(m.places))], m.open()
	sent := any(place)
	if place == "" {
		sent = nil
	}
	there := open >= 0 && m.stays[open].place == place || open < 0 && place == ""
	if m.random.IntN(2) == 0 {
		day := 0
		for _, s := range m.stays {
			day = max(day, s.from)
			if s.to != openEnd {
				day = max(day, s.to)
			}
		}
		m.expect("PATCH", m.piece(), M{"location_id": sent}, true, func(string) {
			if !there {
				m.stays = moved(m.stays, open, place, day)
			}
		})
		return
	}
	day := m.day(1)
	next := moved(slices.Clone(m.stays), open, place, day)
	allowed := !overlap(next) && (open < 0 || m.stays[open].from <= day)
	m.expect("POST", m.records("location-history"), M{"location_id": sent, "moved_at": fromToday(day)}, there && place != "" || !there && allowed, func(string) {
		if !there {
			m.stays = next
		}
	})
}

func moved(stays []stayed, open int, place string, day int) []stayed {
	if open >= 0 {
		stays[open].to = day
	}
	if place != "" {
		stays = append(stays, stayed{place, day, openEnd})
	}
	return stays
}

func overlap(stays []stayed) bool {
	for i, a := range stays {
		for _, b := range stays[:i] {
			if a.from < b.to && b.from < a.to {
				return true
			}
		}
	}
	return false
}

func (m *modelled) lend() {
	l := lent{[]string{"outgoing", "incoming"}[m.random.IntN(2)], []string{"active", "active", "planned", "cancelled"}[m.random.IntN(4)]}
	id, _ := m.active()
	allowed := l.status != "active" || id == "" && (l.direction == "incoming" || m.held())
	m.expect("POST", m.records("loans"), M{"direction": l.direction, "status": l.status, "party": "x", "loaned_at": fromToday(-9)}, allowed, func(id string) {
		m.loans[id] = l
		switch {
		case l.status != "active":
		case l.direction == "incoming":
			m.borrowed = true
		default:
			m.status = "loaned"
		}
	})
}

// end returns, cancels, loses or deletes a loan.
func (m *modelled) end() {
	id, l := m.active()
	if id == "" {
		id = anyOf(m, m.loans)
	}
	_, there := m.loans[id]
	path, how := m.records("loans")+"/"+id, []string{"returned", "cancelled", "lost", "deleted"}[m.random.IntN(4)]
	ended := func(string) {
		if now := m.loans[id]; how == "deleted" {
			delete(m.loans, id)
		} else {
			m.loans[id] = lent{now.direction, how}
		}
		switch {
		case l.direction == "incoming":
			m.borrowed = false
			if how == "returned" {
				m.status, m.disposed = "disposed", cmp.Or(m.disposed, new(0))
			} else if how == "lost" {
				m.status = "lost"
			}
		case l.direction == "outgoing" && m.status == "loaned":
			m.status = "owned"
			if how == "lost" {
				m.status = "lost"
			}
		}
	}
	switch how {
	case "returned":
		m.expect("POST", path+"/return", M{}, l.status == "active", ended)
	case "deleted":
		m.expect("DELETE", path, nil, there, ended)
	default:
		m.expect("PATCH", path, M{"status": how, "returned_at": nil}, there, ended)
	}
}

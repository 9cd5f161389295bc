package api

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// shelf is a random catalogue: names that are hard for spreadsheets, lists and paths, fields and
// places of the same name, three currencies.
type shelf struct {
	desk
	*rand.Rand
}

var awkward = []string{"=1+1", "'=1", "''@x", "+49 30", "-", "a; b", `back\slash`, `\; `, "a > b", "x/y#2", "Ж 猫 🐈", "שלום", "two\nlines", `"quoted"`, "ends'", "1e5", "007", "true", "NULL", "e\u0301"}

func (s *shelf) word() string { return awkward[s.IntN(len(awkward))] }

func (s *shelf) name() string {
	return strings.ReplaceAll(fmt.Sprintf("%s %d", s.word(), s.IntN(1000)), "\n", " ")
}

func (s *shelf) one(of []string) any {
	if s.IntN(3) == 0 || len(of) == 0 {
		return nil
	}
	return of[s.IntN(len(of))]
}

func (s *shelf) number() float64 {
	if s.IntN(3) == 0 {
		return []float64{0, -0.5, 123456789012345, 0.000001, 1e21, -1e-7}[s.IntN(6)]
	}
	return float64(s.IntN(100000)) / 100
}

func (s *shelf) day() string {
	return time.Date(1990, 1, 1+s.IntN(12000), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

func (s *shelf) currency() string { return []string{"EUR", "JPY", "KWD"}[s.IntN(3)] }

// fill makes the catalogue in the collection of the desk.
func (s *shelf) fill(t *testing.T, items int) {
	t.Helper()
	several := func(n int, path string, body func(i int) M) (ids []string) {
		for i := range n {
			ids = append(ids, s.Make(t, path, body(i)))
		}
		return ids
	}
	named := func(int) M { return M{"name": s.name() + fmt.Sprint(s.Uint32())} }
	types, fields := several(2, "/api/collection-types", named), map[string][]string{}
	kinds := []string{"text", "text", "number", "date", "boolean", "select", "rating"}
	for _, kind := range types {
		fields[kind] = several(len(kinds), "/api/collection-types/"+kind+"/custom-fields", func(i int) M {
			made := M{"name": []string{"Same/name", "Same/name", "Count#2", "Day", "Signed", "Choice", "Stars"}[i], "field_type": kinds[i]}
			if kinds[i] == "select" {
				made["options"] = []string{"=yes", "no; never"}
			}
			return made
		})
	}
	s.collection = s.Make(t, "/api/collections", M{"name": s.name(), "visibility": "private", "currency": "EUR", "collection_type_ids": types})
	in := "/api/collections/" + s.collection
	rooms := several(2, "/api/locations", named)
	boxes := several(2, "/api/locations", func(i int) M { return M{"name": "Box > 1", "parent_id": rooms[i]} })
	categories := several(3, in+"/categories", named)
	conditions := several(2, "/api/item-conditions", named)
	tags, series := several(4, "/api/tags", named), several(2, "/api/series", named)
	sets := several(2, "/api/sets", func(i int) M { return M{"name": s.name() + fmt.Sprint(i), "collection_id": s.collection} })
	values := []func() any{func() any { return s.word() }, func() any { return s.word() }, func() any { return s.number() }, func() any { return s.day() },
		func() any { return s.IntN(2) == 0 }, func() any { return []string{"=yes", "no; never"}[s.IntN(2)] }, func() any { return 1 + s.IntN(5) }}
	for range items {
		body := M{"name": s.name(), "description": s.one(awkward), "category_id": s.one(categories), "series_id": s.one(series), "set_id": s.one(sets), "tag_ids": tags[:s.IntN(len(tags))]}
		if kind := s.one(types); kind != nil {
			body["collection_type_id"] = kind
			given := M{}
			for i, f := range fields[kind.(string)] {
				if s.IntN(2) == 0 {
					given[f] = values[i]()
				}
			}
			body["custom_fields"] = given
		}
		if s.IntN(4) == 0 {
			body["wanted"], body["wanted_max_price"], body["wanted_currency_code"] = true, s.IntN(100000), s.currency()
		}
		item := s.Make(t, in+"/items", body)
		for range s.IntN(3) {
			s.copy(t, item, append(rooms, boxes...), conditions)
		}
	}
}

func (s *shelf) copy(t *testing.T, item string, places, conditions []string) {
	t.Helper()
	made := "/api/copies/" + s.Make(t, "/api/items/"+item+"/copies", M{"identifier": s.one(awkward), "quantity": 1 + s.IntN(3), "location_id": s.one(places), "item_condition_id": s.one(conditions),
		"acquired_at": s.day(), "note": s.one(awkward)})
	for range s.IntN(3) {
		s.Make(t, made+"/transactions", M{"type": "purchase", "occurred_at": s.day(), "amount": s.IntN(1000000), "currency_code": s.currency(), "counterparty": s.one(awkward), "update_copy": false})
	}
	for range s.IntN(3) {
		s.Make(t, made+"/valuations", M{"type": "other", "valued_at": s.day(), "amount": s.IntN(1000000), "currency_code": s.currency(), "valued_by": s.one(awkward)})
	}
	if s.IntN(2) == 0 {
		s.Make(t, made+"/insurance-records", M{"provider": s.word(), "policy_number": s.one(awkward), "insured_value": s.IntN(1000000), "currency_code": s.currency(), "status": "active", "coverage_type": s.one(awkward)})
	}
}

// exported is the collection as a file.
func (d desk) exported(t *testing.T, format string) []byte {
	t.Helper()
	return d.Send(t, "GET", "/api/collections/"+d.collection+"/export?format="+format, nil).Want(t, http.StatusOK).Content
}

// back plans a file without a mapping.
func (d desk) back(t *testing.T, format string, content []byte, into M) (string, M) {
	t.Helper()
	id := d.SendForm(t, "/api/imports", "own."+format, content, into).Want(t, http.StatusCreated).ID(t)
	same(t, "state of "+format, d.settled(t, id).Dig(t, "data.attributes.state"), "ready")
	d.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{}).Want(t, http.StatusOK)
	r := d.settled(t, id)
	d.sums(t, r)
	return id, r.Dig(t, "data.attributes.plan").(M)
}

// A random catalogue, exported and imported again, is unchanged in each format. An empty account that
// imports it exports the same bytes, and is empty after reverting.
func TestRandomCataloguesComeAndGo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range testkind.Number(1, 3) {
		seed := rand.Uint64()
		t.Run(fmt.Sprintf("seed %#x", seed), func(t *testing.T) {
			from := &shelf{desk{d.World(t), ""}, rand.New(rand.NewPCG(seed, 0))}
			from.fill(t, 25)
			csv := from.exported(t, "csv")
			for _, format := range []string{"csv", "xlsx", "json"} {
				id, plan := from.back(t, format, from.exported(t, format), M{"collection_id": from.collection})
				same(t, "unchanged rows of "+format, plan["unchanged"], plan["rows"])
				if plan["unchanged"] != plan["rows"] {
					t.Logf("%s", from.Send(t, "GET", "/api/imports/"+id+"/report", nil).Content)
				}
				from.Send(t, "POST", "/api/imports/"+id+"/cancel", nil).Want(t, http.StatusOK)
			}

			to := desk{&world{Person: d.Owner(t)}, ""}
			before := to.exportedAll(t)
			id, plan := to.back(t, "csv", csv, M{})
			same(t, "created rows", plan["create"], plan["rows"])
			r := to.apply(t, id, M{"plan": 1, "skip_errors": true})
			same(t, "state", r.Dig(t, "data.attributes.state"), "applied")
			to.collection = to.Send(t, "GET", "/api/collections", nil).Dig(t, "data.0.id").(string)
			sameLines(t, to.exported(t, "csv"), csv)
			to.Send(t, "POST", "/api/imports/"+id+"/revert", nil).Want(t, http.StatusOK)
			same(t, "state", to.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
			for i, list := range to.exportedAll(t) {
				same(t, "after taking back", list, before[i])
			}
		})
	}
}

// exportedAll is what lists say of an account.
func (d desk) exportedAll(t *testing.T) (all []string) {
	t.Helper()
	all = append(all, string(d.Send(t, "GET", "/api/copies/export", nil).Want(t, http.StatusOK).Content), string(d.Send(t, "GET", "/api/items/export", nil).Want(t, http.StatusOK).Content))
	for _, list := range []string{"collections", "items", "copies", "tags", "locations", "series", "sets", "item-conditions", "collection-types"} {
		all = append(all, fmt.Sprint(list, " ", d.Send(t, "GET", "/api/"+list, nil).Want(t, http.StatusOK).Dig(t, "meta.total")))
	}
	return all
}

// sameLines reports the first line in which two files differ.
func sameLines(t *testing.T, got, want []byte) {
	t.Helper()
	lines := bytes.Split(want, []byte("\n"))
	for i, line := range bytes.Split(got, []byte("\n")) {
		if i >= len(lines) || !bytes.Equal(line, lines[i]) {
			t.Fatalf("line %d of the export of the import:\n%s\nwant:\n%s", i+1, line, lines[min(i, len(lines)-1)])
		}
	}
}

package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/identity"
)

// A world is an account with one object of every kind, by the name its id has
// in paths.
type world struct {
	*person
	ids map[string]string
}

// kinds says how to make one object of each kind; those that others are made
// in come first. A new resource adds its row here.
var kinds = []struct {
	name, path string
	body       M
}{
	{"location", "/api/locations", M{"name": "Study"}},
	{"collectionType", "/api/collection-types", M{"name": "Comic", "color": "#102030"}},
	{"collection", "/api/collections", M{"name": "Comics", "visibility": "shared", "currency": "EUR", "collection_type_ids": []string{"{collectionType}"}}},
	{"group", "/api/collection-types/{collectionType}/custom-field-groups", M{"name": "Print"}},
	{"customField", "/api/collection-types/{collectionType}/custom-fields", M{"name": "Format", "field_type": "select", "options": []string{"issue", "book"}, "group_id": "{group}"}},
	{"item", "/api/collections/{collection}/items", M{"name": "Watchmen", "collection_type_id": "{collectionType}"}},
	{"copy", "/api/items/{item}/copies", M{"identifier": "First print", "location_id": "{location}"}},
	{"insuranceRecord", "/api/copies/{copy}/insurance-records", M{"provider": "Lloyd’s", "insured_value": 125000, "policy_number": "P-1", "starts_at": "2026-01-01"}},
	{"id", "/api/administration/api", M{"label": "script"}},
	{"invitation", "/api/account/invitations", M{"email": "EMAIL", "role": "viewer"}},
}

// bodies says what each route with a body takes; without a row it takes none.
var bodies = map[string]M{
	"PUT /api/me":                  {"first_name": "Ada", "last_name": "Byron", "locale": "en", "time_format_24h": "true"}, // and email
	"POST /api/administration/api": {"label": "script"},

	"PUT /api/account/members/{member}": {"role": "viewer"},
	"POST /api/account/invitations":     {"email": "EMAIL", "role": "editor"},
	"PUT /api/me/password":              {"current_password": password, "password": password, "password_confirmation": password},
	"POST /api/me/two-factor":           {"password": password},

	"POST /api/locations":               {"name": "Shelf"},
	"PUT /api/locations/{location}":     {"name": "Drawer"},
	"POST /api/collections":             {"name": "Stamps", "visibility": "private"},
	"PUT /api/collections/{collection}": {"name": "Stamps", "visibility": "public"},

	"POST /api/collection-types":                             {"name": "Stamp"},
	"PUT /api/collection-types/{collectionType}":             {"name": "Stamp", "color": "#405060"},
	"PUT /api/collection-types/{collectionType}/collections": {"collection_ids": []string{"{collection}"}},
	"POST /api/collection-types/import":                      {"json": `{"type":{"name":"Coin"}}`},

	"POST /api/collection-types/{collectionType}/custom-field-groups":              {"name": "Edition"},
	"PUT /api/collection-types/{collectionType}/custom-field-groups/{group}":       {"name": "Edition"},
	"PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order": {"direction": "down"},
	"POST /api/collection-types/{collectionType}/custom-fields":                    {"name": "Year", "field_type": "number"},
	"PUT /api/collection-types/{collectionType}/custom-fields/{customField}":       {"name": "Year", "field_type": "number"},
	"PUT /api/collection-types/{collectionType}/custom-fields/{customField}/order": {"direction": "down"},

	"POST /api/collections/{collection}/items":                   {"name": "Maus", "collection_type_id": "{collectionType}"},
	"PUT /api/collections/{collection}/items/{item}":             {"name": "Maus"},
	"POST /api/items/{item}/copies":                              {"quantity": 2},
	"PUT /api/items/{item}/copies/{copy}":                        {"status": "loaned"},
	"POST /api/copies/{copy}/insurance-records":                  {"provider": "Axa", "insured_value": 1},
	"PUT /api/copies/{copy}/insurance-records/{insuranceRecord}": {"provider": "Axa", "insured_value": 2},
}

func (h *harness) world(t testing.TB) *world {
	t.Helper()
	w := &world{h.owner(t), map[string]string{"template": "1"}}
	w.furnish(t)
	w.ids["member"] = w.memberID(t, w.join(t, identity.Editor))
	w.ids["log"], _ = w.send(t, "GET", "/api/administration/logs", nil).dig(t, "data.0.id").(string)
	return w
}

// furnish makes one object of every kind.
func (w *world) furnish(t testing.TB) {
	t.Helper()
	for _, k := range kinds {
		w.ids[k.name] = w.make(t, w.fill(k.path), w.fillBody(k.body))
	}
}

// elsewhere lists routes that want more than a body can say beforehand; their
// own tests show that they work.
var elsewhere = map[string]string{
	"POST /api/me/two-factor/confirm":        "TestSecondFactor",
	"POST /api/me/two-factor/recovery-codes": "TestSecondFactor",
	"DELETE /api/me/two-factor":              "TestSecondFactor",
}

// memberID is the id under which a person is a member.
func (h *harness) memberID(t testing.TB, p *person) string {
	t.Helper()
	return strconv.FormatInt(scalar[int64](t, h, `select id from users where email = $1`, p.email), 10)
}

// fill puts the ids of the world into a path.
func (w *world) fill(path string) string {
	return placeholder.ReplaceAllStringFunc(path, func(p string) string { return w.ids[strings.Trim(p, "{}")] })
}

// fillBody puts the ids of the world into the values of a body.
func (w *world) fillBody(body M) M {
	filled := M{}
	for k, v := range body {
		switch v := v.(type) {
		case string:
			if filled[k] = w.fillIDs(v); v == "EMAIL" {
				filled[k] = address()
			}
		case []string:
			list := slices.Clone(v)
			for i := range list {
				list[i] = w.fillIDs(list[i])
			}
			filled[k] = list
		default:
			filled[k] = v
		}
	}
	return filled
}

// fillIDs replaces a value that is a placeholder, and leaves every other one.
func (w *world) fillIDs(s string) string {
	if id, ok := w.ids[strings.Trim(s, "{}")]; ok && strings.HasPrefix(s, "{") {
		return id
	}
	return s
}

// request sends what a route wants, to the objects of a world.
func (w *world) request(t testing.TB, who *person, pattern string) response {
	t.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	var body any
	if b, ok := bodies[asPut(pattern)]; ok {
		filled := w.fillBody(b)
		if path == "/api/me" {
			filled["email"] = who.email
		}
		body = filled
	}
	return who.send(t, method, w.fill(path), body)
}

// asPut is the pattern of the PUT that a PATCH is made of; others stay.
func asPut(pattern string) string {
	if path, patches := strings.CutPrefix(pattern, "PATCH "); patches {
		return "PUT " + path
	}
	return pattern
}

// viewer is somebody who may read the account of w and not write.
func (w *world) viewer(t testing.TB) *person { return w.join(t, identity.Viewer) }

// join puts a further member into the account of w.
func (w *world) join(t testing.TB, role identity.Role) *person {
	t.Helper()
	m := &person{w.harness, address(), identity.NewToken()}
	scalar[int64](t, w.harness, `
		with member as (
			insert into users (account_id, role, first_name, last_name, email, password_hash)
			select account_id, $3, 'Vita', 'West', $2, $4 from users where email = $1 returning account_id, id
		), key as (
			insert into api_keys (account_id, user_id, name, token_hash) select account_id, id, 'Test', $5 from member
		) select id from member`, w.email, m.email, role, passwordHash(), identity.HashToken(m.token))
	return m
}

// One request, one entry: every changing route leaves exactly one, with the
// action its table names, and a refused one leaves none.
func TestEveryChangeIsLogged(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range h.api.routes {
		if rt.access == open || rt.action == "" || elsewhere[rt.pattern] != "" {
			continue
		}
		t.Run(rt.action, func(t *testing.T) {
			t.Parallel()
			w := h.world(t)
			w.make(t, w.fill("/api/collection-types/{collectionType}/custom-field-groups"), M{"name": "Neighbour"})
			w.make(t, w.fill("/api/collection-types/{collectionType}/custom-fields"), w.fillBody(M{"field_type": "text", "group_id": "{group}"}))
			entries := func() int {
				return scalar[int](t, h, `select count(*) from logs where user_id = (select id from users where email = $1)`, w.email)
			}
			before := entries()
			method, path, _ := strings.Cut(rt.pattern, " ")
			if method != "DELETE" {
				w.send(t, method, w.fill(path), `{`).want(t, http.StatusUnprocessableEntity)
			}
			if got := entries(); got != before {
				t.Fatalf("a refused request left %d entries", got-before)
			}
			w.request(t, w.person, rt.pattern)
			if got := entries(); got != before+1 {
				t.Fatalf("left %d entries, want 1", got-before)
			}
			last := scalar[string](t, h, `select action from logs where user_id = (select id from users where email = $1) order by id desc limit 1`, w.email)
			same(t, "action", last, rt.action)
		})
	}
}

package api

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/testkind"
)

// H1: a right counts when the change is committed, not when its request began. On
// every changing route, a client holds back the last byte of the body until its
// right is gone; it is refused and nothing is written. New routes are covered
// automatically. By day each route is tried with one loss, another at each run.
func TestRightsHoldUntilTheCommit(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := server(t)
	turn := rand.IntN(60)
	for i, rt := range inside(h).routes {
		if rt.access == anybody || strings.HasPrefix(rt.pattern, "GET ") {
			continue
		}
		for how, care := range cares(h, rt) {
			for _, l := range tried(rt, i+turn) {
				t.Run(strings.ReplaceAll(rt.pattern, "/", "_")+how+"/"+l.name, func(t *testing.T) {
					t.Parallel()
					loseHalfway(t, newVictim(t, h), rt, care, l)
				})
			}
		}
	}
}

// A caller not yet cached loses the right all the same, with the same answer.
func TestRightsHoldForThoseWhoAreNew(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := server(t)
	for _, rt := range inside(h).routes {
		if rt.pattern != "POST /api/locations" && rt.pattern != "PUT /api/locations/{location}" {
			continue
		}
		for _, l := range losses {
			v := newVictim(t, h)
			v.stranger = true
			t.Run(strings.ReplaceAll(rt.pattern, "/", "_")+"/"+l.name, func(t *testing.T) { loseHalfway(t, v, rt, "", l) })
		}
	}
}

// tried are the losses that a route is tested with: at night all that apply; by day one and, for every
// sixth route, also the request that loses nothing.
func tried(rt route, turn int) []loss {
	fit := losses
	if rt.access == self || rt.access == holder { // a viewer may do that, too
		fit = slices.DeleteFunc(slices.Clone(losses), func(l loss) bool { return l.demotes })
	}
	if testkind.AtNight() {
		return fit
	}
	drawn := fit[1+turn%(len(fit)-1):][:1]
	if turn%6 == 0 {
		drawn = append(slices.Clone(drawn), fit[0])
	}
	return drawn
}

// cares are the headers a route is tried with: none, and those that make the
// request careful.
func cares(h *harness, rt route) map[string]string {
	_, shown := inside(h).subjects[rt.pattern]
	switch method, _, _ := strings.Cut(rt.pattern, " "); {
	case method == http.MethodPost:
		return map[string]string{"": "", " once": "Idempotency-Key: half-open\r\n"}
	case shown && !rt.patches:
		return map[string]string{"": "", " if unchanged": "If-Match: *\r\n"}
	}
	return map[string]string{"": ""}
}

// loss is a way to lose a right, and the expected answer. Losing nothing is the
// control: the request is valid.
type loss struct {
	name    string
	want    int
	demotes bool
	happen  func(*testing.T, *victim)
}

var losses = []loss{
	{name: "nothing is lost", want: http.StatusOK, happen: func(*testing.T, *victim) {}},
	{name: "the key is deleted", want: http.StatusUnauthorized, happen: func(t *testing.T, v *victim) {
		v.second.Send(t, "DELETE", "/api/administration/api/"+v.keyID, nil).Want(t, http.StatusNoContent)
	}},
	{name: "the key expires", want: http.StatusUnauthorized, happen: func(t *testing.T, v *victim) {
		scalar[int](t, v.Harness, `with k as (update api_keys set expires_at = now() where id = $1::text::bigint returning 1) select count(*)::int from k`, v.keyID)
	}},
	{name: "the password is changed", want: http.StatusUnauthorized, happen: func(t *testing.T, v *victim) {
		v.second.Send(t, "PUT", "/api/me/password", apitest.Bodies["PUT /api/me/password"]).Want(t, http.StatusNoContent)
	}},
	{name: "the member is removed", want: http.StatusUnauthorized, happen: func(t *testing.T, v *victim) {
		v.partner.Send(t, "DELETE", "/api/account/members/"+v.memberID, nil).Want(t, http.StatusNoContent)
	}},
	{name: "the role is lowered", want: http.StatusNotFound, demotes: true, happen: func(t *testing.T, v *victim) {
		v.partner.Send(t, "PUT", "/api/account/members/"+v.memberID, M{"role": "viewer"}).Want(t, http.StatusOK)
	}},
}

// victim is an owner with a second key, beside another owner.
type victim struct {
	*world
	partner, second *person
	keyID, memberID string
	stranger        bool // not yet cached
}

func newVictim(t *testing.T, h *harness) *victim {
	t.Helper()
	w := h.World(t)
	w.Neighbours(t)
	token, _ := w.Send(t, "POST", "/api/administration/api", M{"label": "second"}).Want(t, http.StatusCreated).Dig(t, "token").(string)
	key := scalar[string](t, h, `select id::text from api_keys where token_hash = $1`, identity.HashToken(w.Token))
	return &victim{world: w, partner: w.Join(t, identity.Owner), second: &person{Harness: h, Email: w.Email, Token: token}, keyID: key, memberID: h.MemberID(t, w.Person)}
}

// loseHalfway is one exchange during which a right is lost.
func loseHalfway(t *testing.T, v *victim, rt route, care string, l loss) {
	path, kind, body := v.wanted(t, rt.pattern)
	if rt.pattern == "DELETE /api/me/calendar" { // only an address that is there can be revoked
		v.Send(t, "POST", "/api/me/calendar", nil).Want(t, http.StatusCreated)
	}
	v.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK) // the caller is cached
	if v.stranger {
		inside(v.Harness).Forget(identity.HashToken(v.Token))
	}
	readsNone := body == " " && care == ""
	var before string
	if readsNone {
		before = v.fingerprint(t)
	}
	conn := v.sendHalf(t, rt.pattern, care, path, kind, body)
	if readsNone && v.changes(t, before) { // it was done while the right existed
		return
	}
	l.happen(t, v)
	lost := v.fingerprint(t)
	status, answer := finish(t, conn, rt.pattern, body)
	after := v.fingerprint(t)
	switch refused := l.want != http.StatusOK; {
	case !refused && (status >= 300 || after == lost):
		t.Errorf("%d, want it done: %.200s", status, answer)
	case refused && (status != l.want || after != lost):
		t.Errorf("%d, want %d; written: %v: %.200s", status, l.want, after != lost, answer)
	}
}

// wanted is the path and body of a route; without one it is a blank, so that there is
// a last byte to hold back.
func (v *victim) wanted(t *testing.T, pattern string) (path, kind, body string) {
	t.Helper()
	path, kind, body = v.Prepare(t, v.Person, pattern)
	if more := apitest.Examples[apitest.AsPut(pattern)]; more != nil {
		filled := v.FillBody(t, apitest.Bodies[apitest.AsPut(pattern)])
		maps.Copy(filled, more(t, v.world))
		kind, body = "application/json", encoded(filled)
	}
	if kind == "" {
		return path, "application/json", " "
	}
	return path, kind, body
}

// half is ample time for the server to read what it was sent.
const half = 30 * time.Millisecond

// sendHalf sends a request without its last byte and lets the server read it.
func (v *victim) sendHalf(t *testing.T, pattern, care, path, kind, body string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", v.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	method, _, _ := strings.Cut(pattern, " ")
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: vitrine.example\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n%s",
		method, path, v.Token, kind, len(body), care, body[:len(body)-1]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(half)
	return conn
}

// finish sends the last byte and reads the answer.
func finish(t *testing.T, conn net.Conn, pattern, body string) (status int, answer []byte) {
	t.Helper()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(conn, body[len(body)-1:]); err != nil {
		t.Fatal(err)
	}
	method, _, _ := strings.Cut(pattern, " ")
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, answer
}

// changes waits a second for the account to change.
func (v *victim) changes(t *testing.T, before string) bool {
	t.Helper()
	for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if v.fingerprint(t) != before {
			return true
		}
	}
	return false
}

// fingerprint differs after any change to the account, except when keys were
// used.
func (v *victim) fingerprint(t *testing.T) string {
	t.Helper()
	return scalar[string](t, v.Harness, `
		select string_agg(query_to_xml(format(
			'select count(*), sum(hashtextextended((to_jsonb(r) - ''last_used_at'')::text, 0)) from %s r where account_id = %s',
			attrelid::regclass, coalesce((select account_id from users where email = $1), 0)), true, true, '')::text, '' order by attrelid)
		from pg_attribute join pg_class on pg_class.oid = attrelid
		where attname = 'account_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`, v.partner.Email)
}

package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/internal/identity"
)

// G7: every route of the tables, by everybody, on every object. A token that is
// none is 401; what is not for this role, and what is not in the account, is 404.
// Those who may then succeed at the same address, for else the refusals would
// prove nothing. A new route is covered by existing.
func TestEveryRouteIsGuarded(t *testing.T) {
	t.Parallel()
	h := inputs(t)
	s := newStage(t, h)
	t.Run("routes", func(t *testing.T) {
		for _, rt := range h.api.routes {
			if rt.access == open {
				continue
			}
			t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
				t.Parallel()
				s.refusals(t, rt)
				if elsewhere[rt.pattern] == "" {
					s.successes(t, rt)
				}
			})
		}
	})
	t.Logf("%d requests were refused as they should be", s.refused.Load())
	checkState(t, h)
}

// stage is an account with all kinds of people and objects, and another one.
type stage struct {
	ours, theirs *world
	people       map[string]*person
	second       map[string]string // further objects of the kinds that others are made in
	gone         map[string]string // objects that were deleted
	refused      atomic.Int64
}

func newStage(t *testing.T, h *harness) *stage {
	s := &stage{ours: h.world(t), theirs: h.world(t), second: map[string]string{}, gone: map[string]string{}}
	revoked, removed := s.ours.join(t, identity.Owner), s.ours.join(t, identity.Owner)
	revoked.send(t, "DELETE", "/api/logout", nil).want(t, http.StatusOK)
	s.gone["member"] = h.memberID(t, removed)
	s.ours.send(t, "DELETE", "/api/account/members/"+s.gone["member"], nil).want(t, http.StatusNoContent)
	s.people = map[string]*person{"nobody": h.nobody(), "somebody whose token was revoked": revoked, "a member who was removed": removed,
		"the owner": s.ours.person, "an editor": s.ours.join(t, identity.Editor), "a viewer": s.ours.join(t, identity.Viewer), "the owner of another account": s.theirs.person}
	for _, k := range kinds {
		path := s.ours.fill(k.path)
		s.second[k.name] = s.ours.make(t, path, s.ours.fillBody(otherPolicy(k.body, "P-2")))
		s.gone[k.name] = s.ours.make(t, path, s.ours.fillBody(otherPolicy(k.body, "P-3")))
		s.ours.send(t, "DELETE", path+"/"+s.gone[k.name], nil).want(t, http.StatusNoContent)
	}
	return s
}

// otherPolicy lets a copy have a further active record.
func otherPolicy(body M, number string) M {
	body = maps.Clone(body)
	if _, ok := body["policy_number"]; ok {
		body["policy_number"] = number
	}
	return body
}

// refusals asks for a route as everybody, wherever that must be refused. None of
// it may change anything, so all routes share the stage.
func (s *stage) refusals(t *testing.T, rt route) {
	t.Helper()
	for who, p := range s.people {
		for what, ids := range s.objects(rt) {
			want := s.due(rt, who, what)
			if want == 0 {
				continue
			}
			w := &world{s.ours.person, ids}
			if r := w.request(t, p, rt.pattern); r.StatusCode != want {
				t.Errorf("%s on %s: status %d, want %d: %s", who, what, r.StatusCode, want, r.body)
			}
			s.refused.Add(1)
			if method, path, _ := strings.Cut(rt.pattern, " "); want == http.StatusNotFound && method != "GET" && method != "DELETE" { // whatever the body is
				p.send(t, method, w.fill(path), "{").want(t, want)
				p.send(t, method, w.fill(path), `{}`, "Content-Type", "text/plain").want(t, want)
				s.refused.Add(2)
			}
		}
	}
	if viewer := s.people["a viewer"]; s.due(rt, "a viewer", "an object of the account") == http.StatusNotFound {
		method, path, _ := strings.Cut(rt.pattern, " ")
		viewer.send(t, method, s.ours.fill(path), strings.Repeat(" ", 2<<20)).want(t, http.StatusNotFound)
	}
}

// objects are the ids that a path may be filled with.
func (s *stage) objects(rt route) map[string]map[string]string {
	all := map[string]map[string]string{"an object of the account": s.ours.ids}
	if len(rt.ids) == 0 || rt.ids[0] == "template" { // templates are the same for everybody
		return all
	}
	with := func(name, id string) map[string]string {
		ids := maps.Clone(s.ours.ids)
		ids[name] = id
		return ids
	}
	last := rt.ids[len(rt.ids)-1]
	all["an object of another account"] = with(last, s.theirs.ids[last])
	all["an object that never was"] = with(last, "4611686018427387904")
	if id := s.gone[last]; id != "" {
		all["an object that was deleted"] = with(last, id)
	}
	if len(rt.ids) > 1 {
		all["an object of another parent"] = with(rt.ids[0], s.second[rt.ids[0]])
		all["an object under a parent of another account"] = with(rt.ids[0], s.theirs.ids[rt.ids[0]])
	}
	return all
}

// due is the status of a refusal, 0 where there is none.
func (s *stage) due(rt route, who, what string) int {
	none := slices.Contains([]string{"nobody", "somebody whose token was revoked", "a member who was removed"}, who)
	ours := what == "an object of the account"
	own := slices.Contains(rt.ids, "id") || slices.Contains(rt.ids, "log") // each user's own
	switch {
	case none:
		return http.StatusUnauthorized
	case who == "a viewer" && (rt.access == editor || rt.access == owner), who == "an editor" && rt.access == owner:
		return http.StatusNotFound
	case len(rt.ids) == 0 || rt.ids[0] == "template":
		return 0
	case who == "the owner of another account" && what == "an object of another account" && len(rt.ids) == 1: // to them it is their own
		return 0
	case !ours, who == "the owner of another account", own && who != "the owner":
		return http.StatusNotFound
	}
	return 0
}

// successes asks for a route as everybody who may, in a world of their own.
func (s *stage) successes(t *testing.T, rt route) {
	t.Helper()
	w := s.ours.world(t)
	for who, p := range map[string]*person{"a viewer": w.viewer(t), "an editor": w.join(t, identity.Editor), "the owner": w.person} {
		if s.due(rt, who, "an object of the account") != 0 {
			continue
		}
		if r := w.request(t, p, rt.pattern); r.StatusCode >= 300 {
			t.Errorf("%s gets %d: %s", who, r.StatusCode, r.body)
		}
		if strings.HasPrefix(rt.pattern, "DELETE") && rt.access == editor {
			w.furnish(t)
		}
	}
}

package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// G7: every route, called by everybody on every object. An invalid token is 401;
// a route not open to the role, or an object outside the account, is 404. Those
// permitted then succeed at the same address, or the refusals would prove
// nothing. New routes are covered automatically.
func TestEveryRouteIsGuarded(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{Sealer: apitest.Sealer(t)}) // it is checked as a whole at the end
	s := newStage(t, h)
	t.Run("routes", func(t *testing.T) {
		for _, rt := range inside(h).routes {
			if rt.access == anybody {
				continue
			}
			t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
				t.Parallel()
				s.refusals(t, rt)
				if fixture.Tested()[rt.pattern] == "" {
					s.successes(t, rt)
				}
			})
		}
	})
	t.Logf("%d requests were refused as they should be", s.refused.Load())
	apitest.CheckState(t, h)
}

// stage is an account with all kinds of people and objects, and another one.
type stage struct {
	ours, theirs *world
	people       map[string]*person
	second       map[string]string // further containers
	gone         map[string]string // deleted objects
	refused      atomic.Int64
}

func newStage(t *testing.T, h *harness) *stage {
	s := &stage{ours: h.World(t), theirs: h.World(t), second: map[string]string{}, gone: map[string]string{}}
	revoked, removed := s.ours.Join(t, identity.Owner), s.ours.Join(t, identity.Owner)
	revoked.Send(t, "DELETE", "/api/logout", nil).Want(t, http.StatusOK)
	s.gone["member"] = h.MemberID(t, removed)
	s.ours.Send(t, "DELETE", "/api/account/members/"+s.gone["member"], nil).Want(t, http.StatusNoContent)
	s.people = map[string]*person{"nobody": h.Nobody(), "somebody whose token was revoked": revoked, "a member who was removed": removed,
		"the owner": s.ours.Person, "an editor": s.ours.Join(t, identity.Editor), "a viewer": s.ours.Join(t, identity.Viewer), "the owner of another account": s.theirs.Person}
	for _, r := range fixture.All {
		if r.First == nil {
			continue
		}
		path := s.ours.Fill(r.Path)
		s.second[r.Name] = s.ours.Make(t, path, s.ours.FillBody(t, r.Second()))
		s.gone[r.Name] = s.ours.Make(t, path, s.ours.FillBody(t, r.OtherFirst()))
		past := &world{Person: s.ours.Person, IDs: maps.Clone(s.ours.IDs)}
		past.IDs[r.Name] = s.gone[r.Name]
		s.ours.Send(t, "DELETE", past.Fill(r.Object()), nil).Want(t, http.StatusNoContent)
	}
	return s
}

// refusals calls a route as everybody who must be refused. Nothing may change, so
// all routes share the stage.
func (s *stage) refusals(t *testing.T, rt route) {
	t.Helper()
	for who, p := range s.people {
		for what, ids := range s.objects(rt) {
			want := s.due(rt, who, what)
			if want == 0 {
				continue
			}
			w := &world{Person: s.ours.Person, IDs: ids, Refused: true}
			if r := w.Request(t, p, rt.pattern); r.StatusCode != want {
				t.Errorf("%s on %s: status %d, want %d: %s", who, what, r.StatusCode, want, r.Content)
			}
			s.refused.Add(1)
			if method, path, _ := strings.Cut(rt.pattern, " "); want == http.StatusNotFound && method != "GET" && method != "DELETE" { // whatever the body
				p.Send(t, method, w.Fill(path), "{").Want(t, want)
				p.Send(t, method, w.Fill(path), `{}`, "Content-Type", "text/plain").Want(t, want)
				s.refused.Add(2)
			}
		}
	}
	if viewer := s.people["a viewer"]; s.due(rt, "a viewer", "an object of the account") == http.StatusNotFound {
		method, path, _ := strings.Cut(rt.pattern, " ")
		viewer.Send(t, method, s.ours.Fill(path), strings.Repeat(" ", 2<<20)).Want(t, http.StatusNotFound)
	}
}

// objects are the ids to fill a path with.
func (s *stage) objects(rt route) map[string]map[string]string {
	all := map[string]map[string]string{"an object of the account": s.ours.IDs}
	ids := named(rt)
	if len(ids) == 0 {
		return all
	}
	with := func(name, id string) map[string]string {
		ids := maps.Clone(s.ours.IDs)
		ids[name] = id
		return ids
	}
	last := ids[len(ids)-1]
	all["an object of another account"] = with(last, s.theirs.IDs[last])
	all["an object that never was"] = with(last, "4611686018427387904")
	if id := s.gone[last]; id != "" {
		all["an object that was deleted"] = with(last, id)
	}
	if len(ids) > 1 {
		all["an object of another parent"] = with(ids[0], s.second[ids[0]])
		all["an object under a parent of another account"] = with(ids[0], s.theirs.IDs[ids[0]])
	}
	return all
}

// named are the names of what a request concerns: ids of the path or the body, or the
// hash of a file. Templates are the same for everybody, and a file is put by whoever
// has it.
func named(rt route) []string {
	switch {
	case strings.HasPrefix(rt.pattern, "GET /api/files/"):
		return []string{"sha256"}
	case len(rt.ids) > 0 && rt.ids[0] == "template":
		return nil
	case fixture.Named(rt.pattern) != "":
		return []string{fixture.Named(rt.pattern)}
	}
	return rt.ids
}

// due is the status of a refusal, 0 if there is none.
func (s *stage) due(rt route, who, what string) int {
	none := slices.Contains([]string{"nobody", "somebody whose token was revoked", "a member who was removed"}, who)
	ours := what == "an object of the account"
	if none && !ours { // they are refused before anybody looks for an object
		return 0
	}
	own := slices.ContainsFunc([]string{"id", "log", "view", "export"}, func(name string) bool { return slices.Contains(rt.ids, name) }) // personal objects
	switch {
	case none:
		return http.StatusUnauthorized
	case who == "a viewer" && (rt.access == editor || rt.access == sharer || rt.access == owner), who == "a viewer" && rt.pattern == "DELETE /api/proposals/{proposal}", who == "an editor" && rt.access == owner:
		return http.StatusNotFound
	case len(named(rt)) == 0:
		return 0
	case who == "the owner of another account" && what == "an object of another account" && len(named(rt)) == 1: // to them it is their own
		return 0
	case !ours, who == "the owner of another account", own && who != "the owner":
		return http.StatusNotFound
	}
	return 0
}

// successes calls a route as everybody who may: one that changes something in a world of
// its own.
func (s *stage) successes(t *testing.T, rt route) {
	t.Helper()
	w, people := s.ours, s.people
	if !strings.HasPrefix(rt.pattern, "GET ") || slices.Contains(rt.ids, "import") { // of which an account works on one
		w = s.ours.World(t)
		people = map[string]*person{"a viewer": w.Viewer(t), "an editor": w.Join(t, identity.Editor), "the owner": w.Person}
	}
	for _, who := range []string{"a viewer", "an editor", "the owner"} {
		p := people[who]
		if s.due(rt, who, "an object of the account") != 0 {
			continue
		}
		if r := w.Request(t, p, rt.pattern); r.StatusCode >= 300 {
			t.Errorf("%s gets %d: %s", who, r.StatusCode, r.Content)
		}
		if strings.HasPrefix(rt.pattern, "DELETE") && (rt.access == editor || rt.access == proposer) || rt.action == catalog.TrashRestored || rt.action == catalog.ProposalRefused {
			w.Furnish(t)
		}
	}
}

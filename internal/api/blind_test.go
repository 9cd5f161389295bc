package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// A write-only key sees only what it sent and the ids of what it wrote: no other attributes, no ETag,
// which is a hash of them, no names of conflicting objects, and no stored answer of a key that reads.
func TestWriteOnlyKeysSeeWhatTheySent(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range inside(h).routes {
		if rt.access == anybody || rt.right != identity.Edit || fixture.Tested()[rt.pattern] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.World(t)
			w.Neighbours(t)
			key, _ := makeKey(t, w.Person, M{"scopes": []string{"write"}})
			method, _, _ := strings.Cut(rt.pattern, " ")
			path, kind, content := w.Prepare(t, key, rt.pattern)
			if method == "POST" && kind == "application/json" && rt.action != catalog.TrashRestored { // as its owner did before
				w.Send(t, method, path, content, "Content-Type", kind, "Idempotency-Key", "again")
				seen(t, key.Send(t, method, path, content, "Content-Type", kind, "Idempotency-Key", "again"), path, content)
				path, kind, content = w.Prepare(t, key, rt.pattern)
			}
			r := key.Send(t, method, path, content, "Content-Type", kind)
			if r.StatusCode >= 300 && r.StatusCode != http.StatusConflict {
				t.Fatalf("status %d: %s", r.StatusCode, r.Content)
			}
			seen(t, r, path, content)
		})
	}
}

// seen checks that an answer contains only what was sent.
func seen(t *testing.T, r response, path, sent string) {
	t.Helper()
	if tag := r.Header.Get("ETag"); tag != "" {
		t.Errorf("it sees the ETag %s", tag)
	}
	if len(r.Content) == 0 || r.StatusCode >= 300 {
		return
	}
	var body M
	_ = json.Unmarshal([]byte(sent), &body) // a file is no JSON
	answer := r.JSON(t)
	if list, ok := answer["data"].([]any); ok { // of a batch
		for i, operation := range list {
			done := operation.(M)
			same(t, "etag", done["etag"], nil)
			given := body["operations"].([]any)[i].(M)
			onlySent(t, done["body"].(M), given["path"].(string), given["body"].(M))
		}
		return
	}
	onlySent(t, answer, path, body)
}

func onlySent(t *testing.T, answer M, path string, sent M) {
	t.Helper()
	data, _ := answer["data"].(M)
	for name := range answer {
		if name != "data" {
			t.Errorf("it sees %s: %v", name, answer[name])
		}
	}
	for name, value := range data {
		switch name {
		case "type", "id":
		case "links":
			_, self, _ := strings.Cut(fmt.Sprint(value.(M)["self"]), "example")
			if !strings.HasPrefix(self, path) && !strings.HasPrefix(path, self) || len(value.(M)) > 1 {
				t.Errorf("it sees the links %v, and asked for %s", value, path)
			}
		case "attributes":
			for attribute, shown := range value.(M) {
				if given, ok := sent[attribute]; !ok || given != "$0" && !reflect.DeepEqual(given, shown) && fmt.Sprint(given) != fmt.Sprint(shown) {
					t.Errorf("it sees %s: %v, and sent %v", attribute, shown, given)
				}
			}
		default:
			t.Errorf("it sees %s: %v", name, value)
		}
	}
}

// Objects that prevent restoring have names, which a write-only key must not see.
func TestWriteOnlyKeysDoNotSeeWhatIsInTheWay(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	tag := u.Make(t, "/api/tags", M{"name": "Treasure"})
	entry := u.Send(t, "DELETE", "/api/tags/"+tag, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	u.Make(t, "/api/tags", M{"name": "TREASURE"})
	key, _ := makeKey(t, u, M{"scopes": []string{"write"}})
	r := key.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusConflict)
	if strings.Contains(strings.ToLower(string(r.Content)), "treasure") {
		t.Errorf("it sees %s", r.Content)
	}
	u.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusConflict)
}

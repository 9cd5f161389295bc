package process

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// collector is a user who catalogues without pause and remembers what was
// acknowledged.
type collector struct {
	*person
	at         func() string // the instance to ask
	collection string
	items      []kept
	locations  int
	words      atomic.Int64
}

// kept is an item as it should be.
type kept struct {
	id, name string
	copies   int
	gone     bool
}

func newCollector(t *testing.T, i *instance, at func() string) *collector {
	t.Helper()
	c := &collector{person: newcomer(t, i), at: at}
	c.collection = c.must(t, http.StatusCreated, "POST", i.url+"/api/collections", M{"name": "Comics", "emoji": "📚", "visibility": "private"}).text(t, "data", "id")
	return c
}

// act performs the n-th of the usual acts in turn; an unexpected answer is an
// error.
func (c *collector) act(n int) error {
	path := "/api/collections/" + c.collection + "/items"
	if len(c.items) == 0 || n%8 == 0 {
		name := c.name()
		a, err := c.expect(http.StatusCreated, "POST", path, M{"name": name})
		if err == nil {
			c.items = append(c.items, kept{id: a.id(), name: name})
		}
		return err
	}
	item := &c.items[len(c.items)-1]
	switch n % 8 {
	case 1:
		return c.find(*item)
	case 2:
		_, err := c.expect(http.StatusCreated, "POST", "/api/items/"+item.id+"/copies", M{"status": "owned", "quantity": 1, "note": item.name})
		if err == nil {
			item.copies++
		}
		return err
	case 3:
		name := c.name()
		_, err := c.expect(http.StatusOK, "PUT", path+"/"+item.id, M{"name": name})
		if err == nil {
			item.name = name
		}
		return err
	case 4:
		_, err := c.expect(http.StatusOK, "GET", path, nil)
		return err
	case 5:
		_, err := c.expect(http.StatusCreated, "POST", "/api/locations", M{"name": c.name()})
		if err == nil {
			c.locations++
		}
		return err
	case 6:
		return c.find(c.items[len(c.items)/2])
	}
	if len(c.items)%4 != 0 {
		return c.find(*item)
	}
	_, err := c.expect(http.StatusNoContent, "DELETE", path+"/"+item.id, nil)
	item.gone = item.gone || err == nil
	return err
}

// name contains a unique word.
func (c *collector) name() string { return fmt.Sprintf("Volume w%dx", c.words.Add(1)) }

// find looks an item up by its id and by the word in its name.
func (c *collector) find(item kept) error {
	if item.gone {
		_, err := c.expect(http.StatusNotFound, "GET", "/api/items/"+item.id, nil)
		return err
	}
	a, err := c.expect(http.StatusOK, "GET", "/api/items/"+item.id, nil)
	if err == nil && !strings.Contains(string(a.body), `"`+item.name+`"`) {
		err = fmt.Errorf("item %s is not %s: %s", item.id, item.name, a.body)
	}
	if err != nil {
		return err
	}
	_, word, _ := strings.Cut(item.name, " ")
	a, err = c.expect(http.StatusOK, "GET", "/api/items?q="+word, nil)
	if ids := a.ids(); err == nil && !slices.Equal(ids, []string{item.id}) {
		err = fmt.Errorf("a search for %s finds the items %v, want %s", word, ids, item.id)
	}
	return err
}

// examine compares everything acknowledged with what is stored.
func (c *collector) examine(t *testing.T) {
	t.Helper()
	items, copies := 0, 0
	for _, item := range c.items {
		if err := c.find(item); err != nil {
			t.Error(err)
		}
		if !item.gone {
			items, copies = items+1, copies+item.copies
		}
	}
	for path, want := range map[string]int{"/api/items": items, "/api/copies": copies, "/api/locations": c.locations} {
		if got := c.list(t, c.at()+path).Meta.Total; got != want {
			t.Errorf("%s has %d, and %d were acknowledged", path, got, want)
		}
	}
}

func (c *collector) expect(status int, method, path string, body any) (answer, error) {
	content := ""
	if body != nil {
		encoded, _ := json.Marshal(body)
		content = string(encoded)
	}
	a, err := c.send(method, c.at()+path, content)
	if err == nil && a.status != status {
		err = fmt.Errorf("%s %s: status %d, want %d: %s", method, path, a.status, status, a.body)
	}
	return a, err
}

func (a answer) id() string {
	var one struct{ Data struct{ ID string } }
	_ = json.Unmarshal(a.body, &one) // a missing id will not be found
	return one.Data.ID
}

func (a answer) ids() (ids []string) {
	var many struct{ Data []struct{ ID string } }
	_ = json.Unmarshal(a.body, &many)
	for _, one := range many.Data {
		ids = append(ids, one.ID)
	}
	return ids
}

// collectors act concurrently until stopped; every failure fails the test.
type collectors struct {
	all      []*collector
	acts     atomic.Int64
	failures atomic.Int64
	end      chan struct{}
	running  sync.WaitGroup
}

func collect(t *testing.T, all ...*collector) *collectors {
	w := &collectors{all: all, end: make(chan struct{})}
	for _, c := range all {
		w.running.Go(func() {
			for n := 0; !closed(w.end); n++ {
				if err := c.act(n); err != nil && w.failures.Add(1) <= 5 {
					t.Error(err)
				}
				w.acts.Add(1)
			}
		})
	}
	return w
}

func (w *collectors) stop() {
	close(w.end)
	w.running.Wait()
}

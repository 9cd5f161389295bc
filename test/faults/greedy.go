package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"vitrine/test/faults/load"
)

var greedy = row{
	name: "F25", fault: "one user sends the most costly requests there are, 24 at once and 100 more that are never completed, one instance",
	target: "50 users of other accounts, who ask for something once a second each, notice nothing: p99 below 250 ms, none fails",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		who, err := w.stranger()
		if err != nil {
			return err
		}
		a, err := w.arm(who)
		if err != nil {
			return err
		}
		var from, to time.Duration
		all, err := w.under(w.bases(), load.Options{Accounts: 50, Rate: 50}, func(now func() time.Duration) error {
			from = now()
			halves := crowd(100, a.half)
			attacks := crowd(24, a.strike)
			err := w.wait(30 * time.Second)
			to = now()
			w.figure("requests of the greedy user", attacks())
			w.figure("never completed", halves())
			beside.CloseIdleConnections()
			return err
		})
		if err != nil {
			return err
		}
		w.figure("answers to the greedy user", statuses(a.answers))
		w.figure("slowest answer to the greedy user", a.answers.Percentile(1))
		w.expect(a.answers.Statuses()[0] == 0, "%d requests of the greedy user had no answer", a.answers.Statuses()[0])
		w.compare(all, from, to, 250*time.Millisecond, func(load.Sample) bool { return true })
		return nil
	},
}

// attacker sends the most costly requests.
type attacker struct {
	client
	host       string
	collection string
	item       string // a heavy one, as JSON
	room       string // contended by all careful requests
	bombs      []string
	cookie     string  // of a session
	refusal    string  // the last answer with 422
	items      []int64 // light ones

	mu      sync.Mutex
	trees   []int64 // locations with thousands of children
	answers load.Samples
}

// arm gives an account costly data: items with as many words as allowed, long
// lists, large trees.
func (w *world) arm(who *load.Account) (*attacker, error) {
	a := &attacker{client: client{base: w.instances[0].url, token: who.Token}, host: w.instances[0].host, bombs: importBombs()}
	kind := a.made("/api/collection-types/import", map[string]any{"json": wideType(190)})
	a.collection = a.made("/api/collections", map[string]any{"name": "Everything", "visibility": "private", "collection_type_ids": []string{kind}})
	a.room = a.made("/api/locations", map[string]any{"name": "Room"})
	if kind == "" || a.collection == "" || a.room == "" {
		return nil, fmt.Errorf("the greedy user cannot make a type of many fields, a collection and a location")
	}
	if err := a.fill(w, who, kind); err != nil {
		return nil, err
	}
	for range 3 {
		if r := a.putIn(); r.status != 201 {
			return nil, fmt.Errorf("an item of many words was answered %d: %s", r.status, r.body)
		}
	}
	return a, nil
}

// putIn creates a heavy item, on a busy machine within ten attempts.
func (a *attacker) putIn() (r reply) {
	for range 10 {
		if r = a.send("POST", "/api/collections/"+a.collection+"/items", a.item); r.status != 503 {
			break
		}
	}
	return r
}

// made creates an object and returns its id; empty is a failure.
func (a *attacker) made(path string, body any) string {
	data, _ := a.post(path, body).read("data").(map[string]any)
	id, _ := data["id"].(string)
	return id
}

// fill inserts thousands of items and locations directly, because requests
// would take long, and finds the heaviest item that is accepted.
func (a *attacker) fill(w *world, who *load.Account, kind string) (err error) {
	if _, err = query[int](w.ctx, w.database, `
		with made as (
			insert into items (account_id, collection_id, name, sort_name, search)
			select $1, $2, 'Thing ' || n, 'thing', 'common thing' from generate_series(1, 20000) n returning 1
		) select count(*) from made`, who.ID, a.collection); err != nil {
		return err
	}
	if a.trees, err = query[[]int64](w.ctx, w.database, `
		with roots as (
			insert into locations (account_id, name, emoji) select $1, 'Tree', '🌳' from generate_series(1, 20) returning id
		), boughs as (
			insert into locations (account_id, parent_id, name, emoji) select $1, id, 'Bough', '🌳' from roots, generate_series(1, 50) returning id
		), twigs as (
			insert into locations (account_id, parent_id, name, emoji) select $1, id, 'Twig', '🌳' from boughs, generate_series(1, 50)
		) select array_agg(id) from roots`, who.ID); err != nil {
		return err
	}
	fields, err := query[[]string](w.ctx, w.database, `select array_agg(id::text) from custom_fields where account_id = $1 and collection_type_id = $2`, who.ID, kind)
	if err != nil {
		return err
	}
	for n := len(fields); n > 0; n /= 2 {
		a.item = heavyItem(kind, fields[:n])
		if a.putIn().status == 201 {
			w.figure("text fields of a heavy item", n)
			return nil
		}
	}
	return fmt.Errorf("no item with text is let in")
}

// wideType is the document of a type with that many text fields.
func wideType(fields int) string {
	list := strings.TrimSuffix(strings.Repeat(`{"name":"f","type":"text"},`, fields), ",")
	return `{"schemaVersion":1,"type":{"name":"Wide","color":"#336699","groups":[],"standaloneFields":[` + list + `]}}`
}

// heavyItem has a thousand different words in each field, beginning with every
// letter.
func heavyItem(kind string, fields []string) string {
	var body strings.Builder
	body.WriteString(`{"name":"Heavy","collection_type_id":"` + kind + `","custom_fields":{`)
	for i, field := range fields {
		if i > 0 {
			body.WriteByte(',')
		}
		body.WriteString(`"` + field + `":"`)
		for n := range 1000 {
			fmt.Fprintf(&body, "%c%03s ", 'a'+n%26, strconv.FormatInt(int64(n+i*1000)%46656, 36))
		}
		body.WriteByte('"')
	}
	return body.String() + `}}`
}

// strike sends one of the costly requests.
func (a *attacker) strike() {
	var r reply
	switch page := rand.IntN(200); rand.IntN(8) {
	case 0, 1:
		r = a.send("GET", "/api/items?q=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p", "")
	case 2:
		r = a.send("GET", "/api/items?q=common+thing&sort=-updated_at&per_page=100&page="+strconv.Itoa(page), "")
	case 3:
		r = a.send("GET", "/api/items?sort=name&per_page=100&page="+strconv.Itoa(page), "")
	case 4:
		r = a.send("POST", "/api/collections/"+a.collection+"/items", a.item)
	case 5:
		r = a.fell()
	case 6:
		r = a.send("POST", "/api/collection-types/import", a.bombs[page%len(a.bombs)])
	case 7: // careful, in conflict with the others
		r = a.send("PATCH", "/api/locations/"+a.room, `{"name":"Room `+strconv.Itoa(page)+`"}`)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answers = append(a.answers, load.Sample{Status: r.status, Took: r.took})
}

// fell deletes a tree of locations, if there is one left.
func (a *attacker) fell() reply {
	tree := int64(1) // of another account
	a.mu.Lock()
	if n := len(a.trees); n > 0 {
		tree, a.trees = a.trees[n-1], a.trees[:n-1]
	}
	a.mu.Unlock()
	r := a.send("DELETE", "/api/locations/"+strconv.FormatInt(tree, 10), "")
	if r.status == 503 {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.trees = append(a.trees, tree)
	}
	return r
}

// half begins a request and never completes it.
func (a *attacker) half() {
	conn, err := net.DialTimeout("tcp", a.host, time.Second)
	if err != nil {
		time.Sleep(100 * time.Millisecond)
		return
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/locations HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nIdempotency-Key: %d\r\nContent-Length: 1000\r\n\r\n{", a.host, a.token, rand.Int())
	_ = conn.SetReadDeadline(time.Now().Add(3 * time.Second))
	_, _ = conn.Read(make([]byte, 1)) // blocks until the server or we give up
}

package engine

import (
	"context"
	"sync"

	"vitrine/internal/aside"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// A page requests dozens of thumbnails at once. Lookups that arrive while another of the same key is
// running are joined into the next one: each is still confirmed by a statement that began after it
// arrived.

// gathering is the lookups of photos, by key.
type gathering struct {
	mu   sync.Mutex
	keys map[string]*turn
}

// turn is a running lookup and those waiting for it.
type turn struct{ waiting []*lookups }

// join adds a photo to the last waiting lookup.
func (t *turn) join(item, id int64) *lookups {
	if n := len(t.waiting); n == 0 || len(t.waiting[n-1].ids) == mostTogether {
		t.waiting = append(t.waiting, &lookups{done: make(chan struct{})})
	}
	last := t.waiting[len(t.waiting)-1]
	last.items, last.ids = append(last.items, item), append(last.ids, id)
	return last
}

// lookups are photos to be looked up together.
type lookups struct {
	items, ids []int64
	found      map[int64]catalog.Content
	opened     bool
	err        error
	panic      *aside.Panic
	done       chan struct{}
}

const mostTogether = 64

// Gathered looks up the bytes of a photo, perhaps together with others. ok is false if the caller
// needs more than one statement.
func Gathered(ctx context.Context, r Reader, item, id int64) (_ catalog.Content, ok bool, err error) {
	db, ok := r.direct()
	if !ok {
		return catalog.Content{}, false, nil
	}
	found, err := db.gathered(ctx, r, item, id)
	return found, true, err
}

func (db *DB) gathered(ctx context.Context, r Reader, item, id int64) (catalog.Content, error) {
	key := string(r.access.tokenHash) + string(rune('0'+r.right))
	g := &db.photos
	g.mu.Lock()
	t, running := g.keys[key]
	if !running {
		if g.keys == nil {
			g.keys = map[string]*turn{}
		}
		t = &turn{}
		g.keys[key] = t
	}
	mine := t.join(item, id)
	g.mu.Unlock()
	if !running {
		db.takeTurns(ctx, r, key, t)
	}
	<-mine.done // soon: statements have a time limit, and clients that hang up cancel none
	if mine.panic != nil {
		panic(mine.panic)
	}
	if mine.opened {
		r.access.confirmed.add(r.right)
	}
	if mine.err != nil {
		return catalog.Content{}, mine.err
	}
	c, ok := mine.found[id]
	if !ok {
		return catalog.Content{}, fault.ErrNotFound
	}
	return c, nil
}

// takeTurns runs the waiting lookups. Those of other callers run in a goroutine.
func (db *DB) takeTurns(ctx context.Context, r Reader, key string, t *turn) {
	if first := db.photos.next(key, t); first != nil {
		first.run(ctx, db, r)
	}
	if next := db.photos.next(key, t); next != nil {
		go func() { // run catches panics
			for ; next != nil; next = db.photos.next(key, t) {
				next.run(context.WithoutCancel(ctx), db, r)
			}
		}()
	}
}

// next takes the first waiting lookup, or ends the turns.
func (g *gathering) next(key string, t *turn) *lookups {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(t.waiting) == 0 {
		delete(g.keys, key)
		return nil
	}
	next := t.waiting[0]
	t.waiting = t.waiting[1:]
	return next
}

type locatedPhoto struct {
	ID int64
	catalog.Content
}

// run looks photos up. A panic reaches all who wait for it.
func (l *lookups) run(ctx context.Context, db *DB, r Reader) {
	defer close(l.done)
	l.panic = aside.Catch(func() { l.find(ctx, db, r) })
}

func (l *lookups) find(ctx context.Context, db *DB, r Reader) {
	r.access.confirmed = new(rights) // each caller notes it for themselves
	var found []locatedPhoto
	err := r.allDirectly(ctx, db, listOf(&found), `
		select p.* from unnest($2::bigint[], $3::bigint[]) asked (item_id, id) cross join lateral (
			select p.id, f.object, p.mime_type, p.filename, f.size, f.sha256 from photos p join files f on f.account_id = $1 and f.id = p.file_id
			where p.account_id = $1 and p.item_id = asked.item_id and p.id = asked.id offset 0) p`, []any{r.account, l.items, l.ids})
	l.err, l.opened = Translate(err), r.access.confirmed.bits.Load() != 0
	l.found = make(map[int64]catalog.Content, len(found))
	for _, f := range found {
		l.found[f.ID] = f.Content
	}
}

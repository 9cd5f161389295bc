package attachment

import (
	"container/list"
	"sync"
)

const (
	recentBytes = 32 << 20 // some 2,000 thumbnails
	recentEach  = 64 << 10
)

// recent caches the renditions shown last. Objects never change, so entries never go stale; callers
// check permissions before.
type recent struct {
	mu    sync.Mutex
	order list.List // of *remembered, the last shown first
	all   map[string]*list.Element
	size  int
}

type remembered struct {
	name    string
	content []byte
}

func (r *recent) get(name string) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.all[name]
	if !ok {
		return nil, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*remembered).content, true
}

func (r *recent) put(name string, content []byte) {
	if len(content) > recentEach {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.all[name]; known {
		return
	}
	if r.all == nil {
		r.all = map[string]*list.Element{}
	}
	r.all[name] = r.order.PushFront(&remembered{name, content})
	for r.size += len(content); r.size > recentBytes; {
		oldest := r.order.Remove(r.order.Back()).(*remembered)
		delete(r.all, oldest.name)
		r.size -= len(oldest.content)
	}
}

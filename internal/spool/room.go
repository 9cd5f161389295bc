package spool

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"vitrine/internal/fault"
)

const step = 256 << 10 // bytes that are taken at once

// room counts the bytes that users have on a disk.
type room struct {
	folder string
	free   func(folder string) (int64, error) // that its disk has left
	most   atomic.Int64                       // of all files; 0 is as many as there is room for

	mu    sync.Mutex
	all   int64
	users map[int64]int64
}

// newRoom counts the bytes of a disk.
func newRoom(free func(string) (int64, error)) *room {
	return &room{free: free, users: map[int64]int64{}}
}

// ErrFull is why there is no room, unless others of the user's own files are in the way.
var ErrFull = errors.New("the disk of files on their way is full")

var errOwn = errors.New("files on their way: the user has as much as is left for all others")

// ask asks for room beside what the file has already, and takes it if so wished. After it, as much
// must be free as the user has. Who finds none is told at once.
func (r *room) ask(who, has, many int64, take bool) error {
	free, err := r.free(r.folder)
	if err != nil {
		return unavailable(fmt.Errorf("the disk of files on their way: %w", err))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if most := r.most.Load(); most > 0 {
		free = min(free, most-r.all)
	}
	switch own := r.users[who]; {
	case own+many <= free-many:
		if take {
			r.users[who] += many
			r.all += many
		}
		return nil
	case own > has && many <= free:
		return &fault.Unavailable{After: again, Own: true, Cause: errOwn}
	}
	return &fault.Unavailable{After: again, Cause: ErrFull}
}

// give gives room back.
func (r *room) give(who, many int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all -= many
	if r.users[who] -= many; r.users[who] == 0 {
		delete(r.users, who)
	}
}

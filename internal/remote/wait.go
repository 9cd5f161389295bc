package remote

import (
	"context"
	"time"
)

// longestWait is how many seconds the service waits for a change before it answers.
const longestWait = 20

// turns spaces the requests about a job. Jobs write their progress each second, and a user may send
// sixty requests a minute: the first come at once, the others leave room.
type turns struct {
	asked int
	last  time.Time
}

func (t *turns) next(ctx context.Context) error {
	const atOnce, apart = 4, 2 * time.Second
	if t.asked++; t.asked > atOnce {
		if err := sleep(ctx, apart-time.Since(t.last)); err != nil {
			return err
		}
	}
	t.last = time.Now()
	return ctx.Err()
}

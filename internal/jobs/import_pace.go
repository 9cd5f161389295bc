package jobs

import (
	"time"

	"vitrine/internal/importing"
)

// pace measures how fast an import goes.
type pace struct {
	phase, unit string
	began       time.Time
	done, total int64
	marks       []mark
}

type mark struct {
	at   time.Time
	done int64
}

func newPace(phase, unit string) *pace {
	return &pace{phase: phase, unit: unit, began: time.Now()}
}

// progress is how far it is now.
func (p *pace) progress(done, total int64) importing.Progress {
	now := time.Now()
	p.marks = append(p.marks, mark{now, done})
	for len(p.marks) > 1 && now.Sub(p.marks[0].at) > 10*time.Second {
		p.marks = p.marks[1:]
	}
	shown := importing.Progress{Phase: p.phase, Unit: p.unit, Done: done, Total: total}
	if total > 0 {
		shown.Percent = min(99, done*100/total)
	}
	since, first := p.began, int64(0)
	if now.Sub(p.marks[0].at) > time.Second {
		since, first = p.marks[0].at, p.marks[0].done
	}
	if seconds := now.Sub(since).Seconds(); seconds > 0 {
		shown.PerSecond = int64(float64(done-first) / seconds)
	}
	if now.Sub(p.began) > 3*time.Second && shown.PerSecond > 0 {
		shown.RemainingSeconds = new((total - done) / shown.PerSecond)
	}
	return shown
}

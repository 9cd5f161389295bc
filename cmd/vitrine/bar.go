package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"vitrine/internal/importing"
)

// bar shows how far a job is, in one line of a terminal: its rate, and the time left. It shows
// nothing elsewhere.
type bar struct {
	out   io.Writer // nil shows nothing
	shown int       // characters of the line
	last  time.Time

	phase string    // of what is sent or fetched
	began time.Time // the phase
	first int64     // what was done by then
}

// newBar is a bar on a terminal, if out is one.
func newBar(out io.Writer) *bar {
	b := new(bar)
	if file, ok := out.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			b.out = out
		}
	}
	return b
}

// job shows what the service says of a job.
func (b *bar) job(p *importing.Progress) {
	if p != nil && p.Total > 0 {
		b.draw(*p)
	}
}

// bytes shows how much of a file was sent or has come. The total may be unknown.
func (b *bar) bytes(phase string) func(done, total int64) {
	return func(done, total int64) {
		if b.phase != phase {
			b.phase, b.began, b.first = phase, time.Now(), done
		}
		if b.out == nil || total <= 0 || done < total && time.Since(b.last) < time.Second/5 {
			return
		}
		p := importing.Progress{Phase: phase, Unit: "kB", Done: done / 1000, Total: total / 1000, Percent: 100 * done / total}
		if took := time.Since(b.began).Seconds(); took >= 1 && done > b.first {
			rate := float64(done-b.first) / took
			left := int64(float64(total-done) / rate)
			p.PerSecond, p.RemainingSeconds = int64(rate/1000), &left
		}
		b.draw(p)
	}
}

// widest is what every terminal shows in a line.
const widest = 79

func (b *bar) draw(p importing.Progress) {
	if b.out == nil {
		return
	}
	const width = 16
	filled := min(width, width*int(p.Percent)/100)
	line := fmt.Sprintf("%s [%s%s] %d%% %s of %s %s", p.Phase, strings.Repeat("#", filled), strings.Repeat(".", width-filled), p.Percent, grouped(p.Done), grouped(p.Total), p.Unit)
	if p.PerSecond > 0 {
		line += fmt.Sprintf(", %s/s", grouped(p.PerSecond))
	}
	if p.RemainingSeconds != nil {
		line += ", " + left(*p.RemainingSeconds)
	}
	b.line(line)
}

// line replaces the line, by blanks where it was longer: terminals differ in the rest.
func (b *bar) line(line string) {
	line = line[:min(len(line), widest)]
	fmt.Fprintf(b.out, "\r%s%s", line, strings.Repeat(" ", max(0, b.shown-len(line))))
	b.shown, b.last = len(line), time.Now()
}

// end clears the line.
func (b *bar) end() {
	if b.out != nil && b.shown > 0 {
		b.line("")
		fmt.Fprint(b.out, "\r")
	}
}

// left says how long it will take.
func left(seconds int64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("%d s left", seconds)
	case seconds < 6000:
		return fmt.Sprintf("%d min left", (seconds+30)/60)
	}
	return fmt.Sprintf("%d h left", (seconds+1800)/3600)
}

// grouped writes thousands apart.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a progress bar, shown only on a terminal.
type progress struct {
	out         io.Writer // nil shows nothing
	done, total int
	what        string
	start, last time.Time
}

func newProgress(out io.Writer, total int, what string) *progress {
	p := &progress{total: total, what: what, start: time.Now()}
	if file, ok := out.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.out = out
		}
	}
	return p
}

// step adds to what is done; the bar is drawn ten times a second.
func (p *progress) step(n int) {
	p.done += n
	if p.out == nil || time.Since(p.last) < time.Second/10 && p.done < p.total {
		return
	}
	const width = 30
	p.last = time.Now()
	filled := min(width, width*p.done/max(1, p.total))
	fmt.Fprintf(p.out, "\r[%s%s] %d of %d %s, %s ", strings.Repeat("#", filled), strings.Repeat(".", width-filled), p.done, p.total, p.what,
		time.Since(p.start).Round(time.Second))
}

// end leaves the bar and begins a new line.
func (p *progress) end() {
	if p.out != nil && p.done > 0 {
		fmt.Fprintln(p.out)
	}
}

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestProgressIsShownToSomebodyOnly(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	quiet := newProgress(file, 2, "items")
	quiet.step(2)
	quiet.end()
	if info, err := file.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("%d bytes were written to what is no terminal (%v)", info.Size(), err)
	}

	var seen bytes.Buffer
	shown := &progress{out: &seen, total: 4, what: "items"}
	shown.step(2)
	shown.step(1) // too soon to be drawn
	shown.step(1)
	shown.end()
	bars := strings.Split(seen.String(), "\r")
	if len(bars) != 3 || !strings.HasPrefix(bars[1], "[###############...............] 2 of 4 items, ") || !strings.HasPrefix(bars[2], "["+strings.Repeat("#", 30)+"] 4 of 4 items, ") || !strings.HasSuffix(bars[2], "\n") {
		t.Errorf("drawn: %q", seen.String())
	}
}

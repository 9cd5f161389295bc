package picture

import (
	"bytes"
	"errors"
	"image"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/files/hostile"
	"vitrine/internal/testkind"
)

const (
	mostGrowth = 256 << 10        // kilobytes of memory that a hostile file may take
	mostTime   = 10 * time.Second // of the processor; most files take milliseconds
)

// Every hostile file is refused, or reduced to a harmless picture. With the race detector every fifth
// is tried.
func TestHostileFiles(t *testing.T) {
	testkind.WatchesTheClock(t)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // what is measured is what is held, not garbage
	refused, kept := 0, 0
	var slowest time.Duration
	var heaviest int
	for i, f := range hostile.All() {
		if raced && i%5 != 0 {
			continue // minutes for nothing: no two of these run at once
		}
		before := resetPeak(t)
		began := processorTime()
		p, err := read(t, f.Content)
		took, growth := processorTime()-began, memory(t, "VmHWM")-before
		if took > mostTime { // a neighbour on the same processor may have slowed it down
			began = processorTime()
			_, _ = read(t, f.Content)
			took = processorTime() - began
		}
		slowest, heaviest = max(slowest, took), max(heaviest, growth)
		if growth > mostGrowth && !raced {
			t.Errorf("%s: %d kB of memory", f.Name, growth)
		}
		if took > mostTime {
			t.Errorf("%s: took %v", f.Name, took)
		}
		if took > time.Second {
			t.Logf("%s: %v", f.Name, took)
		}
		var why Refused
		switch {
		case errors.As(err, &why):
			refused++
		case err != nil:
			t.Errorf("%s: %v", f.Name, err)
		default:
			kept++
			harmless(t, f.Name, p)
		}
	}
	t.Logf("%d refused, %d kept; slowest %v, heaviest %d MB", refused, kept, slowest, heaviest>>10)
	if refused < 30 || kept < 30 {
		t.Error("the files do not try both ways")
	}
}

// harmless checks that the result consists of pictures and nothing else.
func harmless(t *testing.T, name string, p Photo) {
	t.Helper()
	thumb, _, err := image.DecodeConfig(bytes.NewReader(p.Thumb))
	if err != nil || max(thumb.Width, thumb.Height) > Thumb.Edge {
		t.Errorf("%s: the thumbnail is %+v, %v", name, thumb, err)
	}
	if _, _, err := image.Decode(bytes.NewReader(p.Thumb)); err != nil {
		t.Errorf("%s: the thumbnail: %v", name, err)
	}
	again, err := read(t, p.Stripped)
	if err != nil || !bytes.Equal(again.Stripped, p.Stripped) {
		t.Errorf("%s: what is kept changes when it is sent again: %v", name, err)
	}
	for _, trace := range []string{"alert(", "<?php", "#!/bin/sh", "PE\x00\x00", "PK\x03\x04", "%PDF"} {
		if bytes.Contains(p.Stripped, []byte(trace)) || bytes.Contains(p.Thumb, []byte(trace)) {
			t.Errorf("%s: %q is kept", name, trace)
		}
	}
}

func read(t *testing.T, content []byte) (Photo, error) {
	t.Helper()
	h, err := Look(bytes.NewReader(content))
	if err != nil {
		return Photo{}, err
	}
	return NewBudget().Read(t.Context(), h, int64(len(content)), func() ([]byte, error) { return content, nil })
}

func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// resetPeak forgets the peak of memory and returns what is in use, in kilobytes.
func resetPeak(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return 1 << 40 // not on Linux: nothing is measured
	}
	return memory(t, "VmRSS")
}

func memory(t *testing.T, field string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), field+":")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes
}

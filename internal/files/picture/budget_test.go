package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/files/hostile"
	"vitrine/internal/share"
)

func TestBudgetIsNeverExceeded(t *testing.T) {
	b := NewBudget()
	var all sync.WaitGroup
	var memory, workers, most, mostWorkers atomic.Int64
	for i := range 200 {
		weight := int64(i%8+1) * (maxWeight / 8)
		all.Go(func() {
			err := b.within(t.Context(), weight, func() error {
				raise(&most, memory.Add(weight))
				raise(&mostWorkers, workers.Add(1))
				runtime.Gosched()
				memory.Add(-weight)
				workers.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > maxWeight || mostWorkers.Load() > int64(runtime.GOMAXPROCS(0)) || b.Waiting() != 0 {
		t.Errorf("%d bytes, %d at once, %d waiting", most.Load(), mostWorkers.Load(), b.Waiting())
	}
}

func raise(most *atomic.Int64, to int64) {
	for old := most.Load(); to > old && !most.CompareAndSwap(old, to); old = most.Load() {
	}
}

func TestWhoeverWaitsTooLongIsToldSo(t *testing.T) {
	b := NewBudget()
	begun, end := make(chan struct{}), make(chan struct{})
	var other sync.WaitGroup
	other.Go(func() {
		_ = b.within(t.Context(), maxWeight, func() error { close(begun); <-end; return nil })
	})
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := b.within(ctx, 1, func() error { t.Error("there was no memory"); return nil })
	if !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	close(end)
	other.Wait()
	if err := b.within(t.Context(), 10*maxWeight, func() error { return nil }); err != nil {
		t.Errorf("more than there is counts as all there is: %v", err)
	}
}

// A user with many pictures leaves a processor to others, and waits for their own.
func TestPicturesOfOneUserLeaveRoom(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("there is one processor")
	}
	b := NewBudget()
	end := make(chan struct{})
	var all sync.WaitGroup
	greedy, others := share.As(t.Context(), 1), share.As(t.Context(), 2)
	for range 4 * runtime.GOMAXPROCS(0) {
		all.Go(func() { _ = b.within(greedy, 1, func() error { <-end; return nil }) })
	}
	for b.Waiting() < int64(4*runtime.GOMAXPROCS(0)) {
		runtime.Gosched()
	}
	ctx, cancel := context.WithTimeout(others, time.Second)
	defer cancel()
	if err := b.within(ctx, 1, func() error { return nil }); err != nil {
		t.Errorf("somebody else was told: %v", err)
	}
	close(end)
	all.Wait()
}

// An error of the store does not count as a broken picture.
func TestErrorsOfTheStoreAreKept(t *testing.T) {
	content := hostile.Sample("jpeg")
	h, err := Look(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("the store is gone")
	load := func() ([]byte, error) { return nil, gone }
	if _, err := NewBudget().Read(t.Context(), h, 1, load); !errors.Is(err, gone) {
		t.Errorf("read: %v", err)
	}
	if _, err := NewBudget().Render(t.Context(), h, 1, Thumb, load); !errors.Is(err, gone) {
		t.Errorf("render: %v", err)
	}
}

func TestWeightsFollowHowPicturesAreCoded(t *testing.T) {
	canvas := image.Rect(0, 0, 100, 100)
	palette := color.Palette{color.Black, color.White}
	interlaced := pngOf(image.NewNRGBA(canvas))
	head := append([]byte(nil), interlaced[16:29]...)
	head[12] = 1
	interlaced = append(append([]byte(pngSignature), hostile.Chunk("IHDR", head)...), interlaced[33:]...)
	for name, c := range map[string]struct {
		content []byte
		want    float64 // bytes for each pixel
	}{
		"jpeg":              {jpegOf(image.NewNRGBA(canvas)), 1.5},
		"jpeg, grey":        {jpegOf(image.NewGray(canvas)), 1},
		"jpeg, progressive": {hostile.Progressive(100, 100, 1), 5},
		"jpeg, four inks":   {cmyk(t), 8},
		"jpeg, RGB":         {hostile.AfterStart(jpegOf(image.NewNRGBA(canvas)), hostile.Segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00"))), 5.5},
		"jpeg, fill bytes":  {hostile.AfterStart(jpegOf(image.NewNRGBA(canvas)), []byte{0xff, 0xff, 0xff}), 1.5},
		"png":               {pngOf(image.NewNRGBA(canvas)), 4},
		"png, interlaced":   {interlaced, 8},
		"png, palette":      {pngOf(image.NewPaletted(canvas, palette)), 1},
		"png, 16 bits":      {pngOf(image.NewGray16(canvas)), 8},
		"webp":              {hostile.Sample("webp"), 2},
		"webp, lossless":    {hostile.Sample("webp-lossless"), 6.5},
	} {
		h, err := Look(bytes.NewReader(c.content))
		if got := float64(h.Weight) / float64(h.Width*h.Height); err != nil || got != c.want {
			t.Errorf("%s: %v bytes for each pixel, want %v, %v", name, got, c.want, err)
		}
	}
}

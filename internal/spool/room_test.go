package spool

import (
	"context"
	"errors"
	"os"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/share"
)

// onDisk uses a disk of so many bytes, which is as full as its files are.
func onDisk(t *testing.T, bytes int64) {
	t.Helper()
	before := disk
	t.Cleanup(func() { disk = before })
	t.Setenv("TMPDIR", t.TempDir())
	var on *room
	on = newRoom(func(string) (int64, error) {
		on.mu.Lock()
		defer on.mu.Unlock()
		return bytes - on.all, nil
	})
	disk = on
}

// fill writes until it is refused.
func fill(t *testing.T, who int64) (*File, error) {
	t.Helper()
	f, err := Create(share.As(t.Context(), who))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	for block := make([]byte, step); err == nil; {
		_, err = f.Write(block)
	}
	return f, err
}

// However many users write as much as they can, there is room for the next one.
func TestThereIsRoomForTheNext(t *testing.T) {
	onDisk(t, 64*step)
	var all []*File
	for who, want := range []int64{32, 16, 8, 4, 2, 1} {
		f, err := fill(t, int64(who))
		if down := new(fault.Unavailable); !errors.As(err, &down) || down.Own || !errors.Is(err, ErrFull) {
			t.Errorf("user %d was told %v", who, err)
		}
		if err := Fits(share.As(t.Context(), int64(who)), step); !errors.Is(err, errOwn) { // which may pass
			t.Errorf("beside their own file, user %d was told %v", who, err)
		}
		if f.Size() != want*step {
			t.Errorf("user %d wrote %d steps, want %d", who, f.Size()/step, want)
		}
		all = append(all, f)
	}
	for _, f := range all {
		f.Close()
		f.Close() // which does nothing
	}
	if disk.all != 0 || len(disk.users) != 0 {
		t.Errorf("at rest %d bytes are taken by %d users", disk.all, len(disk.users))
	}
}

// A length that is announced is refused before its first byte, and takes nothing.
func TestAnnouncedLengths(t *testing.T) {
	onDisk(t, 64*step)
	ctx := share.As(t.Context(), 1)
	for length, fits := range map[int64]bool{-1: true, 0: true, 32 * step: true, 33 * step: false} {
		if err := Fits(ctx, length); (err == nil) != fits {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
	if disk.all != 0 {
		t.Errorf("%d bytes are taken", disk.all)
	}
}

// The limit counts where it is below what the disk has.
func TestLimit(t *testing.T) {
	onDisk(t, 64*step)
	Limit(8 * step)
	if f, _ := fill(t, 1); f.Size() != 4*step {
		t.Errorf("%d steps were written, want 4", f.Size()/step)
	}
}

// Whatever is wrong with the disk may pass.
func TestNoDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/absent")
	down := new(fault.Unavailable)
	if _, err := Create(context.Background()); !errors.As(err, &down) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file: %v", err)
	}
	if err := Fits(context.Background(), 1); !errors.As(err, &down) {
		t.Errorf("room: %v", err)
	}
}

package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An upgrade from 15 to 17 uses these names beside data:
func (d *Directory) saved() string          { return d.Path("postgres", "upgrade") }      // the rows on their way
func (d *Directory) draft() string          { return d.Path("postgres", "data.upgrade") } // the new data, incomplete
func (d *Directory) whole(major int) string { return d.data() + "." + strconv.Itoa(major) }
func (d *Directory) kept(major int) string  { return d.whole(major) + ".kept" } // the old data

// settle ends what a killed upgrade has left: if no data is in place, whole new data
// is put there. Anything else of it is removed, to be begun anew.
func (d *Directory) settle(ctx context.Context, say Say) error {
	d.stopDraft(ctx)
	if err := d.settleSwap(say); err != nil {
		return err
	}
	return d.clear()
}

func (d *Directory) settleSwap(say Say) error {
	if exists(d.data()) {
		return nil
	}
	whole, kept := majors(d.data(), ""), majors(d.data(), ".kept")
	switch {
	case len(whole) > 0:
		newest := d.whole(whole[len(whole)-1])
		say("Putting %s in place, which a killed upgrade had made.", newest)
		return d.rename(newest, d.data())
	case len(kept) > 0 && exists(d.draft()): // killed in swapBack
		return d.rename(d.kept(kept[len(kept)-1]), d.data())
	case len(kept) > 0:
		return fmt.Errorf("%s is missing, and no upgrade removed it: put it back; or rename %s to it, which is the data as it was before an upgrade", d.data(), d.kept(kept[len(kept)-1]))
	}
	return nil
}

// swapBack puts the old data back if the new is in its place, but cannot be used.
// Killed between its steps, settle does the second, because there is a draft.
func (u *upgrade) swapBack() error {
	old := u.kept(u.from.major)
	now, err := madeBy(u.data())
	if err != nil || now == u.from.major {
		return err
	}
	if now != 0 {
		err = u.rename(u.data(), u.draft())
	}
	if err != nil {
		return err
	}
	return u.rename(old, u.data())
}

// clear removes what is unfinished.
func (d *Directory) clear() error {
	unfinished := []string{d.saved(), d.draft(), d.initial()}
	for _, major := range majors(d.data(), "") {
		unfinished = append(unfinished, d.whole(major))
	}
	for _, path := range unfinished {
		if err := remove(path); err != nil {
			return err
		}
	}
	return nil
}

// remove insists for a while: an initdb whose Vitrine was killed may still be
// writing, and ends when it misses its files.
func remove(path string) (err error) {
	for range 50 {
		if err = os.RemoveAll(path); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

// stopDraft stops a server that was filling new data when its Vitrine was killed.
func (d *Directory) stopDraft(ctx context.Context) {
	if found := preferred(); found.major != 0 && exists(d.draft()) {
		s := &Server{dir: d, runs: found}
		_ = s.program(ctx, "pg_ctl", "-D", d.draft(), "-m", "immediate", "-w", "stop").Run()
	}
}

// rename makes sure that the new name survives a power failure.
func (d *Directory) rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// majors are the major versions of directories called like data.17, or like
// data.17.kept with that ending; in their order.
func majors(data, ending string) (found []int) {
	entries, _ := os.ReadDir(filepath.Dir(data))
	for _, entry := range entries {
		name, ends := strings.CutSuffix(strings.TrimPrefix(entry.Name(), filepath.Base(data)+"."), ending)
		if major, err := strconv.Atoi(name); err == nil && ends {
			found = append(found, major)
		}
	}
	slices.Sort(found)
	return found
}

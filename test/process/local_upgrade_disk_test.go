package process

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// An upgrade is refused if there is no room, and undone if the disk is full later;
// the old data is served. With room it succeeds.
func TestUpgradeOfPostgreSQLOutlivesAFullDisk(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestLocalGoesOnWhenAnUpgradeFails")
	bins := majors(t, 15, 17)
	dir := smallDisk(t, "240m")
	h := fillLocal(t, dir, bins[0])
	goesOn := func(v *instance, reason string) {
		t.Helper()
		if !v.log.contains("THE UPGRADE FAILED") || !v.log.contains(reason) {
			t.Errorf("it does not say %q:\n%s", reason, v.log.tail(20))
		}
		if said, err := beside(dir, "doctor"); code(err) != 1 {
			t.Errorf("the doctor is content (%v):\n%s", err, said)
		}
		v.stop(t, syscall.SIGTERM)
		v = localOn(t, dir, bins[0])
		h.has(t, dir, v, 15)
		v.stop(t, syscall.SIGTERM)
	}

	ballast(t, dir, 80<<20)
	goesOn(localOn(t, dir, bins[1], bins...), "MB of free space in")

	for _, moment := range []string{"The rows are saved.", "PostgreSQL 17 is made."} {
		ballast(t, dir, 1<<40)
		v := start(t, localCommand(binary, dir, bins[1], bins...))
		eventually(t, time.Minute, moment, func() bool { return v.log.contains(moment) || v.over() })
		ballast(t, dir, 1<<20)
		v.await(t)
		goesOn(v, "No space left on device")
	}

	ballast(t, dir, 1<<40)
	v := localOn(t, dir, bins[1], bins...)
	h.has(t, dir, v, 17)
	h.works(t, v)
	v.stop(t, syscall.SIGTERM)
}

// smallDisk mounts a file system in memory until the test ends.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := reachableDirectory(t)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=755,size="+size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("a small disk cannot be mounted, which root may: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	return filepath.Join(dir, "data")
}

// ballast fills the disk until so much is free.
func ballast(t *testing.T, dir string, free int64) {
	t.Helper()
	path := filepath.Join(filepath.Dir(dir), "ballast")
	_ = os.Remove(path)
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(dir), &disk); err != nil {
		t.Fatal(err)
	}
	if size := int64(disk.Bavail)*int64(disk.Bsize) - free; size > 0 {
		f, err := os.Create(path)
		if err == nil {
			_, err = io.CopyN(f, zeros{}, size)
		}
		if err != nil && !errors.Is(err, syscall.ENOSPC) { // others write meanwhile
			t.Fatal(err)
		}
		_ = f.Close()
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

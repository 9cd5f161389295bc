package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vitrine/test/faults/gallery"
	"vitrine/test/versitygw"
)

const denied = "uploads 503 with Retry-After, no row; vitrine doctor says so; service within 1 s after it is allowed again; the load notices nothing (p99 below 500 ms, none fails)"

var storeReadOnly = row{
	name: "F29", fault: "the directory of files may not be written to for 20 s, one instance",
	target: "photos are shown as ever; " + denied,
	run: func(w *world) error {
		home := filepath.Join(w.dir, "home")
		if err := os.Mkdir(home, 0o755); err != nil {
			return err
		}
		if os.Getuid() == 0 { // to whom nothing is forbidden
			w.wrap = []string{"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"}
			if err := os.Chown(home, 65534, 65534); err != nil {
				return err
			}
		}
		folder := filepath.Join(home, "files")
		p, err := w.show(func() (*place, error) { return &place{folder: folder, env: []string{"VITRINE_FILES=" + folder}}, nil })
		if err != nil {
			return err
		}
		opened, err := directory(folder)
		if err != nil {
			return err
		}
		p.Store = opened.Store
		allow := func(mode os.FileMode) error {
			return filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
				if err != nil || !entry.IsDir() {
					return err
				}
				return os.Chmod(path, mode)
			})
		}
		return w.denies(p, func() error { return allow(0o500) }, func() error { return allow(0o700) }, true)
	},
}

var storeWrongKeys = row{
	name: "F29a", fault: "the bucket is given other keys for 20 s, one instance",
	target: "photos 503 too; " + denied,
	run: func(w *world) error {
		p, err := w.show(w.bucket)
		if err != nil {
			return err
		}
		keys := func(secret string) func() error {
			return func() error {
				p.server.Kill()
				p.server.Secret = secret
				return p.server.Run()
			}
		}
		return w.denies(p, keys("another-secret"), keys(versitygw.SecretKey), false)
	},
}

// denies checks what happens between forbid and allow.
func (w *world) denies(p *place, forbid, allow func() error, shown bool) error {
	var from, to time.Duration
	said := ""
	all, g, err := w.exhibit(p, photographers, gallery.Options{}, func(_ *gallery.Gallery, now func() time.Duration) error {
		before := now()
		if err := forbid(); err != nil {
			return err
		}
		from = now()
		w.figure("until it was forbidden", from-before)
		said = w.doctor()
		if err := errors.Join(w.wait(20*time.Second), allow()); err != nil {
			return err
		}
		to = now()
		return w.wait(7 * time.Second)
	})
	if err != nil {
		return err
	}
	during := ended(g.Uploads(), from, to)
	w.figure("uploads during", statuses(during))
	w.expect(len(during) > 20 && during.Statuses()[503] == len(during), "uploads were answered %s", statuses(during))
	reads := ended(g.Reads(), from, to)
	w.figure("reads of photos during", statuses(reads))
	if shown {
		w.expect(len(reads) > 20 && len(reads.Bad()) == 0, "photos were not shown: %s", statuses(reads))
	} else {
		w.expect(len(reads.Bad()) > 20 && reads.Statuses()[503] == len(reads.Bad()), "photos were answered %s", statuses(reads))
	}
	for name, samples := range samplesOf(g) {
		late := samples.Between(to+time.Second, time.Hour)
		w.expect(len(late) > 10 && len(late.Bad()) == 0, "%s from 1 s after were answered %s", name, statuses(late))
	}
	w.figure("vitrine doctor", said)
	w.expect(strings.Contains(said, "the store of files refuses this program"), "vitrine doctor: %s", said)
	w.unharmed(all, from, to)
	return nil
}

// doctor is the first thing that vitrine doctor complains of.
func (w *world) doctor() string {
	like := w.instances[0]
	args := append(slices.Clone(like.command[1:len(like.command)-1]), "doctor") // instead of serve
	cmd := exec.Command(like.command[0], args...)
	cmd.Env = like.env
	out, _ := cmd.CombinedOutput() // fails if anything is wrong
	for line := range strings.Lines(string(out)) {
		if complaint, ok := strings.CutPrefix(line, "  FAIL "); ok {
			return strings.TrimSpace(complaint)
		}
	}
	return "does not complain"
}

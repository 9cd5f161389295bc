package main

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"vitrine/test/faults/gallery"
)

var storeFull = row{
	name: "F28", fault: "the disk of the store of files is full for 15 s, then the disk on which uploads are received; one instance",
	target:    "uploads 503 with Retry-After, no row and no half of a file; photos are shown as ever (those to be made smaller first, 503 in the second case); uploads go on as soon as there is room; the load notices nothing (p99 below 500 ms, none fails)",
	needsRoot: "to mount small disks",
	run: func(w *world) error {
		store, spool := filepath.Join(w.dir, "store"), filepath.Join(w.dir, "spool")
		for _, dir := range []string{store, spool} {
			if err := w.smallDisk(dir, "48m"); err != nil {
				return err
			}
		}
		p, err := w.show(func() (*place, error) {
			p, err := directory(filepath.Join(store, "files"))
			p.env = append(p.env, "TMPDIR="+spool)
			return p, err
		})
		if err != nil {
			return err
		}
		var full, room, spoolFull, spoolRoom time.Duration
		all, g, err := w.exhibit(p, photographers, gallery.Options{}, func(_ *gallery.Gallery, now func() time.Duration) error {
			for _, disk := range []struct {
				folder     string
				full, room *time.Duration
			}{{store, &full, &room}, {spool, &spoolFull, &spoolRoom}} {
				free, err := fill(disk.folder)
				if err != nil {
					return err
				}
				*disk.full = now()
				if err := errors.Join(w.wait(15*time.Second), free()); err != nil {
					return err
				}
				*disk.room = now()
				if err := w.wait(7 * time.Second); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, disk := range []struct {
			name             string
			full, room, next time.Duration
		}{{"the store", full, room, spoolFull}, {"the received", spoolFull, spoolRoom, time.Hour}} {
			during := ended(g.Uploads(), disk.full, disk.room)
			w.figure("uploads while the disk of "+disk.name+" is full", statuses(during))
			w.expect(len(during) > 20 && during.Statuses()[503] == len(during), "while the disk of %s was full, uploads were answered %s", disk.name, statuses(during))
			reads := ended(g.Reads(), disk.full, disk.room)
			w.figure("reads of photos while the disk of "+disk.name+" is full", statuses(reads))
			w.expect(len(reads) > 20 && reads.Statuses()[200]+reads.Statuses()[503] == len(reads), "while the disk of %s was full, photos were answered %s", disk.name, statuses(reads))
			after := ended(g.Uploads(), disk.room, disk.next)
			w.figure("uploads since the disk of "+disk.name+" has room", statuses(after))
			w.expect(len(after) > 10 && len(after.Bad()) == 0, "when the disk of %s had room, uploads were answered %s", disk.name, statuses(after))
		}
		others := append(ended(g.Reads(), 0, spoolFull), g.Reads().Between(spoolRoom, time.Hour)...)
		w.expect(len(others.Bad()) == 0, "photos were not shown: %s", statuses(others))
		halves, err := os.ReadDir(filepath.Join(p.folder, ".incoming"))
		if err != nil {
			return err
		}
		w.figure("halves of files", len(halves))
		w.expect(len(halves) == 0, "%d halves of files are left", len(halves))
		w.unharmed(all, full, spoolRoom)
		return nil
	},
}

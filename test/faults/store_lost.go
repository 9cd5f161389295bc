package main

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"vitrine/test/faults/gallery"
	"vitrine/test/faults/load"
)

var storeLost = row{
	name: "F33", fault: "a backup is made while photos are uploaded, then everything in the directory of files is deleted; 10 s later the files are restored from the backup (vitrine restore --only-files), one instance that keeps running",
	target: "photos acknowledged before the backup began are all there; later ones are there once they are uploaded again; meanwhile uploads 503, photos 503; the load notices nothing (p99 below 500 ms, none fails)",
	run: func(w *world) error {
		p, err := w.show(func() (*place, error) { return directory(filepath.Join(w.dir, "files")) })
		if err != nil {
			return err
		}
		base := w.instances[0].url
		before, err := w.open(photographers)
		if err != nil {
			return err
		}
		since, err := w.open(photographers)
		if err != nil {
			return err
		}
		var lost, back, end time.Duration
		var again int
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			before.Began = time.Now().Add(-now())
			if err := w.taking(before, 8*time.Second); err != nil {
				return err
			}
			file := filepath.Join(w.dir, "files.backup")
			if err := w.takingWhile(since, file); err != nil {
				return err
			}
			lost, p.lost = now(), true
			if err := errors.Join(empty(p.folder), w.taking(before, 10*time.Second)); err != nil {
				return err
			}
			restore, err := w.vitrine("restore", "--only-files", file)
			if err != nil {
				return err
			}
			w.figure("restore of the files", restore)
			back = now()
			w.figure("photos in the end", before.ReadAll(base))
			again = since.Renew(base)
			if err := w.taking(before, 3*time.Second); err != nil {
				return err
			}
			since.ReadAll(base)
			end = now()
			return nil
		})
		if err != nil {
			return err
		}
		uploads, reads := ended(before.Uploads(), lost, back), ended(before.Reads(), lost, back)
		w.figure("uploads while they are lost", statuses(uploads))
		w.figure("reads of photos while they are lost", statuses(reads))
		w.figure("photos newer than the backup, uploaded again", again)
		w.expect(len(uploads) > 20 && uploads.Statuses()[503] == len(uploads), "while the files were lost, uploads were answered %s", statuses(uploads))
		w.expect(len(reads.Bad()) > 20 && reads.Statuses()[503] == len(reads.Bad()), "while the files were lost, photos were answered %s", statuses(reads))
		w.expect(again > 0, "no photo was newer than the backup")
		late := append(before.Uploads().Between(back, time.Hour), before.Reads().Between(back, time.Hour)...)
		w.expect(len(late.Bad()) == 0, "after the restore, photos were answered %s", statuses(late))
		w.unharmed(all, lost, end)
		return w.judge(p, before, since)
	},
}

// open makes a gallery of new accounts.
func (w *world) open(accounts int) (*gallery.Gallery, error) {
	made, err := load.Accounts(w.ctx, w.database.url, accounts)
	return gallery.Open(made, w.bases(), time.Now(), gallery.Options{}), err
}

// taking lets photographers work for a while.
func (w *world) taking(g *gallery.Gallery, d time.Duration) error {
	g.Start()
	defer g.Stop()
	return w.wait(d)
}

// takingWhile lets photographers work while a backup is made, and after it.
func (w *world) takingWhile(g *gallery.Gallery, file string) error {
	g.Start()
	defer g.Stop()
	backup, err := w.vitrine("backup", file)
	w.figure("backup", backup)
	return errors.Join(err, w.wait(3*time.Second))
}

// empty deletes everything in a folder.
func empty(folder string) error {
	found, err := os.ReadDir(folder)
	for _, entry := range found {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, entry.Name())))
	}
	return err
}

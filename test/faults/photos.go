package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"vitrine/internal/files"
	"vitrine/test/faults/gallery"
	"vitrine/test/faults/link"
	"vitrine/test/faults/load"
	"vitrine/test/versitygw"
)

// place is where the bytes of photos are kept.
type place struct {
	files.Store // as the check sees it, whatever is broken
	env         []string
	folder      string
	server      *versitygw.Server // nil for a directory
	wire        *link.Link        // to the bucket
	lost        bool              // what it had, once
}

// directory keeps files below a folder.
func directory(folder string) (*place, error) {
	store, err := files.OpenDirectory(folder)
	return &place{Store: store, folder: folder, env: []string{"VITRINE_FILES=" + folder}}, err
}

// bucket starts an S3 server and a link to it.
func (w *world) bucket() (*place, error) {
	folder := filepath.Join(w.dir, "bucket")
	server, err := versitygw.Start(folder)
	if err != nil {
		return nil, err
	}
	w.cleanup(server.Kill)
	store, err := files.OpenBucket(server.URL(), versitygw.AccessKey, versitygw.SecretKey)
	if err != nil {
		return nil, err
	}
	wire, err := link.Open(server.Address)
	if err != nil {
		return nil, err
	}
	w.cleanup(wire.Close)
	w.bucketLink = wire
	return &place{Store: store, folder: folder, server: server, wire: wire, env: []string{"VITRINE_FILES=" + versitygw.URL(wire.Address),
		"VITRINE_FILES_ACCESS_KEY=" + versitygw.AccessKey, "VITRINE_FILES_SECRET_KEY=" + versitygw.SecretKey}}, nil
}

// show is an installation with files: PostgreSQL, the place, and an instance.
func (w *world) show(open func() (*place, error), env ...string) (*place, error) {
	if err := w.startDatabase(); err != nil {
		return nil, err
	}
	p, err := open()
	if err != nil {
		return nil, err
	}
	w.env = p.env
	return p, w.serve(1, w.database.url, append(env, p.env...)...)
}

// photographers is the default number of those who upload and read photos.
const photographers = 8

// exhibit is under, with photos uploaded and read by n users on the first instance
// beside the load. It checks what was promised of both, and of other galleries.
func (w *world) exhibit(p *place, n int, o gallery.Options, happens func(g *gallery.Gallery, now func() time.Duration) error, others ...*gallery.Gallery) (load.Samples, *gallery.Gallery, error) {
	accounts, err := load.Accounts(w.ctx, w.database.url, n)
	if err != nil {
		return nil, nil, err
	}
	bases := []string{w.instances[0].url}
	var g *gallery.Gallery
	all, err := w.under(bases, load.Options{}, func(now func() time.Duration) error {
		g = gallery.Open(accounts, bases, time.Now().Add(-now()), o)
		g.Start()
		defer g.Stop()
		if err := errors.Join(w.wait(5*time.Second), happens(g, now)); err != nil {
			return err
		}
		g.Stop()
		w.figure("photos in the end", g.ReadAll(bases[0]))
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return all, g, w.judge(p, append(others, g)...)
}

// judge checks what was promised of photos.
func (w *world) judge(p *place, galleries ...*gallery.Gallery) error {
	v, err := gallery.Check(w.ctx, w.database.url, p.Store, galleries...)
	if err != nil {
		return fmt.Errorf("check of the photos: %w", err)
	}
	if p.lost { // what was deleted before may be gone
		v.Hollow = nil
	}
	for _, fault := range first(v.Faults(), 20) {
		w.expect(false, "%s", fault)
	}
	w.figure("photos acknowledged", v.Acknowledged)
	w.figure("photos refused", v.Refused)
	w.figure("photos lost", len(v.Lost))
	w.figure("rows without bytes", len(v.Bare))
	w.figure("objects without a row, before the sweep", v.Orphans)
	w.figure("objects without a row, after the sweep", len(v.Stray))
	return nil
}

// unharmed requires that the load noticed nothing between two moments.
func (w *world) unharmed(all load.Samples, from, to time.Duration) {
	w.compare(all, from, to, 500*time.Millisecond, func(load.Sample) bool { return true })
}

// ended keeps what also ended in a part of the load.
func ended(all load.Samples, from, to time.Duration) load.Samples {
	return all.Between(from, to).Where(func(s load.Sample) bool { return s.At+s.Took < to })
}

// samplesOf are the uploads and the reads of a gallery, by name.
func samplesOf(g *gallery.Gallery) map[string]load.Samples {
	return map[string]load.Samples{"uploads": g.Uploads(), "reads of photos": g.Reads()}
}

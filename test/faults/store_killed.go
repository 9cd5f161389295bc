package main

import (
	"fmt"
	"path/filepath"
	"time"

	"vitrine/test/faults/gallery"
	"vitrine/test/faults/link"
	"vitrine/test/faults/load"
)

const nothingLost = "nothing acknowledged is lost, no row is without bytes, no object without a row after the sweep; the load on another instance notices nothing (p99 below 500 ms, none fails)"

var killedBeforeRow = row{
	name: "F30", fault: "kill -9 of an instance between the object of a photo and its row, 100 times",
	target: "the photo is not there, and is there once it is sent again; " + nothingLost,
	run: func(w *world) error {
		return w.killUploads(func(v *victim, p *gallery.Photo, keyed bool) error {
			before, err := v.objects()
			if err != nil {
				return err
			}
			v.wire.Catch(link.Before, v.kill, p.Name)
			if err := v.dies(p, keyed); err != nil {
				return err
			}
			after, err := v.objects()
			if err != nil || after != before+2 { // the original and its smallest rendition
				return fmt.Errorf("%d objects were stored when it was killed, want 2: %w", after-before, err)
			}
			if n, err := v.rows(p); err != nil || n != 0 {
				return fmt.Errorf("%d rows when it was killed, want none: %w", n, err)
			}
			return v.again(p, keyed, false)
		})
	},
}

var killedBeforeAnswer = row{
	name: "F31", fault: "kill -9 of an instance between the row of a photo and its answer, 100 times",
	target: "the photo is there once, and sent again with its Idempotency-Key it is answered as the first time; " + nothingLost,
	run: func(w *world) error {
		return w.killUploads(func(v *victim, p *gallery.Photo, keyed bool) error {
			said := []string{p.Name}
			if keyed {
				said = append(said, link.Commit)
			}
			v.wire.Catch(link.After, v.kill, said...)
			if err := v.dies(p, keyed); err != nil {
				return err
			}
			if n, err := v.rows(p); err != nil || n != 1 {
				return fmt.Errorf("%d rows when it was killed, want one: %w", n, err)
			}
			return v.again(p, keyed, true)
		})
	},
}

// victim is an instance that is killed, and what is sent to it.
type victim struct {
	*instance
	w     *world
	place *place
	wire  *link.Link // to the database
	g     *gallery.Gallery
	album *gallery.Album
}

// killUploads kills an instance again and again while another serves the load.
func (w *world) killUploads(round func(v *victim, p *gallery.Photo, keyed bool) error) error {
	const rounds = 100
	p, err := w.show(func() (*place, error) { return directory(filepath.Join(w.dir, "files")) })
	if err != nil {
		return err
	}
	wire, through, err := w.linked()
	if err != nil {
		return err
	}
	if err := w.serve(1, through, p.env...); err != nil {
		return err
	}
	accounts, err := load.Accounts(w.ctx, w.database.url, 2) // an item has at most 100 photos
	if err != nil {
		return err
	}
	v := &victim{instance: w.instances[1], w: w, place: p, wire: wire, g: gallery.Open(accounts, nil, time.Now(), gallery.Options{})}
	v.command = append(v.command, "--no-migrate", "--no-worker") // to be back soon
	var from, to time.Duration
	all, g, err := w.exhibit(p, photographers, gallery.Options{}, func(_ *gallery.Gallery, now func() time.Duration) error {
		from = now()
		for n := range rounds {
			v.album = v.g.Albums[n%2]
			if err := round(v, gallery.New(false), n%4 < 2); err != nil {
				return fmt.Errorf("kill %d: %w", n+1, err)
			}
			if w.ctx.Err() != nil {
				return w.ctx.Err()
			}
		}
		to = now()
		v.g.ReadAll(v.url)
		v.g.Stop()
		return nil
	}, v.g)
	if err != nil {
		return err
	}
	w.figure("kills", wire.Torn())
	w.figure("time of a kill and a start", (to-from)/rounds)
	w.figure("uploads beside", statuses(g.Uploads()))
	w.figure("reads of photos beside", statuses(g.Reads()))
	w.expect(wire.Torn() == rounds, "it was killed %d times", wire.Torn())
	w.expect(len(g.Uploads().Bad()) == 0 && len(g.Reads().Bad()) == 0, "photos of the other instance failed: %s, %s", statuses(g.Uploads()), statuses(g.Reads()))
	w.unharmed(all, from, to)
	return nil
}

// dies sends a photo, during which the instance is killed, and starts it again.
func (v *victim) dies(p *gallery.Photo, keyed bool) error {
	if got := v.g.Upload(v.album, v.url, p, keyed); got.Status != 0 {
		return fmt.Errorf("it was not killed, and answered %d: %s", got.Status, got.Body)
	}
	select {
	case <-v.ended:
	case <-time.After(5 * time.Second):
		return fmt.Errorf("it was not killed")
	}
	return nil
}

// again starts the instance and repeats the upload; the dead one's transaction may
// still be ending.
func (v *victim) again(p *gallery.Photo, keyed, done bool) error {
	if err := v.start(); err != nil {
		return err
	}
	got := v.g.Post(v.album, v.url, p, keyed)
	for began := time.Now(); got.Status == 409 && time.Since(began) < 5*time.Second; got = v.g.Post(v.album, v.url, p, keyed) {
		time.Sleep(20 * time.Millisecond)
	}
	want, replayed := 201, ""
	switch {
	case done && keyed:
		replayed = "true"
	case done:
		want = 422 // the item has this picture
	}
	if got.Status != want || got.Header.Get("Idempotent-Replayed") != replayed {
		return fmt.Errorf("sent again, it was answered %d (replayed %q), want %d (%q): %s", got.Status, got.Header.Get("Idempotent-Replayed"), want, replayed, got.Body)
	}
	id, err := query[string](v.w.ctx, v.w.database, `select max(id)::text from photos where account_id = $1 and filename = $2 having count(*) = 1`, v.album.ID, p.Name)
	if err != nil {
		return fmt.Errorf("sent again, there is not one photo: %w", err)
	}
	if answered := got.ID(); answered != "" && answered != id {
		return fmt.Errorf("sent again, the answer is about photo %s, not %s", answered, id)
	}
	v.album.Keep(p, id)
	return nil
}

func (v *victim) rows(p *gallery.Photo) (int, error) {
	return query[int](v.w.ctx, v.w.database, `select count(*) from photos where account_id = $1 and filename = $2`, v.album.ID, p.Name)
}

// objects counts those of the victim's album.
func (v *victim) objects() (n int, err error) {
	for _, err := range v.place.List(v.w.ctx, fmt.Sprintf("%d/", v.album.ID)) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

package main

import (
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/attachment"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/test/faults/gallery"
	"vitrine/test/faults/load"
)

var storeSwept = row{
	name: "F32", fault: "sweeps without pause, to which every row is a day old, while 16 users of eight accounts upload and delete the same pictures, for 30 s; one instance",
	target: "nothing acknowledged is lost, no row is without bytes, no object without a row after the last sweep; the load notices nothing (p99 below 500 ms, none fails)",
	run: func(w *world) error {
		p, err := w.show(func() (*place, error) { return directory(filepath.Join(w.dir, "files")) })
		if err != nil {
			return err
		}
		same, err := w.contended(8, 2)
		if err != nil {
			return err
		}
		var from, to time.Duration
		var swept, sweeps int
		all, _, err := w.exhibit(p, photographers, gallery.Options{}, func(_ *gallery.Gallery, now func() time.Duration) error {
			from = now()
			same.Start()
			defer same.Stop()
			stop, err := w.sweeping(p, &sweeps, &swept)
			if err != nil {
				return err
			}
			if err := w.wait(30 * time.Second); err != nil {
				return err
			}
			same.Stop()
			to = now()
			same.ReadAll(w.instances[0].url)
			return stop()
		}, same)
		if err != nil {
			return err
		}
		w.figure("sweeps", sweeps)
		w.figure("files swept meanwhile", swept)
		w.figure("uploads of the same pictures", statuses(same.Uploads()))
		w.figure("deletions of the same pictures", statuses(same.Deletions()))
		w.figure("reads of the same pictures", statuses(same.Reads()))
		w.expect(swept > 50 && len(same.Uploads()) > 200, "%d files swept and %d uploads prove little", swept, len(same.Uploads()))
		for name, samples := range samplesOf(same) {
			w.expect(len(samples.Bad()) == 0, "%s failed: %s", name, statuses(samples.Bad()))
		}
		w.unharmed(all, from, to)
		return nil
	},
}

// contended is a gallery of some accounts with some items each, that all show the
// same few pictures.
func (w *world) contended(accounts, items int) (*gallery.Gallery, error) {
	made, err := load.Accounts(w.ctx, w.database.url, accounts)
	if err != nil {
		return nil, err
	}
	g := gallery.Open(made, w.bases(), time.Now(), gallery.Options{Pause: 60 * time.Millisecond})
	for _, first := range g.Albums[:accounts] {
		for range 3 {
			first.Pool = append(first.Pool, gallery.New(false))
		}
		more, err := query[[]int64](w.ctx, w.database, `
			with made as (
				insert into items (account_id, collection_id, name, sort_name, search)
				select account_id, collection_id, name, sort_name, search from items, generate_series(2, $2) where account_id = $1 and id = $3 returning id
			) select array_agg(id) from made`, first.ID, items, first.Item)
		if err != nil {
			return nil, err
		}
		for _, item := range more {
			g.Albums = append(g.Albums, &gallery.Album{Account: first.Account, Item: item, Pool: first.Pool})
		}
	}
	return g, nil
}

// sweeping sweeps without pause, until stopped. Objects keep their age: the day of
// theirs protects those whose change is under way.
func (w *world) sweeping(p *place, sweeps, swept *int) (stop func() error, err error) {
	conn, err := pgx.Connect(w.ctx, w.database.url)
	if err != nil {
		return nil, err
	}
	db, err := postgres.Open(w.ctx, w.database.url)
	if err != nil {
		return nil, err
	}
	attachments := attachment.New(attachment.Options{Store: p.Store}, slog.New(slog.DiscardHandler))
	end := make(chan struct{})
	var failure error
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-end:
				return
			default:
			}
			if failure = gallery.Age(w.ctx, conn, 25*time.Hour); failure != nil {
				return
			}
			done, err := attachments.Sweep(w.ctx, inventory.Files{DB: db}, time.Now())
			if failure = err; failure != nil {
				return
			}
			*sweeps++
			*swept += int(done.Deleted)
		}
	})
	return func() error {
		close(end)
		running.Wait()
		db.Close()
		conn.Close(w.ctx)
		return failure
	}, nil
}

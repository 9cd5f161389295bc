package main

import (
	"time"

	"vitrine/test/faults/gallery"
	"vitrine/test/faults/load"
)

var storeGone = row{
	name: "F26", fault: "the store of files is gone for 20 s: the link to the bucket refuses; one instance",
	target: "uploads and photos 503 with Retry-After within 5 s, no row of a refused upload; service within 1 s after it is back; the load notices nothing (p99 below 500 ms, none fails)",
	run: func(w *world) error {
		p, err := w.show(w.bucket)
		if err != nil {
			return err
		}
		var down, back time.Duration
		all, g, err := w.exhibit(p, photographers, gallery.Options{}, func(_ *gallery.Gallery, now func() time.Duration) error {
			down = now()
			p.wire.Refuse()
			if err := w.wait(20 * time.Second); err != nil {
				return err
			}
			if err := p.wire.Admit(); err != nil {
				return err
			}
			back = now()
			return w.wait(10 * time.Second)
		})
		if err != nil {
			return err
		}
		w.refused(g, down, back)
		w.unharmed(all, down, back)
		return nil
	},
}

var storeSilent = row{
	name: "F26a", fault: "the link to the bucket falls silent without a word (no reset) for 20 s; old connections stay dead; one instance",
	target: "photos 503 within 30 s; service 15 s after the link is back; the load notices nothing (p99 below 500 ms, none fails)",
	run: func(w *world) error {
		p, err := w.show(w.bucket)
		if err != nil {
			return err
		}
		var down, back time.Duration
		all, g, err := w.exhibit(p, photographers, gallery.Options{Timeout: time.Minute}, func(_ *gallery.Gallery, now func() time.Duration) error {
			down = now()
			p.wire.Silence()
			if err := w.wait(20 * time.Second); err != nil {
				return err
			}
			p.wire.Mend()
			back = now()
			return w.wait(20 * time.Second)
		})
		if err != nil {
			return err
		}
		for name, samples := range samplesOf(g) {
			during := samples.Between(down, back)
			w.figure(name+" during", statuses(during))
			w.figure("slowest of the "+name, samples.Percentile(1))
			w.expect(samples.Percentile(1) < 30*time.Second, "one of the %s took %s", name, samples.Percentile(1))
			w.expect(len(samples.Bad()) > 0 && samples.Statuses()[503] == len(samples.Bad()), "%s were answered %s", name, statuses(samples))
			late := samples.Between(back+15*time.Second, time.Hour)
			w.figure(name+" from 15 s after", statuses(late))
			w.expect(len(late) > 10 && len(late.Bad()) == 0, "%s from 15 s after were answered %s", name, statuses(late))
		}
		w.unharmed(all, down, back)
		return nil
	},
}

// refused requires that photos were refused in a time, by 503 and soon, and neither
// before nor later than a second after it. A rendition may be in memory.
func (w *world) refused(g *gallery.Gallery, down, back time.Duration) {
	for name, all := range samplesOf(g) {
		during := ended(all, down, back)
		w.figure(name+" during", statuses(during))
		w.figure("slowest of the "+name+" during", during.Percentile(1))
		bad := during.Bad()
		w.expect(len(bad) > 20, "%d failed %s prove little", len(bad), name)
		w.expect(len(bad) == len(during) || name != "uploads", "not all uploads were refused: %s", statuses(during))
		w.expect(bad.Statuses()[503] == len(bad), "%s were answered %s", name, statuses(during))
		w.expect(during.Percentile(1) < 5*time.Second, "one of the %s took %s", name, during.Percentile(1))
		w.served(name, all, down, back)
	}
}

// served requires that no photo was refused before a time and a second after it.
func (w *world) served(name string, all load.Samples, down, back time.Duration) {
	early := ended(all, 0, down).Bad()
	w.expect(len(early) == 0, "%s failed before: %s", name, statuses(early))
	late := all.Between(back+time.Second, time.Hour)
	w.figure(name+" from 1 s after", statuses(late))
	w.expect(len(late) > 10 && len(late.Bad()) == 0, "of the %s, 1 s after it was over, %d failed: %s", name, len(late.Bad()), statuses(late))
}

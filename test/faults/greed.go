package main

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"vitrine/test/faults/load"
)

// way is one way to be greedy.
type way struct {
	letter, what string
	atOnce       int
	act          func(*attacker)
}

// ways that one user alone may go, each a row.
var ways = []way{
	{"a", "uploads of 16 MiB and bodies of 1 MiB that are held open before their last byte", 45, (*attacker).holdOpen},
	{"b", "forms with endless fields, to the API and to a page", 8, (*attacker).endlessForm},
	{"c", "lists with every order, filter and size", 24, (*attacker).everyList},
	{"d", "lists of 20,000 items as files, with every order and filter, of which every second one is read slowly", 8, (*attacker).listFile},
	{"e", "sheets of 2,000 labels", 8, (*attacker).labels},
	{"f", "pictures of 24 megapixels, uploaded and shown", 8, (*attacker).pictures},
	{"g", "exports of lists and archives", 8, (*attacker).export},
	{"h", "packs for an insurer, of 5,000 copies", 8, (*attacker).pack},
	{"i", "searches for 16 words in long texts", 24, (*attacker).search},
}

// greeds are the rows of one greedy user, and of four.
func greeds() (rows []row) {
	target := "50 users of other accounts, who ask for something once a second each, notice nothing: p99 at most 250 ms, none fails; the service stays within 768 MiB"
	for _, by := range ways {
		rows = append(rows, row{name: "F25" + by.letter, target: target,
			fault: fmt.Sprintf("one greedy user: %s, %d at once, one instance", by.what, by.atOnce),
			run:   func(w *world) error { return w.greed([]way{by}, 1) }})
	}
	return append(rows, row{name: "F25z", target: target, fault: "four greedy users, each of whom goes all these ways at random, 12 at once, one instance",
		run: func(w *world) error { return w.greed(ways, 4) }})
}

// podMemory is what a pod may have, and podGoal what its settings ask Go for.
const (
	podMemory = 768 // MiB
	podGoal   = "GOMEMLIMIT=600MiB"
)

// greed lets some users be greedy beside bystanders.
func (w *world) greed(by []way, users int) error {
	if _, err := w.show(func() (*place, error) { return directory(w.dir + "/files") }, podGoal, "VITRINE_RATE_LIMIT_PAGES=1000000000"); err != nil {
		return err
	}
	var all []*attacker
	for range users {
		who, err := w.stranger()
		if err != nil {
			return err
		}
		a, err := w.arm(who)
		if err == nil {
			err = a.furnish(w, who)
		}
		if err != nil {
			return err
		}
		all = append(all, a)
	}
	memory := w.watchMemory()
	var from, to time.Duration
	samples, err := w.under(w.bases(), load.Options{Accounts: 50, Rate: 50}, func(now func() time.Duration) error {
		from = now()
		var acts atomic.Int64
		var stops []func() int
		for _, a := range all {
			atOnce := 12
			if len(by) == 1 {
				atOnce = by[0].atOnce
			}
			stops = append(stops, crowd(atOnce, func() { by[rand.IntN(len(by))].act(a); acts.Add(1) }))
		}
		err := w.wait(30 * time.Second)
		to = now()
		ending := make(chan struct{})
		for _, stop := range stops {
			go func() { stop(); ending <- struct{}{} }()
		}
		for range stops {
			<-ending
		}
		w.figure("greedy acts", acts.Load())
		beside.CloseIdleConnections()
		return err
	})
	if err != nil {
		return err
	}
	service, database := memory()
	w.figure("most memory of the service (MiB)", service)
	w.figure("most memory of the database (MiB)", database)
	w.expect(service <= podMemory, "the service took %d MiB", service)
	var answers load.Samples
	for _, a := range all {
		answers = append(answers, a.answers...)
	}
	w.figure("answers to the greedy", statuses(answers))
	if len(answers) > 0 {
		w.figure("slowest answer to the greedy", answers.Percentile(1))
		done := answers.Where(func(s load.Sample) bool { return s.Status >= 200 && s.Status < 300 })
		w.expect(len(done) > 0, "nothing that the greedy asked for was done, so this shows nothing: %s", all[0].refusal)
	}
	w.figure("p99 of reads during", samples.Between(from, to).Where(func(s load.Sample) bool { return !s.Write }).Percentile(0.99))
	w.compare(samples, from, to, 250*time.Millisecond, func(load.Sample) bool { return true })
	return nil
}

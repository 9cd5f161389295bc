package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"vitrine/internal/importing"
	"vitrine/internal/operator"
	"vitrine/internal/portable"
	"vitrine/internal/remote"
)

// importRun is an import on its way.
type importRun struct {
	*importCommand
	e    *environment
	s    *remote.Service
	bar  *bar
	now  remote.Import // what there is at the service, once it has an ID
	mine bool          // it was begun by this command, which gives it up unless it is applied or kept
}

// Run plans, applies or takes back.
func (i *importCommand) Run(e *environment) error {
	if err := i.check(); err != nil {
		var own exits
		if errors.As(err, &own) {
			return err
		}
		return exits{fmt.Errorf("%w\nRun vitrine import --help for how it is used", err), misusedCode}
	}
	s, err := e.service()
	if err != nil {
		return err
	}
	r := &importRun{importCommand: i, e: e, s: s, bar: newBar(e.stderr)}
	switch {
	case i.Revert != "":
		err = r.revert()
	case i.Resume != "":
		err = r.resume()
	default:
		err = r.begin()
	}
	r.bar.end()
	err = told(err, r.goOn())
	r.giveUp(err)
	return err
}

// goOn says how to go on after an interrupt.
func (r *importRun) goOn() string {
	switch {
	case r.now.ID == "":
		return "Nothing was imported."
	case r.now.State == importing.Uploading:
		return fmt.Sprintf("Import %s waits for the rest of its file: vitrine import %s --resume %[1]s", r.now.ID, r.File)
	}
	return fmt.Sprintf("Import %s goes on at the service: vitrine import --resume %[1]s follows it", r.now.ID)
}

// giveUp cancels what this command began and did not carry out, so that the account is not
// left with plans that nobody knows of.
func (r *importRun) giveUp(err error) {
	var own exits
	before := r.now.State == importing.Ready || r.now.State == importing.Planned || r.now.State == importing.Uploading
	if !r.mine || r.Keep || !before || errors.As(err, &own) && own.code == interrupted {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.e.ctx), 10*time.Second)
	defer cancel()
	if _, err := r.s.Cancel(ctx, r.now.ID); err != nil {
		fmt.Fprintf(r.e.stderr, "vitrine: import %s could not be cancelled (%v): it ends by itself after %d days\n", r.now.ID, err, importing.KeptDays)
	}
}

// begin sends the file, plans and applies.
func (r *importRun) begin() error {
	f, err := r.open()
	if err != nil {
		return err
	}
	defer f.Close()
	about := map[string]any{}
	if r.Collection != "" {
		if about["collection_id"], err = r.s.Collection(r.e.ctx, r.Collection); err != nil {
			return err
		}
	}
	if r.New != "" {
		about["collection"] = map[string]any{"name": r.New}
	}
	if r.Profile != "" {
		about["profile"] = r.Profile
	}
	if len(r.options) > 0 {
		about["options"] = r.options
	}
	r.mine = true
	note := func(i remote.Import) { r.now = i }
	made, err := r.s.Upload(r.e.ctx, remote.Upload{File: f, About: about, Created: note, Sent: r.bar.bytes("sending")})
	if err == nil {
		r.now = made
		err = r.plan()
	}
	var refused *remote.Refused
	if errors.As(err, &refused) && r.Collection+r.New == "" && (refused.On("collection_id") || strings.Contains(refused.Message, "column is the collection")) {
		return exits{errors.New("the file does not say where it goes: pass --collection with the number or name of a collection, or --new with the name of one to make"), misusedCode}
	}
	return err
}

// open opens the file.
func (r *importRun) open() (*os.File, error) {
	f, err := os.Open(r.File)
	if err != nil {
		return nil, exits{operator.Explain(err), misusedCode}
	}
	about, err := f.Stat()
	switch {
	case err != nil:
	case !about.Mode().IsRegular():
		err = fmt.Errorf("%s is not a file", r.File)
	case about.Size() == 0:
		err = fmt.Errorf("%s is empty", r.File)
	case about.Size() > importing.MaxUpload && !portable.Is(f, about.Size()):
		err = fmt.Errorf("%s has more than %d MiB, which is the most that can be imported of what is no archive: split it", r.File, importing.MaxUpload>>20)
	default:
		return f, nil
	}
	return nil, exits{errors.Join(err, f.Close()), misusedCode}
}

// follow waits for the job that works on the import.
func (r *importRun) follow() (err error) {
	now, err := r.s.Follow(r.e.ctx, r.now, r.bar.job)
	r.now = now
	return err
}

// plan leads from a file that was sent to a plan, and on.
func (r *importRun) plan() error {
	err := r.follow()
	if err == nil && r.now.State == importing.Ready {
		if r.now, err = keep(r.now)(r.s.Map(r.e.ctx, r.now.ID, r.mapping)); err == nil {
			err = r.follow()
		}
	}
	if err != nil {
		return err
	}
	if r.now.State != importing.Planned {
		return r.ended()
	}
	if err := r.sayPlan(); err != nil {
		return err
	}
	if !r.Apply {
		return r.stayDry()
	}
	if r.now.Plan.Error > 0 && !r.SkipErrors {
		err := fmt.Errorf("%s, so nothing was written: correct the file, or leave these rows out with --skip-errors", rowsWith(r.now.Plan.Error))
		return exits{err, planErrors}
	}
	return r.apply()
}

// apply carries the plan out, and tells what came of it.
func (r *importRun) apply() (err error) {
	number := r.now.Plan.Number
	if r.now, err = keep(r.now)(r.s.Apply(r.e.ctx, r.now.ID, number, r.SkipErrors)); err == nil {
		err = r.follow()
	}
	if err != nil {
		return err
	}
	if r.now.State == importing.Planned {
		r.Keep = true
		return exits{fmt.Errorf("the catalogue has changed since the plan was made, and the plan with it: nothing was written. Look at it, and go on: vitrine import --resume %s --apply", r.now.ID), failed}
	}
	return r.ended()
}

// resume goes on with an import, from where it is.
func (r *importRun) resume() (err error) {
	if r.now, err = r.s.Import(r.e.ctx, r.Resume); err != nil {
		return err
	}
	switch r.now.State {
	case importing.Uploading:
		if r.File == "" {
			return exits{fmt.Errorf("import %s waits for the rest of its file: name that, as in vitrine import FILE --resume %[1]s", r.now.ID), misusedCode}
		}
		f, err := r.open()
		if err != nil {
			return err
		}
		defer f.Close()
		if r.now, err = keep(r.now)(r.s.GoOn(r.e.ctx, r.now, f, r.bar.bytes("sending"))); err != nil {
			return err
		}
	case importing.Stopped:
		if r.now.Plan == nil {
			return r.ended()
		}
		return r.apply()
	case importing.Applying, importing.Reverting:
		if err := r.follow(); err != nil {
			return err
		}
		return r.ended()
	}
	return r.plan()
}

// revert takes an import back.
func (r *importRun) revert() (err error) {
	if r.now, err = r.s.Import(r.e.ctx, r.Revert); err != nil {
		return err
	}
	if r.now.State != importing.Reverting {
		if r.now, err = keep(r.now)(r.s.Revert(r.e.ctx, r.now.ID)); err != nil {
			return err
		}
	}
	if err := r.follow(); err != nil {
		return err
	}
	return r.ended()
}

// keep holds on to what was known of an import if a request fails.
func keep(known remote.Import) func(remote.Import, error) (remote.Import, error) {
	return func(now remote.Import, err error) (remote.Import, error) {
		if err != nil {
			return known, err
		}
		return now, nil
	}
}

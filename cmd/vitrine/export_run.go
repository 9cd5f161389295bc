package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"vitrine/internal/remote"
)

// exportRun is an export on its way.
type exportRun struct {
	*exportCommand
	e   *environment
	s   *remote.Service
	bar *bar
	now remote.Export
}

// Run waits for an export and fetches it.
func (x *exportCommand) Run(e *environment) error {
	if err := x.check(); err != nil {
		var own exits
		if errors.As(err, &own) {
			return err
		}
		return exits{fmt.Errorf("%w\nRun vitrine export --help for how it is used", err), misusedCode}
	}
	s, err := e.service()
	if err != nil {
		return err
	}
	r := &exportRun{exportCommand: x, e: e, s: s, bar: newBar(e.stderr)}
	switch {
	case x.What == "collection":
		err = r.collection()
	default:
		err = r.job()
	}
	r.bar.end()
	goOn := "Nothing was written."
	if r.now.ID != "" {
		goOn = fmt.Sprintf("Export %s goes on at the service: vitrine export --resume %[1]s fetches it", r.now.ID)
	}
	return told(err, goOn)
}

// job has the service make a file, and fetches it.
func (r *exportRun) job() (err error) {
	if r.Resume != "" {
		r.now, err = r.s.Export(r.e.ctx, r.Resume)
	} else {
		r.now, err = r.s.Order(r.e.ctx, r.order())
	}
	var refused *remote.Refused
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound && (r.What == "items" || r.What == "copies") {
		return r.direct("/api/"+r.What+"/export", r.query) // a key that may only read
	}
	if err != nil {
		return err
	}
	name := r.fileName(r.now.Name)
	if err := mayWrite(name, r.Replace); err != nil {
		if r.Resume == "" {
			r.drop()
		}
		return err
	}
	if r.now, err = r.s.Await(r.e.ctx, r.now, r.bar.job); err != nil {
		return err
	}
	if r.now.State != "done" {
		why := "it is " + r.now.State
		if r.now.Error != nil {
			why = r.now.Error.Message
		}
		return exits{fmt.Errorf("the export was not made: %s", why), failed}
	}
	got, err := r.write(name, func(d *draft) (remote.Fetched, error) { return r.s.File(r.e.ctx, r.now, d, r.bar.bytes("fetching")) })
	if err != nil {
		return err
	}
	got.Rows, got.Export, got.Verification = r.now.Rows, &r.now.ID, r.now.Verification
	if r.now.Kind != "insurance_pack" && !r.Keep {
		r.drop()
		got.Export = nil
	}
	return r.say(r.e, got)
}

// drop deletes the export at the service: an account keeps few. It ends by itself otherwise.
func (r *exportRun) drop() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.e.ctx), 10*time.Second)
	defer cancel()
	_ = r.s.Delete(ctx, r.now)
}

// collection fetches a collection with its copies, which the service writes at once.
func (r *exportRun) collection() error {
	id, err := r.s.Collection(r.e.ctx, r.ID)
	if err != nil {
		return err
	}
	return r.direct("/api/collections/"+id+"/export", r.query)
}

// direct fetches a list that is written while one waits.
func (r *exportRun) direct(path string, query url.Values) error {
	for name, value := range map[string]string{"format": r.Format, "columns": r.Columns} {
		if value != "" {
			query.Set(name, value)
		}
	}
	got, err := r.write(r.Output, func(d *draft) (remote.Fetched, error) {
		return r.s.List(r.e.ctx, path+"?"+query.Encode(), d, r.bar.bytes("fetching"))
	})
	if err != nil {
		return err
	}
	return r.say(r.e, got)
}

// write has something fetched into a file, which gets its name at the end.
func (r *exportRun) write(name string, get func(*draft) (remote.Fetched, error)) (fetchedFile, error) {
	d, err := newDraft(name)
	if err != nil {
		return fetchedFile{}, err
	}
	defer d.drop()
	got, err := get(d)
	if err != nil {
		return fetchedFile{}, err
	}
	r.bar.end()
	if name == "" {
		name = r.fileName(got.Name)
	}
	return fetchedFile{File: name, Size: got.Size, SHA256: got.SHA256}, d.name(name, r.Replace)
}

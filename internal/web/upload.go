package web

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/spool"
	"vitrine/internal/web/view"
)

const (
	uploadTimeout = 5 * time.Minute // for photos of a phone on a slow line
	maxFields     = 1000            // of a form with files: an item has a few hundred
)

// received is a file of a form.
type received struct {
	*attachment.Received
	name string
}

// receive reads a form with files. Its fields become those of the visit; each file is
// given to keep, at most so many of them. What keep finds wrong with a file is noted
// in v.refused, and the next ones are read. An upload that breaks off is one of them.
func (v *visit) receive(largest int64, most int, keep func(received) error) (files int, err error) {
	v.patient()
	err = v.walk(func(part httpserver.Part) error {
		if files++; files > most {
			return errTooMany
		}
		return v.receiveOne(part, part.Filename, largest, keep)
	})
	return files, err
}

// patient gives a browser the time that a file takes.
func (v *visit) patient() {
	control := http.NewResponseController(v.out)
	_ = control.SetReadDeadline(time.Now().Add(uploadTimeout)) // only the tests' writers have no deadline
	_ = control.SetWriteDeadline(time.Now().Add(2 * uploadTimeout))
}

// walk reads a form with files. Its fields become those of the visit, and file gets each file.
// An upload that breaks off, or has more than a form may have, is refused as a file is.
func (v *visit) walk(file func(httpserver.Part) error) error {
	kind, parameters, _ := mime.ParseMediaType(v.Header.Get("Content-Type"))
	if kind != "multipart/form-data" { // a form without files
		_ = v.ParseForm() // what cannot be read is absent
		return nil
	}
	v.PostForm = url.Values{}
	if err := spool.Fits(v.Context(), v.ContentLength); err != nil {
		return err
	}
	parts := v.web.Parts(v.Body, parameters["boundary"], maxFields+maxFiles)
	v.closing = append(v.closing, parts)
	for {
		part, err := parts.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		var down *fault.Unavailable
		switch {
		case err == nil && part.Filename != "":
			if err := file(part); err != nil {
				return v.refuseFile(part.Filename, err)
			}
			continue
		case err == nil:
			var value string
			if value, err = parts.Value(v.Context(), v.UserID, part); err == nil {
				v.PostForm.Add(part.Name, value)
				continue
			}
		}
		if errors.Is(err, httpserver.ErrForm) {
			return v.refuseFile("", attachment.ErrTooLarge)
		}
		if errors.As(err, &down) {
			return err
		}
		return v.refuseFile("", errBrokenOff)
	}
}

// hold reads a form with files and keeps these until the caller closes them.
func (v *visit) hold(largest int64, most int) (held []received, err error) {
	_, err = v.receive(largest, most, func(f received) error {
		held = append(held, f)
		return errHeld
	})
	return held, err
}

func (v *visit) receiveOne(from io.Reader, name string, largest int64, keep func(received) error) error {
	sent := &sender{Reader: from}
	content, err := attachment.Receive(v.Context(), sent, largest)
	if sent.failed {
		err = errBrokenOff
	}
	if err != nil {
		return v.refuseFile(name, err)
	}
	err = keep(received{content, name})
	if errors.Is(err, errHeld) {
		return nil
	}
	content.Close()
	return v.refuseFile(name, err)
}

// sender remembers that reading failed, which is the sender's fault and not ours.
type sender struct {
	io.Reader
	failed bool
}

func (s *sender) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	s.failed = err != nil && !errors.Is(err, io.EOF)
	return n, err
}

var (
	errBrokenOff = errors.New("the upload broke off")
	errHeld      = errors.New("the file is still needed")
	errTooMany   = errors.New("too many files")
	errNoPhoto   = errors.New("the file is no photo, or is gone")
)

// refuseFile notes what is wrong with a file. Other errors are not about it.
func (v *visit) refuseFile(name string, err error) error {
	if err == nil {
		return nil
	}
	why := ""
	var invalid *fault.Invalid
	switch {
	case errors.Is(err, attachment.ErrTooLarge):
		why = v.texts.T("upload.large")
	case errors.Is(err, errBrokenOff):
		why = v.texts.T("upload.broken")
	case errors.Is(err, errTooMany):
		why = v.texts.T("upload.many")
	case errors.Is(err, errNoPhoto):
		why = v.texts.T("photos.refused")
	case errors.As(err, &invalid):
		why = v.wrong(invalid)
	default:
		return err
	}
	v.refused = append(v.refused, view.Refused{Name: name, Why: why})
	return nil
}

// withRefused names the files that are not kept to the page that comes next.
func (v *visit) withRefused(query url.Values) url.Values {
	for _, r := range v.refused {
		query.Add("refused", r.Name)
	}
	return query
}

// refusedBefore are the files that the page before did not keep.
func (v *visit) refusedBefore() (all []view.Refused) {
	for _, name := range v.URL.Query()["refused"] {
		all = append(all, view.Refused{Name: plain(name), Why: v.texts.T("photos.refused")})
	}
	return all
}

// renderRefused answers a script that sends one file after the other.
func (v *visit) renderRefused() error {
	return v.render(cmp.Or(v.status, http.StatusOK), view.RefusedFiles(v.refused))
}

package page

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
	"vitrine/internal/web/ui"
)

const (
	UploadTimeout = 5 * time.Minute // for photos of a phone on a slow line
	maxFields     = 1000            // of a form with files: an item has a few hundred
)

// Received is a file of a form.
type Received struct {
	*attachment.Received
	Name string
}

// Receive reads a form with files. Its fields become those of the visit; keep gets each file, up to a
// limit. Errors of a file are noted in v.Refused, and reading continues. An upload that breaks off
// counts as such an error.
func (v *Visit) Receive(largest int64, most int, keep func(Received) error) (files int, err error) {
	v.Patient()
	err = v.Walk(func(part httpserver.Part) error {
		if files++; files > most {
			return errTooMany
		}
		return v.receiveOne(part, part.Filename, largest, keep)
	})
	return files, err
}

// Patient sets the deadlines for uploading files.
func (v *Visit) Patient() {
	control := http.NewResponseController(v.Out)
	_ = control.SetReadDeadline(time.Now().Add(UploadTimeout)) // only the tests' writers have no deadline
	_ = control.SetWriteDeadline(time.Now().Add(2 * UploadTimeout))
}

// Walk reads a form with files. Its fields become those of the visit, and file gets each file. An
// upload that breaks off or exceeds the limits is refused like a file.
func (v *Visit) Walk(file func(httpserver.Part) error) error {
	kind, parameters, _ := mime.ParseMediaType(v.Header.Get("Content-Type"))
	if kind != "multipart/form-data" { // without files
		_ = v.ParseForm() // an unreadable form is empty
		return nil
	}
	v.PostForm = url.Values{}
	if err := spool.Fits(v.Context(), v.ContentLength); err != nil {
		return err
	}
	parts := v.Web.Parts(v.Body, parameters["boundary"], maxFields+MaxFiles)
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
				return v.RefuseFile(part.Filename, err)
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
			return v.RefuseFile("", attachment.ErrTooLarge)
		}
		if errors.As(err, &down) {
			return err
		}
		return v.RefuseFile("", ErrBrokenOff)
	}
}

// Hold reads a form with files, which the caller closes.
func (v *Visit) Hold(largest int64, most int) (held []Received, err error) {
	_, err = v.Receive(largest, most, func(f Received) error {
		held = append(held, f)
		return errHeld
	})
	return held, err
}

func (v *Visit) receiveOne(from io.Reader, name string, largest int64, keep func(Received) error) error {
	sent := &sender{Reader: from}
	content, err := attachment.Receive(v.Context(), sent, largest)
	if sent.failed {
		err = ErrBrokenOff
	}
	if err != nil {
		return v.RefuseFile(name, err)
	}
	NoteFile(v, content)
	err = keep(Received{content, name})
	if errors.Is(err, errHeld) {
		return nil
	}
	content.Close()
	return v.RefuseFile(name, err)
}

// sender notes that reading failed, which is the sender's error and not ours.
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
	ErrBrokenOff = errors.New("the upload broke off")
	errHeld      = errors.New("the file is still needed")
	errTooMany   = errors.New("too many files")
	ErrNoPhoto   = errors.New("the file is no photo, or is gone")
)

// RefuseFile notes the error of a file, and returns errors that are not about it.
func (v *Visit) RefuseFile(name string, err error) error {
	if err == nil {
		return nil
	}
	why := ""
	var invalid *fault.Invalid
	switch {
	case errors.Is(err, attachment.ErrTooLarge):
		why = v.Texts.T("upload.large")
	case errors.Is(err, ErrBrokenOff):
		why = v.Texts.T("upload.broken")
	case errors.Is(err, errTooMany):
		why = v.Texts.T("upload.many")
	case errors.Is(err, ErrNoPhoto):
		why = v.Texts.T("photos.refused")
	case errors.As(err, &invalid):
		why = v.Wrong(invalid)
	default:
		return err
	}
	v.Refused = append(v.Refused, ui.Refused{Name: name, Why: why})
	return nil
}

// WithRefused passes the names of refused files to the next page.
func (v *Visit) WithRefused(query url.Values) url.Values {
	for _, r := range v.Refused {
		query.Add("refused", r.Name)
	}
	return query
}

// RefusedBefore are the files that the previous page refused.
func (v *Visit) RefusedBefore() (all []ui.Refused) {
	for _, name := range v.URL.Query()["refused"] {
		all = append(all, ui.Refused{Name: Plain(name), Why: v.Texts.T("photos.refused")})
	}
	return all
}

// RenderRefused answers a script that sends one file at a time.
func (v *Visit) RenderRefused() error {
	return v.Render(cmp.Or(v.Status, http.StatusOK), ui.RefusedFiles(v.Refused))
}

// MaxFiles limits the files of one form.
const MaxFiles = 20

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vitrine/internal/operator"
	"vitrine/internal/remote"
)

// codesHelp is the end of what --help says.
const codesHelp = `

It talks to a running service: VITRINE_URL is its address, VITRINE_TOKEN an API key, or VITRINE_TOKEN_FILE a file of one line that holds it.`

// service is the one that the environment names.
func (e *environment) service() (*remote.Service, error) {
	address, token, file := e.getenv("VITRINE_URL"), strings.TrimSpace(e.getenv("VITRINE_TOKEN")), e.getenv("VITRINE_TOKEN_FILE")
	switch {
	case address == "":
		return nil, exits{errors.New("VITRINE_URL is not set: set it to the address of the service, such as https://vitrine.example.org"), misusedCode}
	case token != "" && file != "":
		return nil, exits{errors.New("VITRINE_TOKEN and VITRINE_TOKEN_FILE are both set: unset one"), misusedCode}
	case file != "":
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, exits{operator.Explain(err), misusedCode}
		}
		token = strings.TrimSpace(string(content))
	}
	if token == "" || strings.ContainsAny(token, "\r\n\x00") {
		return nil, exits{errors.New("there is no token: make an API key in your settings, and put it into VITRINE_TOKEN, or into a file of one line that VITRINE_TOKEN_FILE names"), misusedCode}
	}
	s, err := remote.At(address, token)
	if err != nil {
		return nil, exits{fmt.Errorf("VITRINE_URL: %w", err), misusedCode}
	}
	s.Waits = func(pause time.Duration) {
		e.say("The service has had its requests of this minute. Going on in %s.", pause)
	}
	return s, nil
}

// told gives an error of the API its exit code. goOn says how to go on after an interrupt.
func told(err error, goOn string) error {
	var refused *remote.Refused
	var own exits
	switch {
	case err == nil || errors.As(err, &own):
		return err
	case errors.Is(err, context.Canceled):
		return exits{errors.New("interrupted. " + goOn), interrupted}
	case errors.As(err, &refused) && refused.Import != "":
		return exits{fmt.Errorf("import %s of the account is under way: wait for it with vitrine import --resume %[1]s, or cancel it on its page", refused.Import), busy}
	case errors.As(err, &refused) && refused.Export != "":
		return exits{fmt.Errorf("export %s of the account is being made: wait for it with vitrine export --resume %[1]s", refused.Export), busy}
	case errors.As(err, &refused):
		return exits{errors.New(refused.Error()), failed}
	}
	return exits{operator.Explain(err), failed}
}

// errThere refuses to overwrite a file.
func errThere(name string) error {
	return exits{fmt.Errorf("%s is there already: name another file, or pass --replace", name), misusedCode}
}

// mayWrite refuses a name that is taken.
func mayWrite(name string, replace bool) error {
	about, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return exits{operator.Explain(err), misusedCode}
	case about.IsDir():
		return exits{fmt.Errorf("%s is a folder: name a file", name), misusedCode}
	case !replace:
		return errThere(name)
	}
	return nil
}

// draft is a file that gets its name when it is whole.
type draft struct{ *os.File }

// newDraft begins one beside what it will be.
func newDraft(name string) (*draft, error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".vitrine-*")
	var file *fs.PathError
	if errors.As(err, &file) {
		file.Path = name // what the user knows of it
	}
	return &draft{f}, err
}

// drop gives it up; it is gone already if it was named.
func (d *draft) drop() {
	_ = d.Close()
	_ = os.Remove(d.Name())
}

// name gives it its name, which nothing else loses unless it may be replaced.
func (d *draft) name(name string, replace bool) error {
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return err
	}
	if !replace {
		err := os.Link(d.Name(), name)
		if err == nil {
			return os.Remove(d.Name())
		}
		if errors.Is(err, fs.ErrExist) {
			return errThere(name)
		}
		if err := mayWrite(name, false); err != nil { // a file system without links
			return err
		}
	}
	return os.Rename(d.Name(), name)
}

package pglocal

import (
	"errors"
	"os"
	"os/exec"
)

var errWindows = errors.New("there is no private PostgreSQL on Windows: vitrine local needs Linux, macOS or FreeBSD")

// supported says why there can be no private PostgreSQL on this system.
func supported() error { return errWindows }

// What follows is reached only where there can be one.
func lock(*os.File) error        { return errWindows }
func apart(*exec.Cmd, *owner)    {}
func free(string) (int64, error) { return 0, errWindows }

package config

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Listen reads the address to listen on, for who asks an instance and needs no other setting.
func Listen(getenv func(string) string) (string, error) {
	c, err := alone(getenv, "VITRINE_LISTEN")
	return c.Listen, err
}

// ReleasesURL reads where the newest release is named, for who asks only that.
func ReleasesURL(getenv func(string) string) (string, error) {
	c, err := alone(getenv, "VITRINE_RELEASES_URL")
	return c.ReleasesURL, err
}

// alone reads a single setting.
func alone(getenv func(string) string, name string) (c Config, err error) {
	setting := Settings[slices.IndexFunc(Settings, func(s Setting) bool { return s.Name == name })]
	value, err := setting.value(getenv)
	if err == nil && value != "" {
		err = setting.read(&c, value)
	}
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// Socket is the path of a unix socket that is an address to listen on.
func Socket(listen string) (path string, ok bool) { return strings.CutPrefix(listen, "unix:") }

// longestSocket is how long the path of a unix socket may be on every system.
const longestSocket = 100

func listenPlace(to *string, v string) error {
	socket, ok := Socket(v)
	if !ok {
		return listen(to, v)
	}
	if !filepath.IsAbs(socket) || filepath.Clean(socket) != socket || len(socket) > longestSocket {
		return fmt.Errorf("%q is not unix: with the whole path of a socket, such as unix:/run/vitrine/vitrine.sock, in at most %d characters", v, longestSocket)
	}
	*to = v
	return nil
}

func fileMode(to *fs.FileMode, v string) error {
	n, err := strconv.ParseUint(v, 8, 32)
	if err != nil || n > 0o777 {
		return fmt.Errorf("%q is not a mode such as 0660", v)
	}
	*to = fs.FileMode(n)
	return nil
}

package main

import (
	"fmt"
	"net"
	"os"

	"vitrine/internal/config"
)

// listen opens the address of an instance.
func listen(c config.Config) (net.Listener, error) {
	if path, ok := config.Socket(c.Listen); ok {
		return listenOnSocket(path, c.SocketMode)
	}
	return net.Listen("tcp", c.Listen)
}

// socket is a unix socket, which goes when it is closed.
type socket struct {
	net.Listener
	path string
}

// listenOnSocket takes the place of a socket that a killed instance left behind, but not of one that
// somebody listens on. It has its mode before it has its name.
func listenOnSocket(path string, mode os.FileMode) (net.Listener, error) {
	switch found, err := os.Lstat(path); {
	case err == nil && found.Mode().Type() != os.ModeSocket:
		return nil, fmt.Errorf("%s is no socket: move it away, or choose another VITRINE_LISTEN", path)
	case err == nil:
		if other, err := net.Dial("unix", path); err == nil {
			_ = other.Close()
			return nil, fmt.Errorf("somebody listens on %s: stop it, or choose another VITRINE_LISTEN", path)
		}
	}
	made := fmt.Sprintf("%s.%d", path, os.Getpid())
	_ = os.Remove(made) // of a killed process with the same number
	inner, err := net.Listen("unix", made)
	if err != nil {
		return nil, err
	}
	inner.(*net.UnixListener).SetUnlinkOnClose(false)
	if err = os.Chmod(made, mode); err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		_ = inner.Close()
		_ = os.Remove(made)
		return nil, err
	}
	return socket{inner, path}, nil
}

func (s socket) Addr() net.Addr { return &net.UnixAddr{Name: s.path, Net: "unix"} }

// Close removes the socket first, as long as nobody else can have taken its place.
func (s socket) Close() error {
	_ = os.Remove(s.path)
	return s.Listener.Close()
}

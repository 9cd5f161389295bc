package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"
	"syscall"

	"vitrine/internal/files"
)

// Explain puts a sentence that says what to do before an error of PostgreSQL, the
// network or the file system. Our own errors are such sentences already.
func Explain(err error) error {
	var refused interface{ SQLState() string } // PostgreSQL's
	var file *fs.PathError
	var network *net.OpError
	var host *net.DNSError
	sentence := ""
	switch {
	case err == nil:
		return nil
	case OfStore(err) != "":
		sentence = OfStore(err)
	case errors.As(err, &refused):
		sentence = ofDatabase(refused.SQLState())
	case errors.As(err, &host):
		sentence = "there is no host " + host.Name + ": check DATABASE_URL"
	case errors.As(err, &network):
		sentence = ofNetwork(network)
	case errors.As(err, &file):
		return ofFile(file)
	case errors.Is(err, context.DeadlineExceeded):
		sentence = "the database does not answer in time: check that PostgreSQL runs, and that no firewall is between"
	}
	if sentence == "" {
		return err
	}
	return fmt.Errorf("%s\n  (%s)", sentence, strings.Join(strings.Fields(err.Error()), " "))
}

// ofDatabase is what to do about a PostgreSQL error code.
func ofDatabase(code string) string {
	switch code {
	case "28P01":
		return "PostgreSQL refuses the password: check user and password in DATABASE_URL"
	case "28000":
		return "PostgreSQL does not let this user in from here: check the user in DATABASE_URL, and pg_hba.conf of the server"
	case "3D000":
		return "PostgreSQL has no such database: check the name in DATABASE_URL, or make it with createdb"
	case "42501":
		return "PostgreSQL does not permit this to the user of DATABASE_URL: use the owner of the tables"
	case "42P01", "3F000":
		return "the database has no tables of Vitrine: run vitrine migrate, or check that DATABASE_URL names the right one"
	case "53300":
		return "PostgreSQL has no connection left: raise max_connections, or stop what else uses it"
	case "57P01", "57P02", "57P03":
		return "PostgreSQL is starting or stopping: try again in a moment"
	case "53100":
		return "the disk of PostgreSQL is full: make room"
	}
	return "PostgreSQL refuses: see its log, and vitrine doctor"
}

// OfStore is what to do about a store of files that does not do its work; empty if
// the error is not the store's.
func OfStore(err error) string {
	switch {
	case errors.Is(err, files.ErrDenied):
		return "the store of files refuses this program: check the keys of the bucket and what they permit, or the owner and mode of the directory"
	case errors.Is(err, files.ErrFull):
		return "the store of files is full: make room, or raise its quota"
	case errors.Is(err, files.ErrGone):
		return "the store of files is not there: check VITRINE_FILES, that the bucket exists, or that the directory is mounted"
	case errors.Is(err, files.ErrDown):
		return "the store of files does not answer as it should: check VITRINE_FILES, that it runs, and the network"
	}
	return ""
}

// ofNetwork is what to do about a failed connection or port.
func ofNetwork(err *net.OpError) string {
	where := ""
	if err.Addr != nil {
		where = err.Addr.String()
	}
	switch {
	case err.Op == "listen" && errors.Is(err, syscall.EADDRINUSE):
		return where + " is taken by another program: choose another port, as in PORT=8081"
	case err.Op == "listen":
		return where + " cannot be listened on: choose another address with VITRINE_LISTEN"
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		return "no PostgreSQL answers at " + where + ": check DATABASE_URL, and that PostgreSQL runs"
	case err.Timeout():
		return "nothing answers at " + where + ": check DATABASE_URL, and that no firewall is between"
	}
	return "the connection to " + where + " failed: check DATABASE_URL, and the network"
}

func ofFile(err *fs.PathError) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be opened, as it or its folder is not there: check the path", err.Path)
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already: name another file, or delete that one", err.Path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s is not open to this user: choose another path, or run as a user who may use it", err.Path)
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("the disk is full: make room for %s", err.Path)
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s is a folder: name a file", err.Path)
	}
	return fmt.Errorf("%s cannot be used (%w): check the path", err.Path, err.Err)
}

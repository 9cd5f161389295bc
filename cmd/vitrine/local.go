package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/pglocal"
)

// localCommand serves one person without any setup.
type localCommand struct {
	Data       string
	DiscardOld bool
}

func localCommands(e *environment) *cobra.Command {
	l := new(localCommand)
	c := command(e, l, "local [--data DIR] [--discard-old]", "Serve one person, with a private PostgreSQL and no settings.")
	c.Flags().StringVar(&l.Data, "data", "", "`DIR` to keep everything in; by default vitrine in the data directory of the user.")
	c.Flags().BoolVar(&l.DiscardOld, "discard-old", false, "Serve nothing: remove the data that upgrades of PostgreSQL have kept.")
	return c
}

// secretKeyFile holds VITRINE_SECRET_KEY, in the directory.
const secretKeyFile = "secret-key"

func (l localCommand) Run(e *environment) error {
	boundMemory(goBesidePostgres)
	if err := l.locate(e); err != nil {
		return err
	}
	if file := e.getenv("DATABASE_URL_FILE"); e.getenv("DATABASE_URL") != "" || file != "" && file != l.address() {
		return errors.New("DATABASE_URL is set: vitrine serve uses that database; unset it to have a private one")
	}
	if err := config.Unknown(e.environ); err != nil { // before anything is created
		return fmt.Errorf("the settings are not usable:\n%w", err)
	}
	if l.DiscardOld {
		return l.discardOld(e)
	}
	dir, err := pglocal.Open(l.Data)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Spool(); err != nil {
		return err
	}
	key, err := dir.Secret(secretKeyFile, newKey)
	if err != nil {
		return err
	}
	database, err := dir.Start(e.ctx, e.say)
	if err != nil {
		return err
	}
	defer func() { database.Stop() }() // whichever it is
	if database, err = l.upgraded(e, database, l.environment(e.ctx, e, dir, database, key)); err != nil {
		return err
	}
	ctx, end := context.WithCancelCause(e.ctx)
	defer end(nil)
	go func() {
		<-database.Ended()
		end(database.Died())
	}()
	served := serveCommand{}.Run(l.environment(ctx, e, dir, database, key))
	if err := context.Cause(ctx); err != nil && e.ctx.Err() == nil {
		return err // the database ended it, not a signal
	}
	return served
}

func (l *localCommand) locate(e *environment) (err error) {
	if l.Data == "" {
		l.Data, err = pglocal.Default(e.getenv)
	}
	return err
}

// address is the file that says where the private database is. Other commands may have it in
// their environment, which in a container is that of this command too.
func (l localCommand) address() string { return filepath.Join(l.Data, pglocal.AddressFile) }

// environment adds the settings that serve needs, chosen for one person on this
// machine.
func (l localCommand) environment(ctx context.Context, e *environment, dir *pglocal.Directory, database *pglocal.Server, key string) *environment {
	address := database.URL
	if few := connections(groupMemory("/")); few != nil {
		address += "&" + few.Encode()
	}
	environ := append(slices.Clone(e.environ), "DATABASE_URL="+address, "DATABASE_URL_FILE=")
	usual := func(name, value string) {
		if e.getenv(name) == "" {
			environ = append(environ, name+"="+value)
		}
	}
	if e.getenv("VITRINE_SECRET_KEY_FILE") == "" {
		usual("VITRINE_SECRET_KEY", key)
	}
	usual("VITRINE_FILES", dir.Path("files"))
	port := e.getenv("PORT")
	if port == "" {
		port = "8080"
	}
	usual("VITRINE_LISTEN", "127.0.0.1:"+port)
	usual("VITRINE_REGISTRATION", "setup")
	usual("VITRINE_LOG_FORMAT", "text")
	usual("VITRINE_LOG_LEVEL", "warn")
	usual("VITRINE_DRAIN_DELAY", "0s") // there is no load balancer
	return &environment{ctx: ctx, environ: environ, stdout: e.stdout, stderr: e.stderr, serving: func(at net.Addr, setup string) { welcome(e, dir, at, setup) }}
}

// welcome says where everything is and, the first time, where to begin.
func welcome(e *environment, dir *pglocal.Directory, at net.Addr, setup string) {
	_, port, _ := net.SplitHostPort(at.String())
	address := cmp.Or(strings.TrimRight(e.getenv("VITRINE_PUBLIC_URL"), "/"), "http://localhost:"+port)
	fmt.Fprintf(e.stdout, `
Vitrine is at    %s
All operations:  %[1]s/docs
Your data is in  %s
Ctrl-C stops it.

`, address, dir.Path())
	if setup != "" {
		fmt.Fprintf(e.stdout, "Nobody uses it yet. Begin here:\n\n  %s\n\n", address+setup)
	}
	fmt.Fprintf(e.stdout, `Other commands of vitrine find it after

  export DATABASE_URL_FILE=%s VITRINE_SECRET_KEY_FILE=%s VITRINE_FILES=%s

`, dir.Path(pglocal.AddressFile), dir.Path(secretKeyFile), cmp.Or(e.getenv("VITRINE_FILES"), dir.Path("files")))
}

// Command vitrine is a service for cataloguing collections. It needs a
// PostgreSQL and nothing else.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"vitrine/internal/config"
	"vitrine/internal/identity"
)

// version is stamped by the build.
var version = "dev"

// cli is what can be asked of the program.
type cli struct {
	Serve   serveCommand   `cmd:"" help:"Migrate the database and serve the API."`
	Migrate migrateCommand `cmd:"" help:"Bring the database schema up to date, and make the role that serves."`
	Doctor  doctorCommand  `cmd:"" help:"Check every setting against the real thing, and say what to do."`
	Health  healthCommand  `cmd:"" help:"Ask the instance on this machine whether it is ready; for health checks."`
	Backup  backupCommand  `cmd:"" help:"Write everything in the database to a file, while it is in use."`
	Restore restoreCommand `cmd:"" help:"Bring a backup back, into an empty database unless told otherwise."`
	Worker  workerCommand  `cmd:"" help:"Send queued mails, and do nothing else."`
	User    userCommand    `cmd:"" help:"Look after users: list, set-role, reset-password, disable-2fa, revoke-tokens, reseal."`
	Account accountCommand `cmd:"" help:"Export or erase a whole account."`
	Demo    demoCommand    `cmd:"" help:"Fill a new account with a made-up collection, to try things with."`
	Keygen  keygenCommand  `cmd:"" help:"Print a new VITRINE_SECRET_KEY."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// environment is what a command may use of the world.
type environment struct {
	ctx            context.Context
	getenv         func(string) string
	stdout, stderr io.Writer
}

// garbagePercent lets the heap, which is small, grow further than Go would
// before it is collected. GOGC and GOMEMLIMIT are honoured as ever.
const garbagePercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(1)
	}
}

// errHelp ends a run that only showed help.
var errHelp = errors.New("help was shown")

func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) (err error) {
	defer func() { // kong wants to exit the process after showing help
		if p := recover(); p == errHelp {
			err = nil
		} else if p != nil {
			panic(p)
		}
	}()
	var commands cli
	parser, err := kong.New(&commands, kong.Name("vitrine"), kong.Writers(stdout, stderr), kong.UsageOnError(),
		kong.Exit(func(int) { panic(errHelp) }), kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Description(about))
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	return command.Run(&environment{ctx, getenv, stdout, stderr})
}

var about = func() string {
	text := "A service for cataloguing collections: what you own, where it is kept, how it is insured.\n\n" +
		"To try it:  DATABASE_URL=postgres://localhost/vitrine vitrine serve\n" +
		"Then open:  http://localhost:8080/docs\n\n" +
		"Settings are read from the environment:\n\n"
	for _, s := range config.Settings {
		text += "  " + s.Name + ": " + s.Help
		if s.Default != "" {
			text += " (default " + s.Default + ")"
		}
		if s.Secret {
			text += " (or " + s.Name + "_FILE: a file that holds it)"
		}
		text += "\n"
	}
	return text
}()

// settings reads the configuration, or says everything that is wrong with it.
func (e *environment) settings() (config.Config, *slog.Logger, error) {
	c, err := config.Read(e.getenv)
	if err != nil {
		return c, nil, fmt.Errorf("the settings are not usable:\n%w", err)
	}
	options := &slog.HandlerOptions{Level: c.LogLevel}
	handler := newLines(e.stderr, options)
	if c.LogFormat == "text" {
		handler = slog.NewTextHandler(e.stderr, options)
	}
	return c, slog.New(handler), nil
}

type versionCommand struct{}

func (versionCommand) Run(e *environment) error {
	fmt.Fprintln(e.stdout, "vitrine", version)
	return nil
}

type keygenCommand struct{}

func (keygenCommand) Run(e *environment) error {
	key := make([]byte, identity.SecretKeyBytes)
	_, _ = rand.Read(key) // never fails
	fmt.Fprintln(e.stdout, base64.StdEncoding.EncodeToString(key))
	return nil
}

type migrateCommand struct{}

func (migrateCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	return migrate(e.ctx, c, log, e.stdout)
}

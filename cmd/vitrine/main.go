// Command vitrine is a service for cataloguing collections. It needs only
// PostgreSQL.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/identity"
)

// version is set by the build.
var version = "dev"

// environment is what a command may use of the process.
type environment struct {
	ctx            context.Context
	environ        []string
	stdout, stderr io.Writer
	began          bool                            // a command was understood, and does its work
	serving        func(at net.Addr, setup string) // called with the address, and the page for the first user, unless nil
}

// garbagePercent lets the small heap grow further than Go would before it is
// collected. GOGC and GOMEMLIMIT still apply.
const garbagePercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	boundMemory(goAlone)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	if err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine:", err)
		os.Exit(exitCode(err))
	}
}

// settings reads the configuration or reports everything wrong with it.
func (e *environment) settings() (config.Config, *slog.Logger, error) {
	c, err := config.Read(e.getenv)
	if err := errors.Join(config.Unknown(e.environ), err); err != nil {
		return c, nil, fmt.Errorf("the settings are not usable:\n%w", err)
	}
	options := &slog.HandlerOptions{Level: c.LogLevel}
	handler := newLines(e.stderr, options)
	if c.LogFormat == "text" {
		handler = slog.NewTextHandler(e.stderr, options)
	}
	return c, slog.New(handler), nil
}

// getenv is the value of a variable; the last one wins.
func (e *environment) getenv(name string) string {
	for _, pair := range slices.Backward(e.environ) {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}

type keygenCommand struct{}

func keygenCommands(e *environment) *cobra.Command {
	return command(e, keygenCommand{}, "keygen", "Print a new VITRINE_SECRET_KEY.")
}

func (keygenCommand) Run(e *environment) error {
	fmt.Fprintln(e.stdout, newKey())
	return nil
}

func newKey() string {
	key := make([]byte, identity.SecretKeyBytes)
	_, _ = rand.Read(key) // never fails
	return base64.StdEncoding.EncodeToString(key)
}

type migrateCommand struct{}

func migrateCommands(e *environment) *cobra.Command {
	return command(e, migrateCommand{}, "migrate", "Bring the schema up to date, and make the role that serves.")
}

func (migrateCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	return migrate(e.ctx, c, log, e.stdout)
}

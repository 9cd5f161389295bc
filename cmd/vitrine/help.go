package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"vitrine/internal/config"
)

const about = "A service for cataloguing collections: what you own, where it is kept, how it is insured."

// errShown ends a run that only showed help or the version.
var errShown = errors.New("help was shown")

func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) (err error) {
	defer func() { // kong wants to exit the process after showing help
		p := recover()
		if shown, ok := p.(error); ok && errors.Is(shown, errShown) {
			err = nil
		} else if p != nil {
			panic(p)
		}
	}()
	var commands cli
	parser, err := kong.New(&commands, kong.Name("vitrine"), kong.Description(about), kong.Writers(stdout, stderr), groups,
		kong.Exit(func(int) { panic(errShown) }), kong.Help(help), kong.Vars{"version": "vitrine " + version})
	if err != nil {
		return err
	}
	command, err := parser.Parse(asked(args))
	if err != nil {
		return fmt.Errorf("%w\nRun vitrine --help for the commands, vitrine help COMMAND for one of them", err)
	}
	return explain(command.Run(&environment{ctx: ctx, environ: environ, stdout: stdout, stderr: stderr}))
}

// asked turns vitrine help COMMAND, and vitrine alone, into flags.
func asked(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(args[1:], "--help")
	}
	return args
}

// help lists the commands without their subcommands, flags last.
func help(options kong.HelpOptions, ctx *kong.Context) error {
	options.Compact, options.FlagsLast = true, true
	options.NoExpandSubcommands = ctx.Selected() == nil
	err := kong.DefaultHelpPrinter(options, ctx)
	fmt.Fprintln(ctx.Stdout)
	if ctx.Selected() == nil {
		fmt.Fprintln(ctx.Stdout, "Settings are read from the environment; vitrine settings lists them.")
	}
	return err
}

// helpCommand is only listed; asked handles it.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to explain."`
}

func (helpCommand) Run() error { return nil }

type settingsCommand struct {
	Check bool `help:"Fail if a setting is unknown, wrong or missing."`
}

func (s settingsCommand) Run(e *environment) error {
	config.Explain(e.stdout, e.getenv)
	if !s.Check {
		return nil
	}
	_, _, err := e.settings()
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"vitrine/internal/identity"
	"vitrine/internal/operator"
)

const about = "A service for cataloguing collections: what you own, where it is kept, how it is insured.\nSettings are read from the environment; vitrine settings lists them."

// run is a whole run of the program.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	e := &environment{ctx: ctx, environ: environ, stdout: stdout, stderr: stderr}
	root := commands(e)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	if own := (exits{}); err != nil && !e.began && !errors.As(err, &own) {
		return misuse("%w", err) // cobra's own refusals, such as of a missing flag
	}
	return err
}

// commands are those of the program, in the order and groups of --help.
func commands(e *environment) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := group("vitrine", about)
	root.Version = version
	root.SetHelpCommand(&cobra.Command{Use: "help [COMMAND]", Short: "Explain a command.", GroupID: "program", RunE: help})
	root.CompletionOptions.DisableDefaultCmd = true
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return misused(c, err) })
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"run", "Serve:", []*cobra.Command{localCommands(e), serveCommands(e), workerCommands(e), sweepCommands(e), ratesCommands(e), healthCommands(e)}},
		{"database", "Look after the database:", []*cobra.Command{migrateCommands(e), doctorCommands(e), backupCommands(e), restoreCommands(e)}},
		{"exchange", "Bring in and take out, over the API:", []*cobra.Command{importCommands(e), exportCommands(e)}},
		{"people", "Look after users and accounts:", []*cobra.Command{userCommands(e), accountCommands(e), archiveCommands(e)}},
		{"program", "About the program:", []*cobra.Command{settingsCommands(e), keygenCommands(e), completionCommands(e, root), manCommands(e, root), versionCommands(e)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			if !serves && !everywhere(g.id, c.Name()) {
				elsewhere(c)
			}
			root.AddCommand(c)
		}
	}
	root.AddCommand(&cobra.Command{Use: "demo", Hidden: true, DisableFlagParsing: true, RunE: func(*cobra.Command, []string) error {
		return misuse("the demo is a program of its own, vitrine-demo, which scripts/build puts beside this one")
	}})
	return root
}

// runner is a command with its flags and arguments.
type runner interface{ Run(e *environment) error }

// command runs r once its flags and arguments are set. Without arguments it takes none.
func command(e *environment, r runner, use, short string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, DisableFlagsInUseLine: true,
		Args: arguments(0),
		RunE: func(*cobra.Command, []string) error {
			e.began = true
			return operator.Explain(r.Run(e))
		},
	}
}

// group only holds further commands.
func group(name, short string, all ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: cobra.ArbitraryArgs, RunE: unknown}
	c.AddCommand(all...)
	return c
}

// help explains the command that its arguments name.
func help(c *cobra.Command, args []string) error {
	found, rest, err := c.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return unknown(found, rest)
	}
	return found.Help()
}

// unknown reports a command that is not in its group, and names those alike.
func unknown(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	c.SuggestionsMinimumDistance = 2
	err := fmt.Errorf("there is no command %q", args[0])
	if alike := c.SuggestionsFor(args[0]); len(alike) > 0 {
		err = fmt.Errorf("%w, did you mean %q?", err, alike[0])
	}
	return misused(c, err)
}

// misused says where the use of a command is explained.
func misused(c *cobra.Command, err error) error {
	return misuse("%w\nRun %s --help for how it is used", err, c.CommandPath())
}

// arguments are filled in their order; all after the first few may be missing.
func arguments(least int, to ...any) cobra.PositionalArgs {
	return func(c *cobra.Command, given []string) error {
		if len(given) < least || len(given) > len(to) {
			return misused(c, fmt.Errorf("it is %s", c.UseLine()))
		}
		for i, text := range given {
			switch to := to[i].(type) {
			case *string:
				*to = text
			case *int64:
				number, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return misused(c, fmt.Errorf("%q is not a number", text))
				}
				*to = number
			}
		}
		return nil
	}
}

// mustBeRole refuses a word that is not a role.
func mustBeRole(role string) error {
	if !slices.Contains([]identity.Role{identity.Owner, identity.Editor, identity.Viewer}, identity.Role(role)) {
		return misuse("%q is not a role: owner, editor or viewer", role)
	}
	return nil
}

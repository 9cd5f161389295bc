package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the manual pages.
type manCommand struct {
	Directory string
	root      *cobra.Command
}

func manCommands(e *environment, root *cobra.Command) *cobra.Command {
	m := &manCommand{root: root}
	c := command(e, m, "man DIRECTORY", "Write a manual page for each command into a directory.")
	c.Long = c.Short + "\n\nThe pages bear the date of SOURCE_DATE_EPOCH, if that is set, so that packages are made alike."
	c.Args = arguments(1, &m.Directory)
	return c
}

func (m manCommand) Run(e *environment) error {
	if err := os.MkdirAll(m.Directory, 0o755); err != nil {
		return err
	}
	m.root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Section: "1", Source: "vitrine " + version, Manual: "Vitrine"}
	if err := doc.GenManTree(m.root, header, m.Directory); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "Wrote the pages to %s; man --local-file %[1]s/vitrine.1 shows the first.\n", m.Directory)
	return nil
}

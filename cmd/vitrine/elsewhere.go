package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// everywhere reports whether a command needs nothing of the machine of the service: it speaks to
// the API, or is about the program.
func everywhere(group, name string) bool {
	return group == "exchange" || group == "program" || name == "archive"
}

// elsewhere has a command, and all below it, say that it runs where the service runs. It keeps its
// help, and refuses misuse as it does there.
func elsewhere(c *cobra.Command) *cobra.Command {
	for _, below := range c.Commands() {
		elsewhere(below)
	}
	if !c.HasSubCommands() {
		c.RunE = func(c *cobra.Command, _ []string) error {
			return exits{fmt.Errorf("%s does not run on %s: run it on the machine of the service, which is Linux, macOS or FreeBSD, or in a container", c.CommandPath(), runtime.GOOS), failed}
		}
	}
	return c
}

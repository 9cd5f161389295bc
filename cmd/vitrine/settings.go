package main

import (
	"github.com/spf13/cobra"

	"vitrine/internal/config"
)

type settingsCommand struct{ check bool }

func settingsCommands(e *environment) *cobra.Command {
	s := new(settingsCommand)
	c := command(e, s, "settings [--check]", "Explain the settings, and show those in use.")
	c.Flags().BoolVar(&s.check, "check", false, "Fail if a setting is unknown, wrong or missing.")
	return c
}

func (s settingsCommand) Run(e *environment) error {
	config.Explain(e.stdout, e.getenv)
	if !s.check {
		return nil
	}
	_, _, err := e.settings()
	return err
}

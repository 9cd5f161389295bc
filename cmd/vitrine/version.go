package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/releases"
)

type versionCommand struct{ Check bool }

func versionCommands(e *environment) *cobra.Command {
	v := new(versionCommand)
	c := command(e, v, "version [--check]", "Print the version, or whether there is a newer one.")
	c.Long = c.Short + "\n\nOnly --check asks anybody: the address in VITRINE_RELEASES_URL, for a file whose first line is the newest version. " +
		"The exit code is then 0 if there is none newer, 3 if there is, and 1 if that was not found out."
	c.Flags().BoolVar(&v.Check, "check", false, "Compare with the version that the file at VITRINE_RELEASES_URL names.")
	return c
}

// newer is the exit code if there is a newer release.
const newer = 3

func (v versionCommand) Run(e *environment) error {
	if !v.Check {
		fmt.Fprintln(e.stdout, "vitrine", version)
		return nil
	}
	address, err := config.ReleasesURL(e.getenv)
	switch {
	case err != nil:
		return err
	case address == "":
		return misuse("VITRINE_RELEASES_URL is not set: set it to the address of a file whose first line is the newest version")
	}
	newest, err := releases.Newest(e.ctx, address)
	switch {
	case err != nil:
		return err
	case !releases.IsRelease(version):
		fmt.Fprintf(e.stdout, "This is %s, which is no release. The newest release is %s.\n", version, newest)
	case releases.Older(version, newest):
		return exits{errors.New("this is " + version + ", and there is a newer release, " + newest + ": see what changed, and upgrade"), newer}
	default:
		fmt.Fprintf(e.stdout, "This is %s. There is no newer release.\n", version)
	}
	return nil
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"vitrine/internal/operator"
	"vitrine/internal/portable"
)

// archiveCommands look at archives that owners have made of their accounts.
func archiveCommands(e *environment) *cobra.Command {
	return group("archive", "Verify the archive of an account.", archiveVerifies(e))
}

type archiveVerify struct{ File string }

func archiveVerifies(e *environment) *cobra.Command {
	a := new(archiveVerify)
	c := command(e, a, "verify FILE", "Look at every byte of an archive, and say what is wrong with it.")
	c.Long = c.Short + "\n\nIt needs neither a server nor a database. The exit code is 0 if the archive is whole, 1 if it is damaged, 2 if it cannot be looked at, and 3 if it was made by a later version."
	c.Args = arguments(1, &a.File)
	return c
}

func (a archiveVerify) Run(e *environment) error {
	f, err := os.Open(a.File)
	if err != nil {
		return exits{operator.Explain(err), 2}
	}
	defer f.Close()
	about, err := f.Stat()
	if err == nil && !about.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file", a.File)
	}
	if err != nil {
		return exits{err, 2}
	}
	found, err := portable.Verify(f, about.Size())
	switch {
	case err != nil:
		return exits{err, 2}
	case found.TooNew:
		return exits{fmt.Errorf("it is an archive of version %d, and this program knows up to %d: use a later one", found.Manifest.Version, portable.Version), 3}
	case len(found.Findings) == 0:
		fmt.Fprintf(e.stdout, "whole: %d parts, %d lines, %d files\n", len(found.Manifest.Parts), found.Lines, found.Files)
		return nil
	}
	for _, finding := range found.Findings {
		fmt.Fprintln(e.stdout, finding)
	}
	more := found.More()
	for _, part := range slices.Sorted(maps.Keys(more)) {
		fmt.Fprintf(e.stdout, "%s: and %d more\n", cmp.Or(part, "the archive"), more[part])
	}
	if found.Found() == 1 {
		return errors.New("the archive is damaged: one thing is wrong")
	}
	return fmt.Errorf("the archive is damaged: %d things are wrong", found.Found())
}

package main

import (
	"errors"
	"fmt"
)

// Exit codes. Those from 3 on have a meaning of their own for each command.
const (
	failed      = 1
	misusedCode = 2
	partly      = 3   // the work is done as far as it could be
	planErrors  = 3   // nothing was applied
	leftOver    = 4   // applied, but not all
	busy        = 5   // with another import or export
	interrupted = 130 // the job goes on
)

// exits is an error with an exit code of its own.
type exits struct {
	error
	code int
}

// incomplete is the error of a command that did its work as far as it could.
type incomplete struct{ error }

// exitCode tells misuse and work that is done in part from work that is not done.
func exitCode(err error) int {
	if part := (incomplete{}); errors.As(err, &part) {
		return partly
	}
	if own := (exits{}); errors.As(err, &own) {
		return own.code
	}
	return failed
}

// misuse is an error of whoever wrote the command, and not of the work: scripts need not try again.
func misuse(says string, about ...any) error {
	return exits{fmt.Errorf(says, about...), misusedCode}
}

package main

import (
	"io"

	"github.com/spf13/cobra"
)

// completionCommand has the shell complete words of commands and flags.
type completionCommand struct {
	Shell string
	root  *cobra.Command
}

func completionCommands(e *environment, root *cobra.Command) *cobra.Command {
	s := &completionCommand{root: root}
	c := command(e, s, "completion bash|zsh|fish|powershell", "Print a script by which a shell completes commands and flags.")
	c.Long = c.Short + "\n\nTo try it in bash: source <(vitrine completion bash)"
	c.ValidArgs = []string{"bash", "zsh", "fish", "powershell"}
	c.Args = arguments(1, &s.Shell)
	return c
}

func (s completionCommand) Run(e *environment) error {
	write := map[string]func(io.Writer) error{
		"bash":       func(to io.Writer) error { return s.root.GenBashCompletionV2(to, true) },
		"zsh":        s.root.GenZshCompletion,
		"fish":       func(to io.Writer) error { return s.root.GenFishCompletion(to, true) },
		"powershell": s.root.GenPowerShellCompletionWithDesc,
	}[s.Shell]
	if write == nil {
		return misuse("%q is not a shell that is known here: bash, zsh, fish or powershell", s.Shell)
	}
	return write(e.stdout)
}

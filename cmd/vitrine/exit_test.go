package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outcome is the exit code of a run with no settings at all.
func outcome(t *testing.T, args ...string) (int, error) {
	t.Helper()
	err := run(t.Context(), args, []string{"HOME=" + t.TempDir()}, io.Discard, io.Discard)
	if err == nil {
		return 0, nil
	}
	return exitCode(err), err
}

// Whatever the command, a wrong use of it is 2: scripts tell it from work that failed.
func TestMisuseOfEveryCommandIsTwo(t *testing.T) {
	misused, seen := 0, 0
	wrong := func(args ...string) {
		t.Helper()
		misused++
		if code, err := outcome(t, args...); code != misusedCode {
			t.Errorf("vitrine %s: exit code %d (%v), want %d", strings.Join(args, " "), code, err, misusedCode)
		}
	}
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		seen++
		at := func(more ...string) []string { return append(slices.Clone(path), more...) }
		wrong(at("--no-such-flag")...)
		wrong(at(slices.Repeat([]string{"one-too-many"}, 9)...)...)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if t := f.Value.Type(); t != "string" && t != "stringArray" && t != "stringSlice" {
				wrong(at("--" + f.Name + "=no-such-value")...)
			} else {
				wrong(at("--" + f.Name)...) // without its value
			}
		})
		for _, below := range c.Commands() {
			walk(below, at(below.Name()))
		}
	}
	walk(commands(&environment{ctx: context.Background(), stdout: io.Discard, stderr: io.Discard}), nil)
	if seen < 25 || misused < 90 {
		t.Errorf("walked %d commands, and misused them in %d ways: is the walk whole?", seen, misused)
	}
}

// What is missing, or does not go together, is misuse too.
func TestIncompleteCommandsAreTwo(t *testing.T) {
	for _, words := range []string{
		"restore", "user create", "user set-role a@example.org", "user set-role a@example.org king", "user reset-password", "user disable-2fa", "user revoke-tokens",
		"user revoke-tokens a@example.org --everybody", "account export", "account export one two", "account erase", "archive verify", "backup --verify", "import", "export",
		"restore x --without-files --only-files", "restore x --only-files --replace", "user create --email=a@example.org --first-name=A --last-name=B --role=viewer",
		"user create --email=a@example.org --first-name=A --last-name=B --account=1", "user create --email=a@example.org --first-name=A --last-name=B --password-stdin --password-file=x",
		"import x --collection=1 --new=y", "export items --format=pdf", "srve", "user lst", "help srve", "demo",
	} {
		if code, err := outcome(t, strings.Fields(words)...); code != misusedCode {
			t.Errorf("vitrine %s: exit code %d (%v), want %d", words, code, err, misusedCode)
		}
	}
}

// A command that was written rightly, and cannot do its work, is not misuse.
func TestFailuresAreNotMisuse(t *testing.T) {
	for _, words := range []string{"serve", "migrate", "doctor", "worker", "user list", "backup", "account erase 1", "settings --check"} {
		if code, err := outcome(t, strings.Fields(words)...); code != failed {
			t.Errorf("vitrine %s: exit code %d (%v), want %d", words, code, err, failed)
		}
	}
	for _, words := range []string{"", "help", "help user list", "user", "user list --help", "keygen", "settings", "--version", "version"} {
		if code, err := outcome(t, strings.Fields(words)...); code != 0 {
			t.Errorf("vitrine %s: exit code %d (%v), want 0", words, code, err)
		}
	}
}

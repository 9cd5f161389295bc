package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
)

// Where there is no service, its commands say so, keep their help, and do nothing.
func TestCommandsOfTheServiceSaySoElsewhere(t *testing.T) {
	e := &environment{ctx: context.Background(), environ: []string{"HOME=" + t.TempDir()}, stdout: io.Discard, stderr: io.Discard}
	for words, says := range map[string]string{"user list": "vitrine user list does not run on", "user": "", "user list --help": "", "user list x": "it is"} {
		root := group("vitrine", "", elsewhere(userCommands(e)))
		root.SilenceErrors, root.SilenceUsage = true, true
		root.SetArgs(strings.Fields(words))
		root.SetOut(io.Discard)
		err := root.Execute()
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("vitrine %s: %v, want %s", words, err, says)
		}
	}
	if e.began {
		t.Error("a command began its work")
	}
}

// Which commands work everywhere is decided by group; a new one is one of the service.
func TestCommandsThatWorkEverywhere(t *testing.T) {
	var found []string
	for _, c := range commands(&environment{ctx: context.Background(), stdout: io.Discard, stderr: io.Discard}).Commands() {
		if everywhere(c.GroupID, c.Name()) && !c.Hidden {
			found = append(found, c.Name())
		}
	}
	want := []string{"import", "export", "archive", "settings", "keygen", "completion", "man", "version"}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("%v work everywhere, want %v", found, want)
	}
}

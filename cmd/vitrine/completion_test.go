package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What the scripts ask the program is answered, and bash can read its own.
func TestShellsComplete(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var script bytes.Buffer
		if err := run(t.Context(), []string{"completion", shell}, nil, &script, io.Discard); err != nil || !strings.Contains(script.String(), "__complete") {
			t.Errorf("%s: %v, %d bytes", shell, err, script.Len())
		}
		if path, err := exec.LookPath(shell); err != nil {
			t.Logf("NOT RUN: reading the script of %s, which is not installed", shell)
		} else if shell != "powershell" {
			check := exec.Command(path, "-n")
			check.Stdin = &script
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", shell, err, out)
			}
		}
	}
	for typed, want := range map[string]string{"ser": "serve", "user set": "set-role", "restore --onl": "--only-files", "completion z": "zsh"} {
		var said bytes.Buffer
		if err := run(t.Context(), append([]string{"__complete"}, strings.Fields(typed)...), nil, &said, io.Discard); err != nil || !strings.HasPrefix(said.String(), want) {
			t.Errorf("%s is completed to %q (%v), want %s", typed, said.String(), err, want)
		}
	}
	if err := run(t.Context(), []string{"completion", "tcl"}, nil, io.Discard, io.Discard); exitCode(err) != misusedCode {
		t.Errorf("another shell: %v", err)
	}
}

// Each command has a page, made alike for one date, which man can show.
func TestManualPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1794704027")
	pages := func() map[string]string {
		dir, found := filepath.Join(t.TempDir(), "man1"), map[string]string{}
		if err := run(t.Context(), []string{"man", dir}, nil, io.Discard, io.Discard); err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(dir + "/*.1")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			found[filepath.Base(name)] = string(content)
		}
		if _, err := exec.LookPath("man"); err != nil {
			t.Log("NOT RUN: showing a page, because man is not installed")
		} else if out, err := exec.Command("man", "--warnings", "--local-file", filepath.Join(dir, "vitrine-restore.1")).CombinedOutput(); err != nil || !strings.Contains(string(out), "only-files") {
			t.Errorf("man: %v\n%s", err, out)
		}
		return found
	}
	first, second := pages(), pages()
	for _, name := range []string{"vitrine.1", "vitrine-serve.1", "vitrine-user-create.1", "vitrine-archive-verify.1"} {
		if !strings.Contains(first[name], ".SH") {
			t.Errorf("there is no page %s among %d", name, len(first))
		}
		if first[name] != second[name] {
			t.Errorf("%s differs the second time", name)
		}
	}
	if first["vitrine-demo.1"] != "" {
		t.Error("there is a page for a command that is not there")
	}
}

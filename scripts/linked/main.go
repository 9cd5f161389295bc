// Command linked copies files of a Debian root, and with each program the libraries that it is
// linked with, so that an image has these and nothing else. It runs nothing of the root, which may
// be that of another kind of processor.
//
//	go run ./scripts/linked ROOT INTO PATTERN ...
package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "scripts/linked: name a root, a folder to copy into, and patterns of files")
		os.Exit(2)
	}
	if err := copied(root(os.Args[1]), root(os.Args[2]), os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "scripts/linked:", err)
		os.Exit(1)
	}
}

// copied copies what the patterns find, with libraries. Each must find something.
func copied(from, into root, patterns []string) error {
	all := &copies{from: from, into: into, done: map[string]bool{}}
	for _, pattern := range patterns {
		found, err := filepath.Glob(from.at(pattern))
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s has no %s", from, pattern)
		}
		for _, name := range found {
			err = errors.Join(err, all.add(strings.TrimPrefix(name, string(from))))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// root is a folder with the files of a system.
type root string

func (r root) at(name string) string { return filepath.Join(string(r), name) }

type copies struct {
	from, into root
	done       map[string]bool
}

// add copies a file, or a folder with all that is in it. Symbolic links on the way are copied, too.
func (c *copies) add(name string) error {
	name, err := c.resolved(name)
	if err != nil || c.done[name] {
		return err
	}
	c.done[name] = true
	info, err := os.Lstat(c.from.at(name))
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.Join(c.file(name, info.Mode()), c.libraries(name))
	}
	entries, err := os.ReadDir(c.from.at(name))
	for _, entry := range entries {
		err = errors.Join(err, c.add(path.Join(name, entry.Name())))
	}
	return err
}

// resolved follows the symbolic links of a name, inside the root.
func (c *copies) resolved(name string) (string, error) {
	at, rest := "/", strings.Split(strings.Trim(path.Clean(name), "/"), "/")
	for hops := 0; len(rest) > 0; {
		next := path.Join(at, rest[0])
		target, err := os.Readlink(c.from.at(next))
		if err != nil {
			at, rest = next, rest[1:] // no link
			continue
		}
		if hops++; hops > 40 {
			return "", fmt.Errorf("%s has too many symbolic links", name)
		}
		if err := c.link(next, target); err != nil {
			return "", err
		}
		if path.IsAbs(target) {
			at = "/"
		}
		rest = append(strings.Split(strings.Trim(target, "/"), "/"), rest[1:]...)
	}
	return at, nil
}

func (c *copies) link(name, target string) error {
	if c.done[name] {
		return nil
	}
	c.done[name] = true
	return errors.Join(os.MkdirAll(c.into.at(path.Dir(name)), 0o755), os.Symlink(target, c.into.at(name)))
}

func (c *copies) file(name string, mode os.FileMode) error {
	from, err := os.Open(c.from.at(name))
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(c.into.at(path.Dir(name)), 0o755); err != nil {
		return err
	}
	to, err := os.OpenFile(c.into.at(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode.Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// libraries copies what a program is linked with; other files are linked with nothing.
func (c *copies) libraries(name string) error {
	program, err := elf.Open(c.from.at(name))
	var other *elf.FormatError
	if errors.As(err, &other) || errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	defer program.Close()
	if section := program.Section(".interp"); section != nil {
		loader, err := section.Data()
		if err = errors.Join(err, c.add(strings.TrimRight(string(loader), "\x00"))); err != nil {
			return err
		}
	}
	names, err := program.ImportedLibraries()
	if err != nil {
		return err
	}
	own, _ := program.DynString(elf.DT_RUNPATH)
	for _, library := range names {
		if err := c.library(library, append(own, places[program.Machine]...), path.Dir(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// places is where the loader of Debian looks.
var places = map[elf.Machine][]string{
	elf.EM_X86_64:  {"/usr/lib/x86_64-linux-gnu", "/usr/lib", "/usr/lib64"},
	elf.EM_AARCH64: {"/usr/lib/aarch64-linux-gnu", "/usr/lib"},
}

func (c *copies) library(name string, places []string, origin string) error {
	for _, place := range places {
		at := path.Join(strings.ReplaceAll(place, "$ORIGIN", origin), name)
		if _, err := os.Lstat(c.from.at(at)); err == nil {
			return c.add(at)
		}
	}
	return fmt.Errorf("%s is nowhere in %s", name, c.from)
}

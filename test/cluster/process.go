package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// start runs a named program that outlives this one, unless it already runs.
// Its output goes to its log.
func (c *cluster) start(name string, env []string, program string, args ...string) error {
	if c.pid(name) != 0 {
		return nil
	}
	log, err := os.OpenFile(c.file(name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	uid, gid := servant()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.Dir, log, log
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH") + ":/usr/sbin:/sbin", "HOME=" + c.Dir, "LANG=C.UTF-8"}, env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", name, err)
	}
	go func() { _ = cmd.Wait() }() // avoids a zombie
	state := procState(cmd.Process.Pid)
	return c.write(name+".pid", fmt.Appendf(nil, "%d %s", cmd.Process.Pid, state.began))
}

// pid returns that of a running program, or 0. The start time distinguishes a
// later process with the same number.
func (c *cluster) pid(name string) int {
	content, _ := os.ReadFile(c.file(name + ".pid"))
	fields := strings.Fields(string(content))
	if len(fields) != 2 {
		return 0
	}
	pid, _ := strconv.Atoi(fields[0])
	if p := procState(pid); p.alive() && p.began == fields[1] {
		return pid
	}
	return 0
}

// pids returns all processes of a name. A node is its link, its Patroni, its
// postmaster, and the children of that. The link comes first, so that nothing
// of a killed node reaches the others later; parents come before their
// children, so that they restart nothing.
func (c *cluster) pids(name string) []int {
	var found []int
	for _, part := range []string{"link-" + name, name} {
		if pid := c.pid(part); pid != 0 {
			found = append(found, pid)
		}
	}
	if !strings.HasPrefix(name, "postgres") {
		return found
	}
	if postmaster := c.postmaster(name); postmaster != 0 {
		found = append(append(found, postmaster), children(postmaster)...)
	}
	return found
}

func (c *cluster) postmaster(name string) int {
	content, _ := os.ReadFile(c.file(name + "/data/postmaster.pid"))
	first, _, _ := strings.Cut(string(content), "\n")
	pid, _ := strconv.Atoi(first)
	if p := procState(pid); pid != 0 && p.alive() && p.command == "postgres" {
		return pid
	}
	return 0
}

// signal signals all processes of a name.
func (c *cluster) signal(name string, signal syscall.Signal) error {
	all := c.pids(name)
	if len(all) == 0 {
		return fmt.Errorf("%s does not run", name)
	}
	for _, pid := range all {
		_ = syscall.Kill(pid, signal) // may just have ended
	}
	return nil
}

// kill simulates a power failure.
func (c *cluster) kill(name string) error {
	if err := c.signal(name, syscall.SIGKILL); err != nil {
		return err
	}
	if err := eventually(10*time.Second, name+" is gone", func() error { return c.gone(name) }); err != nil {
		return err
	}
	_ = os.Remove(c.file(name + "/data/postmaster.pid")) // after a reboot no process has that number
	return nil
}

// stop ends a program gracefully, or kills it after a while.
func (c *cluster) stop(name string, signal syscall.Signal, within time.Duration) error {
	_ = c.signal(name, syscall.SIGCONT) // a stopped process handles no other signal
	if pid := c.pid(name); pid != 0 {
		_ = syscall.Kill(pid, signal)
	}
	for deadline := time.Now().Add(within); c.gone(name) != nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			return c.kill(name)
		}
	}
	return nil
}

func (c *cluster) gone(name string) error {
	if left := c.pids(name); len(left) > 0 {
		return fmt.Errorf("%s still runs: %v", name, left)
	}
	return nil
}

// process is an entry of /proc.
type process struct{ state, command, began, parent string }

func (p process) alive() bool { return p.state != "" && p.state != "Z" && p.state != "X" }

func procState(pid int) process {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}
	}
	text := string(stat)
	opens, closes := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	rest := strings.Fields(text[closes+1:])
	return process{state: rest[0], command: text[opens+1 : closes], parent: rest[1], began: rest[19]}
}

func children(pid int) (found []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		child, _ := strconv.Atoi(filepath.Base(dir))
		if procState(child).parent == strconv.Itoa(pid) {
			found = append(found, child)
		}
	}
	return found
}

// errHopeless means that waiting is useless.
var errHopeless = errors.New("it has ended; its log says why")

// eventually waits until a condition holds.
func eventually(within time.Duration, what string, holds func() error) error {
	for deadline := time.Now().Add(within); ; time.Sleep(100 * time.Millisecond) {
		err := holds()
		if err == nil || errors.Is(err, errHopeless) {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not within %s: %s: %w", within, what, err)
		}
	}
}

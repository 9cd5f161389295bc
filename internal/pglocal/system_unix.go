//go:build unix

package pglocal

import (
	"os"
	"os/exec"
	"syscall"
)

// supported says why there can be no private PostgreSQL on this system.
func supported() error { return nil }

// lock takes a file for this process, and fails if another one has it. It ends with the process.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// apart runs a program in a process group of its own, as another user if there is one.
func apart(cmd *exec.Cmd, as *owner) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if as != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: as.uid, Gid: as.gid}
	}
}

// free is how many bytes the disk of a path has left.
func free(path string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}

package picture

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/unix"
)

// limited runs a process with limits of memory and processor time, which are set right after its start.
func limited(process *exec.Cmd) error {
	if err := process.Start(); err != nil {
		return err
	}
	pid := process.Process.Pid
	err := errors.Join(
		unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: helperMemory, Max: helperMemory}, nil),
		unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: helperProcessor, Max: helperProcessor}, nil),
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 100 << 20, Max: 100 << 20}, nil),
	)
	if err != nil && !errors.Is(err, unix.ESRCH) {
		_ = process.Process.Kill()
		return errors.Join(err, process.Wait())
	}
	return process.Wait()
}

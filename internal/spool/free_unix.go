//go:build unix

package spool

import (
	"cmp"
	"os"
	"syscall"
)

// free is what the disk of a directory has left, without its last fiftieth, which is for
// others who write to it.
func free(folder string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(cmp.Or(folder, os.TempDir()), &s); err != nil {
		return 0, err
	}
	size := int64(s.Bsize)
	return int64(s.Bavail)*size - min(int64(s.Blocks)*size/50, 1<<30), nil
}

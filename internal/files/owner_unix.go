//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// owner is the user and group that a file belongs to.
func owner(about fs.FileInfo) (uid, gid int, known bool) {
	found, known := about.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return int(found.Uid), int(found.Gid), true
}

package files

import "io/fs"

// owner is unknown: users have no numbers there.
func owner(fs.FileInfo) (uid, gid int, known bool) { return 0, 0, false }

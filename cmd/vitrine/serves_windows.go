package main

// serves is whether the service can run on this system. On Windows nothing of it was ever run: its
// store of files and its spool rely on disks and signals as Unix has them.
const serves = false

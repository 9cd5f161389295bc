//go:build unix

package main

// serves is whether the service can run on this system.
const serves = true

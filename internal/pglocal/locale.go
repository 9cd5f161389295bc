//go:build !darwin

package pglocal

const locale = "C.UTF-8"

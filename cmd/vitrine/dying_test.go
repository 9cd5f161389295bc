package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestMain is the program itself for test/process, if it is told to die: killed at
// the moment when it says certain words, or some time later.
func TestMain(m *testing.M) {
	words := os.Getenv("VITRINE_TEST_DIES_AFTER")
	if words == "" {
		os.Exit(m.Run())
	}
	later, err := time.ParseDuration(os.Getenv("VITRINE_TEST_DIES_LATER"))
	if err == nil {
		err = run(context.Background(), os.Args[1:], os.Environ(), os.Stdout, dying{[]byte(words), later})
	}
	fmt.Fprintln(os.Stderr, "it did not die:", err)
	os.Exit(1)
}

type dying struct {
	words []byte
	later time.Duration
}

func (d dying) Write(p []byte) (int, error) {
	n, err := os.Stderr.Write(p)
	if !bytes.Contains(p, d.words) {
		return n, err
	}
	kill := func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }
	if d.later > 0 {
		time.AfterFunc(d.later, kill)
		return n, err
	}
	kill()
	select {} // it is dead before anything else happens
}

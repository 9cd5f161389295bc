// Package testkind says of a test when it runs, and whether it may be tried again:
// test/again and .ci/run heed it.
package testkind

import (
	"os"
	"strings"
	"testing"
)

// AtNight reports whether this is a run of .ci/run nightly. By day, a walk may leave
// out what repeats itself.
func AtNight() bool { return os.Getenv("VITRINE_TEST_NIGHTLY") != "" }

// Number is how many there are of something by day and at night.
func Number(byDay, atNight int) int {
	if AtNight() {
		return atNight
	}
	return byDay
}

// Nightly leaves a test to .ci/run nightly, because it takes long. Those it names
// run with every change, and find what usually breaks. docs/testing.md lists them.
func Nightly(t testing.TB, guards ...string) {
	t.Helper()
	if !AtNight() {
		t.Skipf("it runs at night (VITRINE_TEST_NIGHTLY=1); by day there is %s", strings.Join(guards, ", "))
	}
}

// The attribute of a test that WatchesTheClock.
const (
	Attribute = "watches"
	TheClock  = "the clock"
)

// WatchesTheClock marks a test that fails where a machine stands still for seconds:
// test/again tries it a second time, alone. It is the first thing that a test does.
func WatchesTheClock(t testing.TB) {
	t.Helper()
	if strings.Contains(t.Name(), "/") {
		t.Fatal("only a whole test can be marked")
	}
	t.Attr(Attribute, TheClock)
}

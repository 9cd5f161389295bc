package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// A change to a function raises the version of all, so that an instance of the previous release that
// starts again does not restore its own.
func TestChangedFunctionsHaveANewVersion(t *testing.T) {
	all := sha256.New()
	for _, f := range Functions() {
		fmt.Fprintln(all, f.Name, f.Hash)
	}
	hash := hex.EncodeToString(all.Sum(nil))
	if !strings.HasSuffix(sum, hash+"\n") {
		t.Errorf("the functions have changed; add a line to functions.sum:\n%s", hash)
	}
}

// Each file can be applied again and again.
func TestFunctionsAreReplaced(t *testing.T) {
	for _, f := range Functions() {
		for line := range strings.Lines(f.SQL) {
			if strings.HasPrefix(line, "create ") && !strings.HasPrefix(line, "create or replace ") {
				t.Errorf("%s: %s", f.Name, line)
			}
		}
	}
}

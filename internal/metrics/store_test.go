package metrics

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"

	"vitrine/internal/files"
)

// What a store counts is shown, also what has not happened yet: a rate needs the
// zero before the first error.
func TestStoreIsShown(t *testing.T) {
	t.Parallel()
	directory, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer directory.Close()
	seen := files.Observe(directory)
	if err := seen.Put(t.Context(), files.NewName(1), bytes.NewReader([]byte("abc")), 3, sha256.Sum256([]byte("abc"))); err != nil {
		t.Fatal(err)
	}
	text := shown(t, store{seen})
	for _, line := range []string{
		`vitrine_store_operations_total{operation="put",outcome="done"} 1`,
		`vitrine_store_operations_total{operation="put",outcome="failed"} 0`,
		`vitrine_store_operations_total{operation="get",outcome="full"} 0`,
		`vitrine_store_operations_total{operation="list",outcome="cancelled"} 0`,
		`vitrine_store_operation_duration_seconds_bucket{operation="put",le="30"} 1`,
		`vitrine_store_operation_duration_seconds_bucket{operation="put",le="+Inf"} 1`,
		`vitrine_store_operation_duration_seconds_count{operation="delete"} 0`,
		`vitrine_store_bytes_total{direction="in"} 3`,
		`vitrine_store_bytes_total{direction="out"} 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

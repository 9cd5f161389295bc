package process

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// The example of the guide loads a table, has fewer than 60 lines, and run again it
// loads nothing twice.
func TestExampleLoadsATable(t *testing.T) {
	t.Parallel()
	source := filepath.Join(pgtest.Root, "docs/examples/loadcsv")
	content, err := os.ReadFile(filepath.Join(source, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(content, []byte("\n")); lines >= 60 {
		t.Errorf("it has %d lines", lines)
	}
	program := filepath.Join(t.TempDir(), "loadcsv")
	if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	database := pgtest.Migrated(t)
	v := serve(t, database)
	owner := newcomer(t, v)
	shelf := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Comics", "visibility": "private"}).text(t, "data", "id")
	const rows = 120
	var table strings.Builder
	table.WriteString("name,description,identifier\n")
	for n := range rows {
		fmt.Fprintf(&table, "\"Album, %d\",The same,A-%d\n", n%60, n)
	}
	load := func(table string) (string, error) {
		c := exec.Command(program, v.url, shelf)
		c.Stdin, c.Env = strings.NewReader(table), append(os.Environ(), "VITRINE_TOKEN="+owner.token)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for range 2 {
		if out, err := load(table.String()); err != nil {
			t.Fatalf("%s%v", out, err)
		}
	}
	if items, copies := scalar[int](t, database, `select count(*)::int from items`), scalar[int](t, database, `select count(*)::int from copies where identifier like 'A-%'`); items != rows || copies != rows {
		t.Errorf("%d items and %d copies, not %d", items, copies, rows)
	}
	if out, err := load("name\nAlone\n\"\"\n"); err == nil || !strings.Contains(out, `"operation":2`) {
		t.Errorf("a row without a name: %q %v", out, err)
	}
}

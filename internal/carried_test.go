package rooms

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The service carries neither the generator of the demo nor its drawings, and no letters
// to draw with: go generate makes what the sample needs, and vitrine-demo the rest.
func TestTheServiceCarriesNoDemo(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./cmd/vitrine")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	carried := strings.Fields(string(out))
	if !slices.Contains(carried, "vitrine/internal/sample") {
		t.Fatal("the service carries no sample: is this its list?")
	}
	for _, imported := range carried {
		if within(imported, []string{"vitrine/internal/demo", "golang.org/x/image/vector", "golang.org/x/image/font/gofont"}) {
			t.Errorf("cmd/vitrine depends on %s, which is for vitrine-demo", imported)
		}
	}
}

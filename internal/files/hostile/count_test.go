package hostile

import "testing"

func TestAllAreDifferent(t *testing.T) {
	all, names := All(), map[string]bool{}
	for _, f := range all {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
	}
	if len(all) < 200 {
		t.Errorf("%d files", len(all))
	}
	t.Logf("%d files", len(all))
}

package attachment

import (
	"bytes"
	"fmt"
	"testing"
)

func TestRecentForgetsTheOldest(t *testing.T) {
	var r recent
	content := bytes.Repeat([]byte("x"), recentEach)
	most := recentBytes / recentEach
	for n := range most {
		r.put(fmt.Sprint(n), content)
	}
	r.get("0")
	r.put("one more", content)
	for name, want := range map[string]bool{"0": true, "1": false, "2": true, "one more": true} {
		if _, got := r.get(name); got != want {
			t.Errorf("%s: remembered %v, want %v", name, got, want)
		}
	}
	if r.put("large", append(content, 'x')); len(r.all) != most || r.size > recentBytes {
		t.Errorf("%d remembered in %d bytes, want %d", len(r.all), r.size, most)
	}
}

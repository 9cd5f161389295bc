package assets

import (
	"bytes"
	"encoding/json"
	"image/png"
	"strconv"
	"strings"
	"testing"
)

// The manifest names existing icons in the stated sizes; one of them may be cut to any shape.
func TestManifest(t *testing.T) {
	var m struct {
		Start string `json:"start_url"`
		Icons []icon
	}
	if err := json.Unmarshal(manifest(""), &m); err != nil || m.Start != "/" || len(m.Icons) != 3 {
		t.Fatalf("%s: %v", manifest(""), err)
	}
	for _, i := range m.Icons {
		for name, address := range paths {
			if address != i.Source {
				continue
			}
			drawn, err := png.Decode(bytes.NewReader(assets[name]))
			if err != nil {
				t.Fatal(name, err)
			}
			width := strconv.Itoa(drawn.Bounds().Dx())
			_, _, _, alpha := drawn.At(0, 0).RGBA()
			if i.Sizes != width+"x"+width || (alpha == 0xffff) != (i.Purpose == "maskable") {
				t.Errorf("%s is %s wide, its corner has the opacity %d", name, width, alpha)
			}
			i.Source = ""
		}
		if i.Source != "" {
			t.Errorf("%s is not there", i.Source)
		}
	}
}

// The service worker caches one page and no personal data.
func TestServiceWorkerKeepsOnePage(t *testing.T) {
	script := string(read("app/sw.js"))
	if strings.Count(script, "cache.add") != 1 || strings.Contains(script, ".put(") || len(script) > 1000 {
		t.Error(script)
	}
}

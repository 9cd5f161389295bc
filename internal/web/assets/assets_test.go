package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"
	"strings"
	"testing"
)

// These are unchanged from their authors: htmx 4.0.0, dist/htmx.min.js, and zxing-wasm 3.1.4,
// dist/iife/reader/index.js and dist/reader/zxing_reader.wasm.
func TestOthersFilesAreTheOriginals(t *testing.T) {
	packed, err := gzip.NewReader(bytes.NewReader(assets["zxing.wasm.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]struct {
		content []byte
		sum     string
	}{
		"htmx.js":    {assets["htmx.js"], "e484d9171a9db30a39c8f16e3d709d4137f3211c659f8e6125816635033d593f"},
		"zxing.js":   {read("scan/zxing.js"), "d33d09ce132a692faffbed0dce656c36cb2573b4b843885a6e036390d1071d95"},
		"zxing.wasm": {plain, "e8af31edb56d0522f4de74495839385ef019ba8bc90d38e5ecb2f18795d86fb2"},
	} {
		sum := sha256.Sum256(of.content)
		if got := hex.EncodeToString(sum[:]); got != of.sum {
			t.Errorf("%s has the SHA-256 %s", name, got)
		}
	}
}

func TestStyleRefersToFontsByHash(t *testing.T) {
	style := string(assets["app.css"])
	for _, font := range []string{"geist-latin.woff2", "geist-latin-ext.woff2"} {
		if !strings.Contains(style, path.Base(Path(font))) || strings.Contains(style, "/"+font) || strings.Contains(style, prefix) {
			t.Errorf("%s is not loaded by its hash", font)
		}
	}
}

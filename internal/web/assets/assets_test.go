package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

// htmx is held as its authors published it: version 4.0.0, dist/htmx.min.js.
func TestHTMXIsTheOriginal(t *testing.T) {
	sum := sha256.Sum256(assets["htmx.js"])
	if got := hex.EncodeToString(sum[:]); got != "e484d9171a9db30a39c8f16e3d709d4137f3211c659f8e6125816635033d593f" {
		t.Errorf("htmx.js has the SHA-256 %s", got)
	}
}

func TestStyleRefersToFontsByHash(t *testing.T) {
	style := string(assets["app.css"])
	for _, font := range []string{"geist-latin.woff2", "geist-latin-ext.woff2"} {
		if !strings.Contains(style, Path(font)) || strings.Contains(style, prefix+font) {
			t.Errorf("%s is not loaded by its hash", font)
		}
	}
}

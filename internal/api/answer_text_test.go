package api

import (
	"encoding/json"
	"strings"
	"testing"
)

// Texts read back unchanged, whether JSON escapes them or not.
func TestTextsReadAsTheyWere(t *testing.T) {
	t.Parallel()
	texts := []string{"", "Amazing Fantasy 15", `the "first" one`, `a\b`, "line\nbreak", "tab\there", "Größe", "漫画", "\x7f", "\u2028", strings.Repeat("x", 3000) + "é"}
	for c := range 128 {
		texts = append(texts, "a"+string(rune(c))+"b")
	}
	for _, text := range texts {
		var read string
		if err := json.Unmarshal(appendString(nil, text), &read); err != nil || read != text {
			t.Errorf("%q became %s: %v", text, appendString(nil, text), err)
		}
	}
}

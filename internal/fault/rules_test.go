package fault

import (
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	for _, good := range []string{"Ada", "Zoë  van Dam", "O’Brien-Łukasz", "שלום", "محمد", "می\u200cخواهم", "👩\u200d👩\u200d👧", "🖼\ufe0f", "e\u0301", "<b>"} {
		var e Invalid
		if e.Line("first_name", good, 30); e.Err() != nil {
			t.Errorf("%+q is refused: %v", good, e.Err())
		}
	}
	bad := []rune{'\t', '\n', '\v', '\f', '\r', 0x01, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0x2028, 0x2029,
		0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069}
	for _, r := range bad {
		var e Invalid
		e.Line("first_name", "a"+string(r)+"b", 30)
		if err := e.Err(); err == nil || !strings.HasPrefix(err.Error(), "The first name field must be a single line: remove") {
			t.Errorf("%U: %v", r, err)
		}
	}
	var e Invalid
	if e.Line("first_name", "a\x00b", 30); len(e.Fields) != 1 || len(e.Fields[0].Messages) != 1 {
		t.Errorf("U+0000 is refused with %v", e.Fields)
	}
}

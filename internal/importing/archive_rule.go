package importing

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/portable"
)

// lineRules find what the database would take of a line, and requests would not: an archive
// that somebody has written may have the hashes right and still be none of ours.
func lineRules(p portable.Part, text []byte) (issues []Issue) {
	if !bytes.Contains(text, []byte(`"http`)) && !bytes.Contains(text, []byte(`_url":"`)) && !bytes.Contains(text, []byte(`\u0000`)) && p.Name != "items" {
		return nil
	}
	values := membersOf(text)
	add := func(member, code, expected, found string) {
		issue := Issue{Column: &member, Code: code, Level: "error", Expected: expected, Found: beginning(found)}
		issue.Message = sentence(issue)
		issues = append(issues, issue)
	}
	for _, m := range p.Members {
		v := values[m.Name]
		if bytes.Contains(v, []byte(`\u0000`)) {
			add(m.Name, "bad_text", "text without U+0000", "")
			continue
		}
		if s := plainText(v); s != nil && strings.HasSuffix(m.Name, "_url") && !strings.HasPrefix(*s, "http://") && !strings.HasPrefix(*s, "https://") {
			add(m.Name, "bad_text", "an address that begins with http:// or https://", *s)
		}
		if m.Kind == portable.Values && !areValues(v) {
			add(m.Name, "bad_text", "a text, a number, or true or false of each field", "")
		}
	}
	return issues
}

// areValues reports whether each value is one that a custom field can have.
func areValues(v jsontext.Value) bool {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(v, &all)
	for _, value := range all {
		switch kind := jsontext.Value(value).Kind(); kind {
		case '"':
			var s string
			if json.Unmarshal(value, &s) != nil || utf8.RuneCountInString(s) > catalog.MaxTextValue {
				return false
			}
		case '0', 't', 'f':
		default:
			return false
		}
	}
	return true
}

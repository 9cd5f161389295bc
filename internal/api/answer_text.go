package api

import "github.com/go-json-experiment/json/jsontext"

// unescaped reports whether JSON writes a text unchanged. Most texts are, and checking is cheaper than
// escaping.
func unescaped(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

func appendString(out []byte, s string) []byte {
	if unescaped(s) {
		return append(append(append(out, '"'), s...), '"')
	}
	out, err := jsontext.AppendQuote(out, s)
	if err != nil {
		panic(err) // the database contains only valid UTF-8
	}
	return out
}

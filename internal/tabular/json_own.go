package tabular

import (
	"encoding/json"
	"io"
)

// ownColumn is what the head of Vitrine's own lists says of a column.
type ownColumn struct {
	Key, Kind string
	Options   []string
}

// maxHead is how long the head of an own list may be.
const maxHead = 1 << 20

// ownColumns reads the head of one of Vitrine's own lists; nil if it is none. The head comes
// first: {"format":"vitrine-list","version":1,"list":…,"columns":[…],"rows":[…]}.
func ownColumns(text decoded) ([]ownColumn, error) {
	d := json.NewDecoder(io.LimitReader(text.reader(), maxHead))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return nil, nil
	}
	own := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, nil
		}
		switch name {
		case "format":
			var format string
			if d.Decode(&format) != nil || format != "vitrine-list" {
				return nil, nil
			}
			own = true
		case "version":
			var version int
			if d.Decode(&version) != nil || own && version != 1 {
				return nil, failed(UnsupportedFormat, 0, "The list was written by a newer version of Vitrine.")
			}
		case "columns":
			var columns []ownColumn
			if !own || d.Decode(&columns) != nil || len(columns) == 0 {
				return nil, nil
			}
			return columns, nil
		default:
			var skipped json.RawMessage
			if !own || d.Decode(&skipped) != nil {
				return nil, nil
			}
		}
	}
	return nil, nil
}

// tokenGuard fails where a single token is too long to be held.
type tokenGuard struct {
	r     io.Reader
	since int // bytes read since the last token
}

func (g *tokenGuard) Read(p []byte) (int, error) {
	if g.since > maxTextBytes {
		return 0, failed(TooLarge, 0, "The file has a text of more than %d MB, which is no cell.", maxTextBytes>>20)
	}
	n, err := g.r.Read(p)
	g.since += n
	return n, err
}

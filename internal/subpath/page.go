package subpath

import "bytes"

// address reports whether an attribute holds an address. TestEveryAddressIsUnderThePath of
// internal/web fails on one that is missing here.
func address(name []byte) bool {
	switch string(name) {
	case "href", "src", "action", "formaction", "hx-get", "hx-post", // of HTML and htmx
		"data-again", "data-branch", "data-compiled", "data-item", "data-order", "data-reader": // of our scripts
		return true
	}
	return false
}

// Page puts the path in front of the addresses in the tags of a page that templ rendered. There, <
// begins a tag and a quote ends a value, because in texts and values both are escaped. So what users
// wrote is never taken for a tag, and stays as it is.
func (p Path) Page(page []byte) []byte {
	if p == "" {
		return page
	}
	out, copied := make([]byte, 0, len(page)+len(page)/8), 0
	inside, name := false, 0 // a tag, and where the name of its attribute begins
	for i := 0; i < len(page); i++ {
		if !inside {
			next := bytes.IndexByte(page[i:], '<')
			if next < 0 {
				break
			}
			i += next
			inside, name = i+1 < len(page) && 'a' <= page[i+1] && page[i+1] <= 'z', i+1
			continue
		}
		switch page[i] {
		case '>':
			inside = false
		case ' ', '\n', '\t':
			name = i + 1
		case '"', '\'':
			end := bytes.IndexByte(page[i+1:], page[i])
			if end < 0 {
				end = len(page) - i - 1
			}
			if page[i-1] == '=' && address(page[name:i-1]) && ours(string(page[i+1:i+1+end])) {
				out = append(append(out, page[copied:i+1]...), p...)
				copied = i + 1
			}
			i += end + 1
		}
	}
	return append(out, page[copied:]...)
}

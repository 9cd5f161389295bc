package picture

import "slices"

// strippedGIF drops comments, texts and XMP, which are extensions of a GIF, and what
// follows its end. Extensions that time and repeat an animation stay.
func strippedGIF(content []byte, _ Metadata) ([]byte, error) {
	if len(content) < 13 {
		return nil, errBroken
	}
	at := 13 + colourTable(content[10])
	if at > len(content) {
		return nil, errBroken
	}
	kept := append(make([]byte, 0, len(content)), content[:at]...)
	for at < len(content) {
		end := at
		switch content[at] {
		case ';':
			return append(kept, ';'), nil
		case '!':
			if at+2 >= len(content) {
				return nil, errBroken
			}
			end = at + 2
		case ',':
			if at+11 > len(content) {
				return nil, errBroken
			}
			end = at + 10 + colourTable(content[at+9]) + 1 // and the size of codes
		default:
			return nil, errBroken
		}
		if end = afterBlocks(content, end); end < 0 {
			return nil, errBroken
		}
		if content[at] == ',' || keptExtension(content[at:end]) {
			kept = append(kept, content[at:end]...)
		}
		at = end
	}
	return nil, errBroken
}

// colourTable is the size of the table that follows flags.
func colourTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// keptExtension reports whether an extension times or repeats an animation. One of another length
// carries other data.
func keptExtension(whole []byte) bool {
	control := len(whole) == 8 && whole[1] == 0xf9
	repeat := len(whole) == 19 && whole[1] == 0xff
	return control || repeat && slices.Contains([]string{"NETSCAPE2.0", "ANIMEXTS1.0"}, string(whole[3:14]))
}

// afterBlocks skips blocks, each with its length, up to the empty one; -1 if there is none.
func afterBlocks(content []byte, at int) int {
	for at < len(content) {
		n := int(content[at])
		at += 1 + n
		if n == 0 {
			return at
		}
	}
	return -1
}

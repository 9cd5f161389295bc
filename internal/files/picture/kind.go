package picture

import (
	"bytes"
	"slices"
)

// Kinds are the types that a photo can have.
var Kinds = []string{"image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/avif"}

// Kind recognises a picture by its first bytes, whatever its name; empty if it is none.
func Kind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return "image/gif"
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "image/webp"
	case len(head) >= 16 && string(head[4:8]) == "ftyp":
		return brand(head)
	}
	return ""
}

var (
	heic = []string{"heic", "heix", "heim", "heis", "hevc", "hevx"}
	avif = []string{"avif", "avis"}
)

// brand tells HEIC from AVIF by the brands that the file claims to be readable as.
func brand(head []byte) string {
	size := min(int(head[0])<<24|int(head[1])<<16|int(head[2])<<8|int(head[3]), len(head))
	for at := 8; at+4 <= size; at += 4 {
		switch name := string(head[at : at+4]); {
		case slices.Contains(avif, name):
			return "image/avif"
		case slices.Contains(heic, name):
			return "image/heic"
		}
	}
	return ""
}

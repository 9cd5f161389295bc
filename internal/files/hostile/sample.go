package hostile

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
)

// Kinds are the kinds of pictures that there are samples of.
var Kinds = []string{"jpeg", "png", "gif", "webp", "webp-lossless", "webp-alpha", "webp-animated"}

// WebP pictures of 64 by 48 pixels, made by cwebp and img2webp: there is no encoder
// in Go. Left is black, right is white; or left is red, right is transparent.
var webps = map[string]string{
	"webp":          "UklGRjoAAABXRUJQVlA4IC4AAABwAwCdASpAADAAPm0ylEckIyIhKqgAgA2JaQAAUaCj2Q6xfkAA/vudePxgIAAA",
	"webp-lossless": "UklGRigAAABXRUJQVlA4TBwAAAAvP8ALEA8wHoM8HvMf8BALJvOXTqEzov9RBd8B",
	"webp-alpha": "UklGRogAAABXRUJQVlA4WAoAAAAQAAAAPwAALwAAQUxQSBQAAAARDzD/ERFCLJjMXzqFzoj+RxV8B1ZQOCBOAAAA8AMAnQEqQAAwAD5tMJRHJCMiISqoAIANiWMA" +
		"0TaAAFYzogMYbiMCAAD+8DhD/raTNCmQ//2ln/1LP/qWf4xK/PsILFjQqvBDYxQMkAAA",
	"webp-animated": "UklGRsIAAABXRUJQVlA4WAoAAAACAAAAPwAALwAAQU5JTQYAAAD/////AABBTk1GSAAAAAAAAAAAAD8AAC8AAGQAAAJWUDggMAAAAHADAJ0BKkAAMAA+tVKi" +
		"TCckoyIqqADgFolpAABRoKPZDrF+QAD+9eT8/0jqEAAAAEFOTUZGAAAAAAAAAAAAPwAALwAAZAAAAFZQOCAuAAAAFAMAnQEqQAAwAD61UqJMAqqAAAFolpAABRoK" +
		"PZDrF+QAAP71C9B/URgtwAAAAA==",
}

// Sample is a harmless picture of 64 by 48 pixels, whose halves differ.
func Sample(kind string) []byte {
	if encoded, ok := webps[kind]; ok {
		content, _ := base64.StdEncoding.DecodeString(encoded)
		return content
	}
	m := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.Black, color.White, color.Transparent})
	for i := range m.Pix {
		m.Pix[i] = uint8(i % 64 / 32)
	}
	var b bytes.Buffer
	switch kind {
	case "jpeg":
		_ = jpeg.Encode(&b, m, nil)
	case "png":
		_ = png.Encode(&b, m)
	case "gif":
		_ = gif.Encode(&b, m, nil)
	}
	return b.Bytes()
}

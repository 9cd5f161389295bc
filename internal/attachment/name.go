package attachment

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxFilename = 255

// BaseName is the name of a file without directories, control characters and marks
// that change the direction of writing. If nothing is left, the kind makes one.
func BaseName(name, kind string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == '\u2028' || c == '\u2029' {
			return -1
		}
		return c
	}, name))
	if strings.Trim(name, "./") == "" {
		return "photo." + strings.TrimPrefix(kind, "image/")
	}
	ending := path.Ext(name)
	if letters := []rune(name); len(letters) > maxFilename {
		if len(ending) > 16 {
			ending = ""
		}
		name = string(letters[:maxFilename-utf8.RuneCountInString(ending)]) + ending
	}
	return name
}
